"""Collapse duplicate memories into one canonical memory.

Every row, text and link stays. A collapsed memory leaves the search indexes and is listed with
its canonical memory; :func:`uncollapse` restores it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import jobs
from core.caller import Caller, Scope
from core.errors import Conflict, Forbidden, InvalidInput
from core.journal import Change, described
from core.models import Action
from memories import index
from memories.models import Memory
from memories.records.lookup import memory_get
from memories.schemas.links import FoldOut


@dataclass(frozen=True, slots=True)
class Collapse:
    """A memory to collapse into a canonical memory (primary keys), with the reason."""

    memory: int
    canonical: int
    reason: str
    confidence: float = 1.0


def collapse(
    caller: Caller, memory: UUID, *, into: UUID, reason: str = "", now: datetime | None = None
) -> FoldOut:
    """Collapse a memory into another one, or into the canonical memory of that one.

    Raises:
        Forbidden: the caller is not the owner.
        NotFound: one of the memories does not exist, or belongs to another person.
        InvalidInput: both are the same memory, they are in different packs or namespaces, or
            one is not searchable.
        Conflict: the memory is collapsed already, or the other one is collapsed into it.
    """
    _require_owner(caller)
    now = now or timezone.now()
    with transaction.atomic():
        row = memory_get(caller, memory, field="id")
        target = _collapse_target(memory_get(caller, into, field="into"), row)
        if (
            row.consolidated_flag
            and row.canonical_id
            and _canonical_id(row.canonical_id) == target.pk
        ):
            return FoldOut(id=memory, action="unchanged", canonical_id=target.uid)
        _check(row, target)
        change = Change(caller=caller, at=now, reason=reason)
        _store_collapse(row, target, change)
        change.write()
    return FoldOut(id=memory, action="merged", canonical_id=target.uid, change_id=change.change_id)


def uncollapse(
    caller: Caller, memory: UUID, *, reason: str = "", now: datetime | None = None
) -> FoldOut:
    """Restore a collapsed memory; memories collapsed into it stay collapsed.

    Raises:
        Forbidden: the caller is not the owner.
        NotFound: there is no such memory.
    """
    _require_owner(caller)
    now = now or timezone.now()
    with transaction.atomic():
        row = memory_get(caller, memory)
        if not row.consolidated_flag:
            return FoldOut(id=memory, action="unchanged")
        change = Change(caller=caller, at=now, reason=reason)
        _store_uncollapse([row], change)
        change.write()
    return FoldOut(id=memory, action="split", change_id=change.change_id)


def collapse_found(caller: Caller, folds: Sequence[Collapse], *, now: datetime) -> list[Collapse]:
    """Collapse duplicates that enrichment found, as one change; return the collapsed ones.

    Memories that a person has decided on since, or that are not searchable now, are skipped.
    """
    if not folds:
        return []
    with transaction.atomic():
        pks = {pk for each in folds for pk in (each.memory, each.canonical)}
        rows = Memory.objects.filter(pk__in=pks).with_rendering().in_bulk()
        done = []
        change = Change(caller=caller, at=now)
        for each in folds:
            row, target = rows.get(each.memory), rows.get(each.canonical)
            if row is None or target is None or _refusal(row, target):
                continue
            change.reason = each.reason
            _store_collapse(row, target, change)
            done.append(each)
        change.write()
    return done


def uncollapse_all(canonical: Iterable[Memory], change: Change) -> int:
    """Uncollapse all duplicates of these memories, before they are erased or their text changes.

    The caller writes ``change``. Return the number of restored memories.
    """
    held = Memory.objects.filter(
        canonical__in=[row.pk for row in canonical], consolidated_flag=True
    )
    return _store_uncollapse(list(held.with_rendering()), change)


def canonical_ids(memory_ids: Iterable[int]) -> dict[int, int]:
    """Return the canonical memory of each memory: the end of its chain, or the memory itself."""
    found: dict[int, int] = {pk: pk for pk in memory_ids}
    waiting = set(found.values())
    while waiting:
        rows = Memory.objects.filter(
            pk__in=waiting, consolidated_flag=True, canonical__isnull=False
        )
        step: Mapping[int, int] = dict(rows.values_list("pk", "canonical_id"))
        found = {pk: step.get(end, end) for pk, end in found.items()}
        waiting = set(step.values())
    return found


def _require_owner(caller: Caller) -> None:
    caller.require(Scope.WRITE)
    if not caller.is_owner:
        raise Forbidden(
            _("folding is for the owner, or a token with the scope “admin”; others may propose it"),
            field="token",
            code="owner",
        )


def _canonical_id(pk: int) -> int:
    return canonical_ids([pk])[pk]


def _collapse_target(target: Memory, row: Memory) -> Memory:
    """Return the canonical memory of ``target``; refuse ``row`` itself and its own duplicates."""
    if target.pk == row.pk:
        raise InvalidInput(
            _("a memory cannot be folded into itself"), field="into", code="self_fold"
        )
    last = _canonical_id(target.pk)
    if last == row.pk:
        raise Conflict(
            format_lazy(
                _("{target} is folded into {memory} itself; unfold it first"),
                target=target.uid,
                memory=row.uid,
            ),
            field="into",
            code="cycle",
        )
    return target if last == target.pk else Memory.objects.with_rendering().get(pk=last)


def _check(row: Memory, target: Memory) -> None:
    if refusal := _refusal(row, target):
        raise refusal


def _refusal(row: Memory, target: Memory) -> InvalidInput | Conflict | None:
    """Return the error if ``row`` may not be collapsed into ``target``, else None."""
    if row.consolidated_flag:
        return Conflict(
            _("it is folded into another memory; unfold it first"), field="id", code="folded"
        )
    if row.user_id != target.user_id:
        return InvalidInput(_("this is in another pack"), field="into", code="other_pack")
    if row.namespace != target.namespace:
        # A token bound to one of the namespaces would lose the memory.
        return InvalidInput(_("this is in another namespace"), field="into", code="other_namespace")
    for memory, field in ((row, "id"), (target, "into")):
        if not memory.is_findable:
            return InvalidInput(
                _("this is hidden, archived, folded or not to be recalled"),
                field=field,
                code="not_findable",
            )
    return None


def _store_collapse(row: Memory, target: Memory, change: Change) -> None:
    before = described(row)
    row.consolidated_flag, row.canonical = True, target
    row.save(update_fields=["consolidated_flag", "canonical"])
    index.remove([row.pk])
    change.note(Action.MERGE, row, before=before, after=described(row), evidence=[str(target.uid)])


def _store_uncollapse(rows: Sequence[Memory], change: Change) -> int:
    for row in rows:
        before = described(row)
        row.consolidated_flag, row.canonical = False, None
        row.save(update_fields=["consolidated_flag", "canonical"])
        change.note(Action.SPLIT, row, before=before, after=described(row))
    index.put(rows, now=change.at)
    if rows:
        jobs.wake("embed")
    return len(rows)
