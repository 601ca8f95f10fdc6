"""Storing a link between memories, and noting it: new, or as its next version."""

from collections.abc import Sequence

from core.journal import Change, snapshot
from graph.models import MemoryLink, RelationType
from graph.services import memory_link_save
from memories.models import Action


def put_link(
    change: Change,
    ends: tuple[int, int],
    kind: RelationType,
    *,
    user_id: str,
    namespace: str = "",
    weight: float = 1.0,
    confidence: float = 1.0,
    reason: str = "",
    method: str = "stated",
    evidence: Sequence[str] = (),
) -> tuple[MemoryLink, bool]:
    """Create a link, or update the one of this pair and type; True where it is new.

    Args:
        ends: the keys of the memories, from and to.
        evidence: the public ids of the memories that say so.
    """
    known = current_link(ends, kind)
    before = snapshot(known) if known else None
    stored, is_new = memory_link_save(
        *ends,
        kind,
        user_id=user_id,
        namespace=namespace,
        weight=weight,
        confidence=confidence,
        reason=reason,
        method=method,
        now=change.at,
    )
    action = Action.CREATE if is_new else Action.UPDATE
    change.note(action, stored, before=before, after=snapshot(stored), evidence=evidence)
    return stored, is_new


def current_link(ends: tuple[int, int], kind: RelationType) -> MemoryLink | None:
    """Return the link of this type from the one to the other, or between them if symmetric."""
    # Symmetric ones have the smaller id first, unless their type became so later. Asked one by one:
    # for both at once SQLite reads all links of the type.
    ways = [(min(ends), max(ends)), (max(ends), min(ends))] if kind.is_symmetric else [ends]
    found = (_link(way, kind) for way in ways)
    return next((link for link in found if link is not None), None)


def _link(ends: tuple[int, int], kind: RelationType) -> MemoryLink | None:
    source, target = ends
    return MemoryLink.objects.filter(
        src_memory=source, dst_memory=target, relation_type=kind
    ).first()
