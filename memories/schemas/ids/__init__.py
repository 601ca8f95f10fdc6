"""Ids in inputs: whole, or by their beginning."""

from .fields import (
    RESOLVER,
    IdKind,
    IdResolver,
    MemoryId,
    MentionedMemory,
    MentionedState,
    RunId,
    id_of,
)

__all__ = [
    "RESOLVER",
    "IdKind",
    "IdResolver",
    "MemoryId",
    "MentionedMemory",
    "MentionedState",
    "RunId",
    "id_of",
]
