"""Compute the strength of memories, which halves with the half-life of pack and type.

Strength is displayed only; it changes no ranking by itself.
"""

from collections.abc import Iterable
from datetime import datetime

from memories.models import Memory
from packs import registry
from packs.spec import DecayPolicy

BATCH = 1_000
# Smaller changes are not written.
STEP = 0.01


def strength(memory: Memory, policy: DecayPolicy, now: datetime) -> float:
    """Return the strength of a memory in 0…1.

    Age counts from the last use. Pinned memories do not decay; important memories do not fall
    below the policy's floor.
    """
    half_life = policy.half_life_of(memory.memory_type)
    if memory.pinned or half_life <= 0:
        return 1.0
    since = max(memory.created_at, memory.last_used_at or memory.created_at)
    days = max(0.0, (now - since).total_seconds() / 86_400)
    faded = float(0.5 ** (days / half_life))
    return max(faded, policy.floor) if memory.importance_score >= policy.keep_above else faded


def recompute(now: datetime) -> int:
    """Recompute the strength of every visible memory; return the number of changed rows."""
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
