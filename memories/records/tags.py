"""Assign tags and contexts: each name is found by its folded key, or created once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

from core.journal import Change
from memories.models import Context, Memory, Tag
from nlp.text.fold import name_key

from .validation import ValidatedSave


def assign_contexts(new: Sequence[tuple[Memory, ValidatedSave]], change: Change) -> None:
    """Assign contexts to new memories, before the memories are stored."""
    for user_id, group in _by_space(new).items():
        named = [
            (memory, name) for memory, save in group if (name := (save.item.context or "").strip())
        ]
        contexts = get_or_create_contexts(user_id, [name for _, name in named], change)
        for memory, name in named:
            memory.context = contexts[name_key(name)]


def assign_tags(new: Sequence[tuple[Memory, ValidatedSave]], change: Change) -> None:
    """Assign tags to new memories, after the memories are stored."""
    through = Memory.tags.through
    rows = []
    for user_id, group in _by_space(new).items():
        names = [name for _, save in group for name in save.item.tags]
        tags = get_or_create_tags(user_id, names, change)
        for memory, save in group:
            chosen = {tags[name_key(name)].pk for name in save.item.tags}
            rows += [through(memory_id=memory.pk, tag_id=tag_id) for tag_id in sorted(chosen)]
    through.objects.bulk_create(rows)


def _by_space(
    new: Sequence[tuple[Memory, ValidatedSave]],
) -> dict[str, list[tuple[Memory, ValidatedSave]]]:
    spaces: dict[str, list[tuple[Memory, ValidatedSave]]] = defaultdict(list)
    for memory, save in new:
        spaces[memory.user_id].append((memory, save))
    return spaces


Node = TypeVar("Node", Tag, Context)


def get_or_create_tags(user_id: str, names: Iterable[str], change: Change) -> dict[str, Tag]:
    """Return the tags of these names by folded key, in order; note created tags in ``change``."""
    return _get_or_create(Tag, user_id, names, change)


def get_or_create_contexts(
    user_id: str, names: Iterable[str], change: Change
) -> dict[str, Context]:
    """Return the contexts of these names by folded key, in order; note created contexts."""
    return _get_or_create(Context, user_id, names, change)


def _get_or_create(
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
