"""Turn search filters into conditions: keys ANDed, lists ORed, ``not`` negated. Imports models."""

from datetime import datetime

from core.caller import Caller
from memories.models import MemoryQuerySet
from memories.schemas import SearchFilters

from .memories import condition, entities_named
from .states import state_condition

__all__ = ["condition", "entities_named", "filtered", "is_empty", "state_condition"]


def filtered(
    rows: MemoryQuerySet,
    filters: SearchFilters,
    caller: Caller,
    *,
    path: str = "filters.",
    now: datetime | None = None,
) -> MemoryQuerySet:
    """Return the memories that meet ``filters``; errors name fields below ``path``.

    Raises:
        InvalidInput: a pack or a memory type does not exist, or a time cannot be represented.
    """
    return rows.filter(condition(filters, caller, path, now=now))


def is_empty(filters: SearchFilters) -> bool:
    """Whether no condition is given."""
    return filters.is_empty
