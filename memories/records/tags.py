"""Tags and contexts: found by their folded name or made, never twice (seed 4 §5.2)."""

from collections.abc import Iterable
from typing import TypeVar

from core.journal import Change
from memories.models import Context, Tag
from nlp.text.fold import name_key

Node = TypeVar("Node", Tag, Context)


def merged_tags(user_id: str, names: Iterable[str], change: Change) -> dict[str, Tag]:
    """Return the tags of these names, by key, in their order; new ones are noted."""
    return _merged(Tag, user_id, names, change)


def merged_contexts(user_id: str, names: Iterable[str], change: Change) -> dict[str, Context]:
    """Return the contexts of these names, by key, in their order; new ones are noted."""
    return _merged(Context, user_id, names, change)


def _merged(
    model: type[Node], user_id: str, names: Iterable[str], change: Change
) -> dict[str, Node]:
    wanted = {name_key(name): name.strip() for name in names}
    rows = model._default_manager.filter(user_id=user_id, name_key__in=list(wanted))
    found: dict[str, Node] = {row.name_key: row for row in rows}
    missing = [key for key in wanted if key not in found]
    made = model._default_manager.bulk_create(
        [
            model(user_id=user_id, name=wanted[key], name_key=key, created_at=change.at)
            for key in missing
        ]
    )
    change.created(made)
    found.update({row.name_key: row for row in made})
    return {key: found[key] for key in wanted}
