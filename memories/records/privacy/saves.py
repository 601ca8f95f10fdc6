"""Apply the policy of a pack to saves, and to changes of memories."""

from memories.schemas import MemoryInput, MemoryPatch

from .treatment import KEYS, Treatment

# What a save is known by, and where it goes.
IDENTITY = frozenset({"namespace", "session_id", "device_id", "external_id", "source"})


def treated_save(item: MemoryInput, treatment: Treatment, prefix: str) -> MemoryInput:
    """Return a save as its pack may store it; its extra data names the kinds that were masked."""
    kept = treatment.fields(item, prefix, keys=KEYS | IDENTITY)
    if not treatment.masked:
        return item
    return kept.model_copy(update={"extra_data": treatment.noted(kept.extra_data)})


def treated_patch(patch: MemoryPatch, treatment: Treatment) -> MemoryPatch:
    """Return a change as the pack of its memory may store it, its reason too.

    Raises:
        InvalidInput: the pack refuses a part of it.
    """
    kept = treatment.fields(patch)
    treatment.raise_problems()
    return kept
