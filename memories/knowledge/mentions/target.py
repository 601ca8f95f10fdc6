"""Resolve the entity chosen in a correction: an existing one, a new one, or none."""

from uuid import UUID

from core.caller import Caller
from core.errors import Conflict, InvalidInput, Problem
from core.journal import Change
from core.schemas import parsed
from entities.models import Entity, Verdict
from entities.schemas import NewEntity
from entities.selectors import entity_get
from memories.knowledge.entities.edit import insert_entity
from memories.models import Memory


def resolve_target_entity(
    caller: Caller,
    memory: Memory,
    change: Change,
    *,
    verdict: str,
    entity: UUID | None,
    name: str,
    type: str,
) -> Entity | None:
    """Return the chosen entity, created if it is new; None if the span refers to none.

    Raises:
        InvalidInput: ``verdict``, ``entity``, ``name`` or ``type`` is invalid.
        NotFound: there is no such entity.
        Conflict: the entity was merged, or the name of the new entity is taken.
    """
    name, type = name.strip(), type.strip()
    target = _target(verdict, entity, name)
    if target == Verdict.IS_NOT:
        return None
    if isinstance(target, UUID):
        return _existing_entity(caller, memory, target)
    if not type:
        raise InvalidInput("a new entity needs a type", field="type", code="missing")
    item = parsed(NewEntity, {"name": name, "type": type})
    return insert_entity(item, memory.user_id, change)


def _target(verdict: str, entity: UUID | None, name: str) -> UUID | Verdict:
    """Return the id of the chosen entity, IS for a new entity, or IS_NOT for none."""
    if verdict not in Verdict.values:
        known = ", ".join(Verdict.values)
        raise InvalidInput(f"one of: {known}", field="verdict", code="unknown_verdict")
    given = [("entity", entity is not None), ("name", bool(name))]
    if verdict == Verdict.IS_NOT:
        problems = [
            Problem(field, "not_with_is_not", "this is not allowed with the verdict is_not")
            for field, is_given in given
            if is_given
        ]
        if problems:
            raise InvalidInput(problems)
        return Verdict.IS_NOT
    if all(is_given for _, is_given in given):
        raise InvalidInput("give “entity” or “name”, not both", field="name", code="both")
    if not any(is_given for _, is_given in given):
        raise InvalidInput(
            "say which entity it is, or the “name” and “type” of a new one",
            field="entity",
            code="missing",
        )
    return entity or Verdict.IS


def _existing_entity(caller: Caller, memory: Memory, entity_id: UUID) -> Entity:
    entity = entity_get(caller, entity_id, field="entity")
    if entity.user_id != memory.user_id:
        raise InvalidInput(
            f"{entity.name} is of the pack {entity.pack}, and this memory of {memory.pack}",
            field="entity",
            code="other_pack",
        )
    if entity.merged_into_id:
        raise Conflict(
            f"{entity.name} was merged into {entity.merged_into_id}; name that one",
            field="entity",
            code="merged",
        )
    return entity
