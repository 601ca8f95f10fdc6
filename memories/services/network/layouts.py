"""Give the nodes of a snapshot their places: those of the last time, and new ones beside them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from core.caller import Caller, Scope
from core.errors import InvalidInput, NotFound, Problem
from graph.layout_models import NODE_NAME_LENGTH
from graph.models import GraphLayout
from graph.network.arrangements import PinsInput, PinsOut
from graph.network.layout import MOST_LABELED, Position, place
from graph.network.schemas import MAX_MEMBERS, Snapshot, SnapshotInput
from memories.selectors.network.explorer.communities import community_members, members_snapshot
from memories.selectors.network.naming import node_named
from memories.services.network.snapshots import graph_snapshot

# Whoever walks through the graph leaves a layout behind at each focus.
MOST_LAYOUTS, MOST_POSITIONS = 300, 5_000
# A picture round more things than this is one of everything.
MOST_AROUND = 30


def placed_snapshot(caller: Caller, item: SnapshotInput) -> Snapshot:
    """Return a snapshot whose nodes stand where they stand in the explorer; nothing is stored.

    Raises:
        NotFound: there is no such node.
        InvalidInput: a filter names something unknown.
    """
    found = graph_snapshot(caller, item)
    return _placed(caller, found, _focus(item, found))[0]


def explored(caller: Caller, item: SnapshotInput, *, now: datetime | None = None) -> Snapshot:
    """Return a snapshot for the explorer, and store the places of nodes that had none.

    This is a read that writes: a place is computed once, and people find things again by it. It
    is no change of anybody's data, so the journal does not hold it, and callers who may not write,
    or who see a part of the person's packs only, get places that are not stored. The search for a
    query is not logged as use.

    Raises:
        NotFound, InvalidInput: as :func:`placed_snapshot`.
    """
    found = graph_snapshot(caller, item, record=False)
    return _kept(caller, found, _focus(item, found), now or timezone.now())


def explored_community(
    caller: Caller, item: SnapshotInput, center: str, most: int, *, now: datetime | None = None
) -> Snapshot:
    """Return up to ``most`` members of the community of a node for the explorer.

    Places are kept with those of the whole graph: a community is a part of it.

    Raises:
        NotFound: there is no such node, or it was not analyzed yet.
        InvalidInput, Forbidden: as :func:`placed_snapshot`.
    """
    node = node_named(caller, center, field="community")
    members = community_members(caller, item.pack, node, min(most, MAX_MEMBERS))
    if members is None:
        raise NotFound(
            format_lazy(gettext_lazy("{center} belongs to no community yet"), center=center),
            field="community",
        )
    found = members_snapshot(caller, item, members)
    return _kept(caller, found, "", now or timezone.now())


def _kept(caller: Caller, found: Snapshot, focus: str, now: datetime) -> Snapshot:
    placed, new = _placed(caller, found, focus)
    if new and _may_store(caller):
        _store(caller, focus, new, now)
    return placed


def _placed(caller: Caller, found: Snapshot, focus: str) -> tuple[Snapshot, dict[str, Position]]:
    """Return a snapshot with x, y and pinned, and the places that are not stored yet."""
    layout = _layout(caller, focus)
    known = _worth_keeping(found, layout)
    edges = [(edge.source, edge.target, edge.value) for edge in found.edges]
    at = place([node.id for node in found.nodes], edges, known)
    pinned = frozenset(layout.pinned) if layout else frozenset()
    nodes = [
        node.model_copy(
            update={"x": at[node.id][0], "y": at[node.id][1], "pinned": node.id in pinned}
        )
        for node in found.nodes
    ]
    new = {name: xy for name, xy in at.items() if name not in known}
    return found.model_copy(update={"nodes": nodes}), new


def _focus(item: SnapshotInput, found: Snapshot) -> str:
    """Return the name of the layout: the first focus, or nothing for the whole graph."""
    is_around = bool(found.focus) and (bool(item.query) or 0 < len(item.focus) <= MOST_AROUND)
    return found.focus[0] if is_around else ""


def _layout(caller: Caller, focus: str) -> GraphLayout | None:
    return GraphLayout.objects.filter(base_user=caller.base_user, focus=focus).first()


def pins(caller: Caller, focus: str) -> PinsOut:
    """Return the nodes that a person moved in the picture of a focus.

    Raises:
        Forbidden: the token may not read, or is limited to some packs or a namespace.
    """
    caller.require(Scope.READ)
    caller.require_unbound()
    layout = _layout(caller, focus)
    return PinsOut(focus=focus, pinned=layout.pinned if layout else [])


def _positions(layout: GraphLayout | None) -> dict[str, Position]:
    stored = layout.positions if layout else {}
    return {name: (float(x), float(y)) for name, (x, y) in stored.items()}


def _worth_keeping(found: Snapshot, layout: GraphLayout | None) -> dict[str, Position]:
    """Return the known places; of a large picture that is mostly new, the pinned ones alone.

    New nodes beside known ones stand as well as those let them: most would hang on a few.
    """
    known = _positions(layout)
    fresh = sum(node.id not in known for node in found.nodes)
    if layout is None or fresh <= MOST_LABELED or fresh * 2 < len(found.nodes):
        return known
    return {name: known[name] for name in layout.pinned if name in known}


def _may_store(caller: Caller) -> bool:
    return Scope.WRITE in caller.scopes and caller.packs is None and not caller.namespace


def _store(caller: Caller, focus: str, new: dict[str, Position], now: datetime) -> None:
    """Add positions to a layout; of two windows at once, those of the later one stay."""
    if len(focus) > NODE_NAME_LENGTH:
        return
    with transaction.atomic():
        layout, _ = GraphLayout.objects.get_or_create(
            base_user=caller.base_user, focus=focus, defaults={"updated_at": now}
        )
        pinned = frozenset(layout.pinned)
        # What is new takes the place of what was dropped; nobody moves what somebody pinned.
        kept = _positions(layout) | {name: xy for name, xy in new.items() if name not in pinned}
        if len(kept) > MOST_POSITIONS:
            kept = {name: kept[name] for name in (*new, *layout.pinned) if name in kept}
        layout.positions, layout.updated_at = kept, now
        layout.save()
        _prune(caller.base_user)


def _prune(base_user: str) -> None:
    """Delete the layouts that were not changed for longest, except those with pinned nodes."""
    unpinned = GraphLayout.objects.filter(base_user=base_user, pinned=[])
    old = list(unpinned.order_by("-updated_at", "-pk").values_list("pk", flat=True)[MOST_LAYOUTS:])
    if old:
        GraphLayout.objects.filter(pk__in=old).delete()


def pin(caller: Caller, item: PinsInput, *, now: datetime | None = None) -> PinsOut:
    """Keep nodes where a person moved them, or let them go.

    The journal does not hold it: the place of a node says nothing about anybody.

    Raises:
        Forbidden: the token may not write, or is limited to some packs or a namespace.
        InvalidInput: a node is not in the layout of this focus.
    """
    caller.require(Scope.WRITE)
    caller.require_unbound()
    with transaction.atomic():
        layout = _layout(caller, item.focus)
        known = layout.positions if layout else {}
        unknown = [name for name in (*item.pin, *item.unpin) if name not in known]
        if layout is None or unknown:
            raise InvalidInput(_not_there(unknown))
        layout.positions = known | item.pin
        layout.pinned = sorted((set(layout.pinned) | set(item.pin)) - set(item.unpin))
        layout.updated_at = now or timezone.now()
        layout.save()
    return PinsOut(focus=layout.focus, pinned=layout.pinned)


def _not_there(names: list[str]) -> list[Problem]:
    detail = "nothing of this name was shown at this focus"
    return [
        Problem(
            "pin",
            "unknown_node",
            f"{detail}: “{name}”",
        )
        for name in names[:10]
    ] or [Problem("focus", "unknown_node", gettext_lazy("nothing was shown at this focus yet"))]
