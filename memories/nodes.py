"""Tags and contexts: found by their folded name or made, never twice (seed 4 §5.2)."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar

from entities.names import name_key

from .models import Context, Tag

Node = TypeVar("Node", Tag, Context)


def merged_tags(user_id: str, names: Iterable[str], now: datetime) -> dict[str, Tag]:
    """Return the tags of these names, by key, in their order."""
    return _merged(Tag, user_id, names, now)


def merged_contexts(user_id: str, names: Iterable[str], now: datetime) -> dict[str, Context]:
    """Return the contexts of these names, by key, in their order."""
    return _merged(Context, user_id, names, now)


def _merged(
    model: type[Node], user_id: str, names: Iterable[str], now: datetime
) -> dict[str, Node]:
    wanted = {name_key(name): name.strip() for name in names}
    rows = model._default_manager.filter(user_id=user_id, name_key__in=list(wanted))
    found: dict[str, Node] = {row.name_key: row for row in rows}
    missing = [key for key in wanted if key not in found]
    made = model._default_manager.bulk_create(
        [model(user_id=user_id, name=wanted[key], name_key=key, created_at=now) for key in missing]
    )
    found.update({row.name_key: row for row in made})
    return {key: found[key] for key in wanted}
