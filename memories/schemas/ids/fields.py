"""Ids in inputs: whole, or by a unique prefix where a resolver is at hand (MCP)."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from core.errors import InvalidInput, NotFound, WasurenaError

# The key of a resolver in the context of a validation.
RESOLVER = "id_resolver"


class IdKind(StrEnum):
    """What an id may name."""

    MEMORY = "memory"
    STATE = "state"
    RUN = "search"
    ENTITY = "entity"
    PROPOSAL = "proposal"


# Returns the whole id of a prefix; raises InvalidInput or NotFound.
IdResolver = Callable[[IdKind, str, str], UUID]


def id_of(kind: IdKind, *, is_mentioned: bool = False) -> BeforeValidator:
    """Return the validator of an id of this kind: prefixes are resolved where the context can.

    An unknown id that is only mentioned beside others makes its field wrong, not the request.
    """
    as_problem: tuple[type[WasurenaError], ...] = (InvalidInput,)
    if is_mentioned:
        as_problem = (InvalidInput, NotFound)

    def resolved(value: Any, info: ValidationInfo) -> Any:
        resolver: IdResolver | None = (info.context or {}).get(RESOLVER)
        if resolver is None or not isinstance(value, str):
            return value
        try:
            return resolver(kind, value, info.field_name or "id")
        except as_problem as error:
            # So that the problem stands at its path, beside those of other fields.
            (problem,) = error.problems
            raise PydanticCustomError("id", "{detail}", {"detail": problem.detail}) from error

    return BeforeValidator(resolved, json_schema_input_type=UUID)


MemoryId = Annotated[UUID, id_of(IdKind.MEMORY)]
RunId = Annotated[UUID, id_of(IdKind.RUN)]
MentionedMemory = Annotated[UUID, id_of(IdKind.MEMORY, is_mentioned=True)]
MentionedState = Annotated[UUID, id_of(IdKind.STATE, is_mentioned=True)]
