"""Read the words for types in a change of a memory."""

from typing import Any
from uuid import UUID

from core.caller import Caller
from memories.records.lookup import memory_row
from memories.schemas import MemoryPatch
from memories.schemas.leniency.base import NoteOut
from packs import registry

from .types import TypeReader

STAYS = "the pack stays as it is"


def known_patch(caller: Caller, uid: UUID, patch: MemoryPatch) -> tuple[MemoryPatch, list[NoteOut]]:
    """Return the change with known types, without the words that are none, and notes on these.

    A category that the memory has stays valid, even if its pack was removed.
    """
    types = TypeReader(caller)
    read: dict[str, Any] = {}
    if patch.memory_type is not None:
        read["memory_type"] = types.memory_type(patch.memory_type, instead="") or None
    if patch.category and not _is_own_category(caller, uid, patch.category):
        read["category"] = types.category(patch.category) or None
    if patch.pack is not None:
        read["pack"] = types.pack(patch.pack, STAYS)
    lost = {name for name, value in read.items() if value is None}
    kept = {name: getattr(patch, name) for name in patch.model_fields_set - lost}
    return MemoryPatch.model_construct(**{**kept, **_without(read, lost)}), types.notes


def _without(read: dict[str, Any], lost: set[str]) -> dict[str, Any]:
    return {name: value for name, value in read.items() if name not in lost}


def _is_own_category(caller: Caller, uid: UUID, category: str) -> bool:
    if category in registry.category_keys():
        return True
    return bool(memory_row(caller, uid).category == category)
