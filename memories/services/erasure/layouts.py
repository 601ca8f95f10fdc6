"""Erase what the graph explorer keeps about erased rows: places of nodes, and saved views."""

import json
from collections.abc import Iterator

from graph.models import GraphLayout, SavedView
from nlp.text.tokens import fold

from .plan import ErasurePlan


def erase_arrangements(plan: ErasurePlan) -> None:
    """Remove erased nodes from layouts, and delete the views that name one."""
    person = plan.caller.base_user
    gone, words = set(_nodes(plan)), _words(plan)
    for layout in GraphLayout.objects.filter(base_user=person):
        _leave_out(layout, gone)
    for view in SavedView.objects.filter(base_user=person):
        told = fold(json.dumps([view.name, view.state], ensure_ascii=False))
        shown = {value for values in view.state.values() for value in values}
        if shown & gone or any(word in told for word in words):
            view.delete()


def _leave_out(layout: GraphLayout, gone: set[str]) -> None:
    if layout.focus in gone:
        layout.delete()
    elif named := gone & layout.positions.keys():
        layout.positions = {at: xy for at, xy in layout.positions.items() if at not in named}
        layout.pinned = [name for name in layout.pinned if name not in named]
        layout.save()


def _nodes(plan: ErasurePlan) -> Iterator[str]:
    """Yield the names of the erased nodes."""
    for memory in plan.memories:
        yield f"memory:{memory.uid}"
    for entity in plan.named.entities:
        yield f"entity:{entity.entity_id}"
    yield from (f"tag:{tag.name_key}" for tag in plan.named.tags)
    yield from (f"context:{context.name_key}" for context in plan.named.contexts)
    for thread in plan.named.threads:
        yield f"thread:{thread.pk}"


def _words(plan: ErasurePlan) -> list[str]:
    """Return the names that no other memory uses: a view may be called so, or search for one."""
    named = plan.named
    names = {
        *named.entity_names,
        *(tag.name for tag in named.tags),
        *(context.name for context in named.contexts),
    }
    return [word for name in names if (word := fold(name).strip())]
