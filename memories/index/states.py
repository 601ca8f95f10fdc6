"""The text of a state: what search indexes and the embedding model reads."""

from memories.models import State


def state_text(state: State) -> str:
    """Return the body of a state, or its parts in their order; the subject goes before both.

    The subject has to be loaded.
    """
    subject = state.subject.name if state.subject else ""
    told = (state.predicate.replace("_", " "), state.value)
    said = state.body or " ".join(part for part in told if part)
    return said if subject in said else f"{subject}: {said}"
