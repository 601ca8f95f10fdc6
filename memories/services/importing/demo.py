"""Load the demonstration data: three months in the life of a fictional person."""

import json
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any

from core.caller import Caller
from memories.schemas import BatchOut, MemoryInput, parsed
from memories.services.save import remember_batch

SOURCE = "demo"


def load_demo(caller: Caller, *, now: datetime) -> BatchOut:
    """Save the sample memories, dated back from ``now``; loading twice creates no duplicates."""
    lines = (files(__package__) / "demo_memories.jsonl").read_text("utf-8").splitlines()
    items = [parsed(MemoryInput, _dated(json.loads(line), now)) for line in lines if line.strip()]
    return remember_batch(caller, items, source=SOURCE, wait=True, now=now)


def _dated(fields: dict[str, Any], now: datetime) -> dict[str, Any]:
    days = fields.pop("days_ago")
    return {**fields, "created_at": now - timedelta(days=days)}
