"""Change states, entities and mentions."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core.caller import Caller
from entities.schemas import EntityOut, EntityPatch, NewEntity
from memories.enrichment.llm.sampling import sampling_messages, store_sampled_answer
from memories.enrichment.same_people import settle_questions
from memories.inbox.proposals import create_proposals
from memories.knowledge.entities import same_as
from memories.knowledge.entities.edit import create_entity, update_entity
from memories.knowledge.entities.edit import delete_entity as entity_delete
from memories.knowledge.entities.merge import merge_entities, merge_preview, undo_merge
from memories.knowledge.entities.merge_plan import MergePreview, RelationSeen
from memories.knowledge.entities.same_as import separate_entities
from memories.knowledge.entities.split import split_entity
from memories.knowledge.entities.undo import undo_of_entity
from memories.knowledge.mentions.correct import (
    CorrectionResult,
    clear_correction,
    correct_mention,
    retype_mention,
    undo_correction,
)
from memories.knowledge.states.create import create_state
from memories.knowledge.states.edit import (
    state_close,
    state_complete,
    state_hide,
    state_keep,
    state_revise,
    state_supersede,
    state_undo,
)
from memories.knowledge.states.lookup import StateChange
from memories.models import StateKind
from memories.records.annotations.types import TypeReader, raise_notes
from memories.schemas import parsed
from memories.schemas.states import EntitySaved, StateInput
from memories.selectors.entities import entity_out

__all__ = [
    "CorrectionResult",
    "MergePreview",
    "RelationSeen",
    "StateChange",
    "clear_correction",
    "correct_mention",
    "entity_create",
    "entity_delete",
    "entity_revise",
    "join_entities",
    "merge_entities",
    "merge_preview",
    "retype_mention",
    "sampling_messages",
    "separate_entities",
    "split_entity",
    "state_close",
    "state_complete",
    "state_create",
    "state_hide",
    "state_keep",
    "state_revise",
    "state_supersede",
    "state_undo",
    "store_sampled_answer",
    "undo_correction",
    "undo_merge",
    "undo_of_entity",
]


def state_create(caller: Caller, item: StateInput, *, now: datetime | None = None) -> StateChange:
    """Create a state; propose it instead if its confidence is too low.

    Words for the predicate are read as in a save, and ``notes`` say what became a fact.

    Raises:
        InvalidInput: contradictory dates, or no value.
        NotFound: an entity or memory is not visible to the caller, or is in another pack.
    """
    now, types = now or timezone.now(), TypeReader(caller)
    item = _known_predicate(item, types)
    with transaction.atomic():
        changed = replace(create_state(caller, item, now=now), notes=tuple(types.notes))
        if not changed.suggestions:
            return changed
        proposals = create_proposals(changed.suggestions, now=now, caller=caller)
    return replace(changed, proposals=tuple(proposal.uid for proposal in proposals))


def _known_predicate(item: StateInput, types: TypeReader) -> StateInput:
    if not item.predicate and item.kind != StateKind.RELATION:
        return item
    kind, key = types.predicate(item.predicate, item.kind)
    value = item.value
    if item.predicate and not key:
        if item.object:
            raise_notes(types.notes)
        value = f"{item.predicate}: {value}"
    return item.model_copy(update={"kind": StateKind(kind), "predicate": key, "value": value})


def join_entities(
    caller: Caller, one: UUID, other: UUID, *, reason: str = "", now: datetime | None = None
) -> UUID:
    """Say that two entities of different packs are one, and settle a question about them.

    Raises:
        Forbidden, NotFound, Conflict: as for ``knowledge.entities.same_as.join_entities``.
    """
    now = now or timezone.now()
    with transaction.atomic():
        change_id = same_as.join_entities(caller, one, other, reason=reason, now=now)
        settle_questions(caller.base_user, [frozenset({one, other})], now)
    return change_id


def entity_create(caller: Caller, item: NewEntity, *, now: datetime | None = None) -> EntitySaved:
    """Create an entity by hand; a word that is no type makes a Concept, which ``notes`` say.

    Raises:
        InvalidInput: the attributes break the rules of the type.
        Conflict: the pack has an entity of this type with this name or one of the aliases.
    """
    types = TypeReader(caller)
    item = item.model_copy(update={"type": types.entity_type(item.type)})
    return _saved(entity_out(caller, create_entity(caller, item, now=now)), types)


def entity_revise(
    caller: Caller, entity_id: UUID, patch: EntityPatch, *, now: datetime | None = None
) -> EntitySaved:
    """Update the given fields of an entity; aliases are replaced.

    A word that is no type is left out, which ``notes`` say if something else changes.

    Raises:
        NotFound, InvalidInput, Conflict: nothing was changed.
    """
    types = TypeReader(caller)
    if patch.type is not None:
        patch = _known_type(patch, types)
    return _saved(entity_out(caller, update_entity(caller, entity_id, patch, now=now)), types)


def _known_type(patch: EntityPatch, types: TypeReader) -> EntityPatch:
    meant = types.entity_type(patch.type or "", instead="")
    given = patch.model_dump(exclude={"type"}, exclude_unset=True)
    if not given.keys() - {"reason"}:
        raise_notes(types.notes)
    return parsed(EntityPatch, given | ({"type": meant} if meant else {}))


def _saved(out: EntityOut, types: TypeReader) -> EntitySaved:
    return EntitySaved(**out.model_dump(), notes=types.notes)
