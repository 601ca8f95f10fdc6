"""How memories fade: strength halves with the half-life of pack and type (SPEC §8).

Strength moves nothing by itself: it is shown.
"""

from collections.abc import Iterable
from datetime import datetime

from memories.models import Memory
from packs import registry
from packs.spec import DecayPolicy

BATCH = 1_000
# Smaller changes are not worth a write.
STEP = 0.01


def strength(memory: Memory, policy: DecayPolicy, now: datetime) -> float:
    """Return the strength of a memory in 0…1.

    Use keeps a memory alive: its age counts from the last time it was recalled.
    Pinned memories do not fade, important ones not below the policy's floor.
    """
    half_life = policy.half_life_of(memory.memory_type)
    if memory.pinned or half_life <= 0:
        return 1.0
    since = max(memory.created_at, memory.last_used_at or memory.created_at)
    days = max(0.0, (now - since).total_seconds() / 86_400)
    faded = float(0.5 ** (days / half_life))
    return max(faded, policy.floor) if memory.importance_score >= policy.keep_above else faded


def recompute(now: datetime) -> int:
    """Store the strength of every kept memory again; return how many changed."""
    changed = 0
    for batch in _batches():
        moved = []
        for memory in batch:
            spec = registry.find(memory.pack)
            value = strength(memory, spec.decay if spec else DecayPolicy(), now)
            if abs(value - memory.decay_score) >= STEP:
                memory.decay_score = value
                moved.append(memory)
        Memory.objects.bulk_update(moved, ["decay_score"], batch_size=BATCH)
        changed += len(moved)
    return changed


def _batches() -> Iterable[list[Memory]]:
    last = 0
    columns = (
        "id",
        "user_id",
        "memory_type",
        "pinned",
        "importance_score",
        "created_at",
        "last_used_at",
        "decay_score",
    )
    while batch := list(
        Memory.objects.kept().filter(pk__gt=last).only(*columns).order_by("pk")[:BATCH]
    ):
        yield batch
        last = batch[-1].pk
