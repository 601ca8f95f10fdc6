"""Storing a link between memories, and noting it: new, or as its next version."""

from collections.abc import Sequence

from django.db.models import Q

from graph.models import MemoryLink, RelationType
from graph.services import memory_link_save

from .journal import Change, snapshot
from .models import Action


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
    if kind.is_symmetric:
        # Nothing links to itself. Written with OR, SQLite reads all links of the type.
        pairs = Q(src_memory__in=ends, dst_memory__in=ends)
    else:
        pairs = Q(src_memory=ends[0], dst_memory=ends[1])
    return MemoryLink.objects.filter(pairs, relation_type=kind).first()
