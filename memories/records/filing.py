"""New memories under the contexts and tags that came with them."""

from collections import defaultdict
from collections.abc import Sequence

from core.journal import Change
from memories.models import Memory
from nlp.text.fold import name_key

from .tags import merged_contexts, merged_tags
from .validation import Draft


def set_contexts(new: Sequence[tuple[Memory, Draft]], change: Change) -> None:
    """Give new memories the contexts they name, before they are stored."""
    for user_id, group in _by_space(new).items():
        named = [
            (memory, name)
            for memory, draft in group
            if (name := (draft.item.context or "").strip())
        ]
        contexts = merged_contexts(user_id, [name for _, name in named], change)
        for memory, name in named:
            memory.context = contexts[name_key(name)]


def set_tags(new: Sequence[tuple[Memory, Draft]], change: Change) -> None:
    """Store the tags of new memories, after these are stored."""
    through = Memory.tags.through
    rows = []
    for user_id, group in _by_space(new).items():
        names = [name for _, draft in group for name in draft.item.tags]
        tags = merged_tags(user_id, names, change)
        for memory, draft in group:
            chosen = {tags[name_key(name)].pk for name in draft.item.tags}
            rows += [through(memory_id=memory.pk, tag_id=tag_id) for tag_id in sorted(chosen)]
    through.objects.bulk_create(rows)


def _by_space(new: Sequence[tuple[Memory, Draft]]) -> dict[str, list[tuple[Memory, Draft]]]:
    spaces: dict[str, list[tuple[Memory, Draft]]] = defaultdict(list)
    for memory, draft in new:
        spaces[memory.user_id].append((memory, draft))
    return spaces
