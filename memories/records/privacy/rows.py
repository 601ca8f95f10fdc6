"""Apply the policy of a pack to what is stored already: a memory that moves there."""

from collections.abc import Collection
from typing import Any

from memories.models import Memory, State

from .treatment import MASKED, NAMES, Treatment

COLUMNS = {
    "text": "raw_text", "assistant_text": "assistant_text", "title": "title", "speaker": "speaker",
    "image_summaries": "image_summaries", "client_context": "client_context",
    "extra_data": "extra_data",
}  # fmt: skip


def treated_columns(
    memory: Memory, treatment: Treatment, *, replaced: Collection[str] = ()
) -> dict[str, Any]:
    """Return the columns of a memory that the policy changes, with their new values.

    ``replaced`` are fields that another change of the same transaction replaces.

    Raises:
        InvalidInput: the pack refuses a part of it.
    """
    if treatment.is_idle:
        return {}
    changed: dict[str, Any] = {}
    for name, column in COLUMNS.items():
        before = getattr(memory, column)
        if name not in replaced:
            after = treatment.value(before, name, is_name=name in NAMES)
            changed |= {column: after} if after != before else {}
    treatment.raise_problems()
    return changed


def treated_state(state: State, treatment: Treatment) -> None:
    """Set the value and the sentence of a state to what the policy leaves of them.

    Raises:
        InvalidInput: the pack refuses a part of it.
    """
    if treatment.is_idle:
        return
    state.value = treatment.state_value(state.predicate, state.value, "states.value")
    state.body = treatment.text(state.body, "states.body")
    treatment.raise_problems()


def note_masked(memory: Memory, treatment: Treatment) -> None:
    """Set in the extra data which kinds are masked in a memory now."""
    texts = (memory.raw_text, memory.assistant_text, memory.title)
    before = memory.extra_data.get(MASKED)
    known = before if isinstance(before, list) else []
    still = {kind for kind in known if any(f"[{kind}]" in text for text in texts)}
    extra = {name: value for name, value in memory.extra_data.items() if name != MASKED}
    found = sorted(still | treatment.masked)
    memory.extra_data = {**extra, MASKED: found} if found else extra
