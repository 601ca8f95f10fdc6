"""Store links between memories, with their journal entries."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller, Scope
from core.errors import InvalidInput
from core.journal import Change, snapshot
from core.models import Action
from graph.models import MemoryLink, RelationScope, RelationType
from graph.services import memory_link_save, relation_types
from memories.models import Memory
from memories.schemas import LinkInput, MemoryInput
from memories.schemas.leniency.base import NoteOut

from .annotations.types import labels_of, unknown_type
from .annotations.words import LINKS, known_word
from .lookup import memory_row
from .privacy.treatment import treated
from .validation import ValidatedSave


def store_link(
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
    """Create a link, or update the link of this pair and type; return True if it is new.

    Args:
        ends: primary keys of the source and the target memory.
        evidence: public ids of the memories that support the link.
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
    """Return the link of this type from source to target (in any direction if symmetric)."""
    # Symmetric links have the smaller id first, unless their type became symmetric later. Two
    # queries, since SQLite reads all links of the type for a combined one.
    ways = [(min(ends), max(ends)), (max(ends), min(ends))] if kind.is_symmetric else [ends]
    found = (_link(way, kind) for way in ways)
    return next((link for link in found if link is not None), None)


def _link(ends: tuple[int, int], kind: RelationType) -> MemoryLink | None:
    source, target = ends
    return MemoryLink.objects.filter(
        src_memory=source, dst_memory=target, relation_type=kind
    ).first()


def link_type(caller: Caller, name: str, *, field: str = "type") -> RelationType:
    """Return the link type that a word means; raise InvalidInput with the nearest if it means none."""
    types = relation_types(RelationScope.MEMORIES, caller.base_user)
    labels = labels_of(types)
    key = known_word(name, labels, LINKS)
    if key is None:
        raise InvalidInput([unknown_type(field, name, "link type", labels)])
    return types[key]


def link_memories(
    caller: Caller, source_id: UUID, link: LinkInput, *, now: datetime | None = None
) -> tuple[MemoryLink, bool]:
    """Link two memories, or update the link of this type; return True if it is new.

    Raises:
        NotFound: one of the memories does not exist.
        InvalidInput: the type is unknown, a memory is linked to itself, or the pack refuses the
            reason.
    """
    caller.require(Scope.WRITE)
    with journal.change(caller, now=now) as change:
        return link_within(change, caller, source_id, link)


def link_within(
    change: Change, caller: Caller, source_id: UUID, link: LinkInput
) -> tuple[MemoryLink, bool]:
    """Link two memories as part of a change; as ``link_memories`` otherwise."""
    kind = link_type(caller, link.type)
    if source_id == link.target_id:
        raise InvalidInput(
            _("a memory cannot be linked to itself"), field="target_id", code="self_link"
        )
    source = memory_row(caller, source_id, field="source_id")
    link = treated(link, source.user_id)
    change.reason = link.reason
    target = memory_row(caller, link.target_id, field="target_id")
    return store_link(
        change,
        (source.pk, target.pk),
        kind,
        user_id=source.user_id,
        namespace=source.namespace,
        weight=link.weight,
        reason=link.reason,
        evidence=[str(source_id)],
    )


def link_targets(caller: Caller, saves: Sequence[ValidatedSave]) -> dict[UUID, Memory]:
    """Return the memories of the caller that the links of these saves name, by id.

    An id that is not there, or is another person's, is noted with its save.
    """
    wanted = {link.target_id for save in saves for link in save.item.links}
    found = {memory.uid: memory for memory in Memory.objects.of(caller).filter(uid__in=wanted)}
    for save in saves:
        save.notes.extend(
            NoteOut(
                field=named_in(save.item, at),
                detail=f"the link was left out: there is no memory {link.target_id}",
            )
            for at, link in enumerate(save.item.links)
            if link.target_id not in found
        )
    return found


def named_in(item: MemoryInput, place: int) -> str:
    """Return the field that named the target of a link; those of ``replaces`` come last."""
    given = len(item.links) - len(item.replaces)
    return f"links.{place}.target_id" if place < given else f"replaces.{place - given}"
