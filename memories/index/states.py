"""What a state says, as one text: what searches look at and models read."""

from memories.models import State


def state_text(state: State) -> str:
    """Return the body of a state, or its parts in their order; the subject goes before both.

    The subject has to be loaded.
    """
    subject = state.subject.name if state.subject else ""
    told = (state.predicate.replace("_", " "), state.value)
    said = state.body or " ".join(part for part in told if part)
    return said if subject in said else f"{subject}: {said}"


def is_findable(state: State) -> bool:
    """Whether a search may find a state: recalled, not replaced by a newer one, not rejected."""
    return (
        state.searchable
        and state.superseded_at is None
        and state.validation_status not in {"rejected", "proposed"}
    )
