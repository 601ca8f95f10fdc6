"""Apply the policy of a pack to saves, and to changes of memories."""

from collections.abc import Sequence

from memories.schemas import MemoryInput, MemoryPatch
from memories.schemas.inputs import sensitive_label
from memories.schemas.leniency.base import NoteOut
from nlp.predicates import CONDITION
from nlp.privacy.policy import HEALTH, MASK, REFUSE

from .treatment import KEYS, Treatment

# What a save is known by, and where it goes.
IDENTITY = frozenset({"namespace", "session_id", "device_id", "external_id", "source"})

EXPOSED = (
    "{name} seems to hold sensitive text ({kinds}) and was stored as it is: identifiers are not masked. "
    "Use another one."
)


def treated_save(item: MemoryInput, treatment: Treatment, prefix: str) -> MemoryInput:
    """Return a save as its pack may store it; its extra data names the kinds that were masked."""
    kept = treatment.fields(item, prefix, keys=KEYS | IDENTITY)
    if not treatment.masked:
        return item
    return kept.model_copy(update={"extra_data": treatment.noted(kept.extra_data)})


def without_conditions(item: MemoryInput, treatment: Treatment, prefix: str) -> MemoryInput:
    """Return a save, its types known, without the conditions that its pack masks or refuses."""
    if treatment.policy.health not in {MASK, REFUSE}:
        return item
    states = [one for one in item.states if one.predicate != CONDITION]
    relations = [one for one in item.relations if one.type != CONDITION]
    if len(states) == len(item.states) and len(relations) == len(item.relations):
        return item
    for at, one in enumerate(item.states):
        treatment.state_value(one.predicate, one.value, f"{prefix}states.{at}.value")
    treatment.masked.add(HEALTH)
    extra = treatment.noted(item.extra_data)
    update = {"states": states, "relations": relations, "extra_data": extra}
    return item.model_copy(update=update)


def exposed_in(item: MemoryInput, treatment: Treatment, prefix: str) -> list[str]:
    """Return warnings about what would be masked in identifiers, which are stored as they are.

    What the pack refuses is refused here too.
    """
    if treatment.is_idle:
        return []
    warnings = []
    for name in sorted(IDENTITY):
        own = Treatment(treatment.pack, treatment.policy)
        own.text(getattr(item, name) or "", f"{prefix}{name}")
        treatment.problems += own.problems
        if own.masked:
            kinds = ", ".join(map(sensitive_label, sorted(own.masked)))
            warnings.append(EXPOSED.format(name=name, kinds=kinds))
    return warnings


def without_sensitive(notes: Sequence[NoteOut], treatment: Treatment) -> list[NoteOut]:
    """Return notes that repeat nothing of what the pack does not keep."""
    return [
        note.model_copy(update={"detail": treatment.as_mask.text(note.detail, note.field)})
        for note in notes
    ]


def treated_patch(patch: MemoryPatch, treatment: Treatment) -> MemoryPatch:
    """Return a change as the pack of its memory may store it, its reason too.

    Raises:
        InvalidInput: the pack refuses a part of it.
    """
    kept = treatment.fields(patch)
    treatment.raise_problems()
    return kept
