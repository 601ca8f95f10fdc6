"""An import as one entry of the journal, by which it is taken back.

New rows have keys in one range for each table, so that the entry names them all. It is about this
installation: an archive of it does not hold the entry.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from core.caller import Caller
from core.journal import Change, Snapshot, described, registry
from core.journal.undo import is_used
from core.models import Action, Revision
from entities.models import Entity
from graph.models import EntityRelation
from memories.models import InboxRule, Memory, Proposal, ProposalStatus, State, StateEntity
from packs.spec import SHARED

from ..manifest import Manifest
from ..tables import IMPORT_KIND, table_of
from .decoding import Places

BATCH = 500


def note_import(
    change: Change, manifest: Manifest, places: Places, created: dict[str, int]
) -> None:
    """Add the entry of an import to its change."""
    rows = {
        table.member: [first, first + places.counts[model] - 1]
        for model, first in places.first.items()
        if (table := table_of(model)) is not None and places.counts[model]
    }
    said = {
        "person": manifest.person,
        "exported_at": manifest.exported_at.isoformat(),
        "created": created,
        "rows": rows,
    }
    _note(change, Action.CREATE, str(change.change_id), said)


def _note(change: Change, action: Action, target: str, said: Snapshot | None) -> None:
    change.revisions.append(
        Revision(
            user_id=change.caller.space(SHARED),
            action=action,
            target_type=IMPORT_KIND,
            target_id=target,
            change_id=change.change_id,
            after=said,
            reason=change.reason,
            actor=change.caller.actor,
            created_at=change.at,
        )
    )


def import_entry(entries: Sequence[Revision]) -> Revision | None:
    """Return the entry of the import among the entries of a change."""
    made = (one for one in entries if one.action == Action.CREATE)
    return next((one for one in made if one.target_type == IMPORT_KIND), None)


def imported_memories(caller: Caller, entry: Revision) -> Iterator[list[Memory]]:
    """Yield the memories of an import that are not hidden, in batches."""
    rows = _new(Memory, caller, entry).kept()
    while batch := list(rows.order_by("pk")[:BATCH]):
        yield batch
        rows = rows.filter(pk__gt=batch[-1].pk)


def remove_lone_rows(change: Change, entry: Revision) -> None:
    """Take back what came with an import and rests on no memory, unless it was changed since; note it.

    Facts and relations that stand alone, entities that nothing names and the questions of the import
    are deleted, rules switched off. Tags, contexts and types stay, as after any deletion.
    """
    caller = change.caller
    _note(change, Action.INVALIDATE, entry.target_id, None)
    for state in _new(State, caller, entry).filter(evidence=None):
        if not _changed_since(state, entry):
            for part in StateEntity.objects.filter(state=state):
                _delete(change, part, state.user_id)
            _delete(change, state)
    for relation in _new(EntityRelation, caller, entry).filter(evidence=None):
        if not _changed_since(relation, entry):
            _delete(change, relation)
    known = registry.by_model(Entity)
    for entity in _new(Entity, caller, entry):
        if not is_used(known, entity) and not _changed_since(entity, entry):
            _delete(change, entity)
    for rule in _new(InboxRule, caller, entry).filter(is_active=True):
        before = described(rule)
        rule.is_active = False
        rule.save(update_fields=["is_active"])
        change.note(Action.UPDATE, rule, before=before, after=described(rule))
    asked = Revision.objects.filter(change_id=entry.change_id, target_type="proposal")
    for proposal in Proposal.objects.of(caller).filter(
        uid__in=list(asked.values_list("target_id", flat=True)), status=ProposalStatus.OPEN
    ):
        _delete(change, proposal)


def imported_range(entry: Revision, model: Any) -> tuple[int, int]:
    """Return the first and the last key that an import gave to rows of a model."""
    table = table_of(model)
    first, last = (entry.after or {})["rows"].get(table.member if table else "", (1, 0))
    return first, last


def _new(model: Any, caller: Caller, entry: Revision) -> Any:
    return model.objects.of(caller).filter(pk__range=imported_range(entry, model))


def _changed_since(row: Any, entry: Revision) -> bool:
    known = registry.of(row)
    return Revision.objects.filter(
        target_type=known.kind, target_id=str(getattr(row, known.public_id)), pk__gt=entry.pk
    ).exists()


def _delete(change: Change, row: Any, space: str = "") -> None:
    change.note(Action.DELETE, row, before=described(row), space=space)
    row.delete()
