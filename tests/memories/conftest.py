"""Saving at a given time, many at once, and reading back what is stored."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from core.caller import Caller
from memories.models import Memory
from memories.schemas import BatchOut, MemoryInput, parsed
from memories.services.save import remember_batch
from tests.db.conftest import UseFile, migrated, migrated_file, pointing, use_file

__all__ = ["UseFile", "migrated", "migrated_file", "pointing", "use_file"]

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)

SaveAll = Callable[..., BatchOut]


@pytest.fixture(scope="session")
def save_all() -> SaveAll:
    """Save a batch: texts, or whole items; ``common`` fields go to each one."""

    def _save_all(
        caller: Caller, items: list[Any], *, now: datetime | None = None, **common: Any
    ) -> BatchOut:
        given = [item if isinstance(item, dict) else {"text": item} for item in items]
        return remember_batch(
            caller, [parsed(MemoryInput, {**common, **item}) for item in given], now=now
        )

    return _save_all


def stored(out: Any) -> Memory:
    """Return the row of what a save answered."""
    return Memory.objects.get(uid=out.id)


def texts(out: Any) -> list[str]:
    """Return the texts of a search's hits, in order."""
    return [hit.memory.text for hit in out.results]
