"""What a person is asked about states: is it so, and which of two is right."""

from typing import Any

from graph.models import RelationType
from memories.models import ProposalKind, State
from memories.schemas.inbox import Suggestion
from nlp.text.fold import name_key

from .assertion import Said


def proposed_state(said: Said, kind: RelationType | None) -> Suggestion:
    """Return the question whether a claim that is not sure enough is so.

    Between two entities it is one about their relation.
    """
    if kind is not None and said.subject and said.object and not said.ends and said.is_orderly:
        return _suggestion(ProposalKind.RELATION, _relation(said, kind), said, "")
    key = (
        f"{_subject_id(said)}|{said.predicate}|{name_key(said.value)}|{'ends' if said.ends else ''}"
    )
    return _suggestion(ProposalKind.STATE, _state(said), said, key)


def contradiction(said: Said, known: State, made: State) -> Suggestion:
    """Return the question which of two states holds, the one said earlier first."""
    pair = sorted((known, made), key=lambda state: state.last_confirmed_at or state.recorded_at)
    uids = [str(state.uid) for state in pair]
    reason = " / ".join(state.value for state in pair)
    return _suggestion(
        ProposalKind.CONTRADICTION, {"states": uids}, said, "|".join(sorted(uids)), reason
    )


def _suggestion(
    kind: ProposalKind, payload: dict[str, Any], said: Said, key: str, reason: str = ""
) -> Suggestion:
    return Suggestion(
        kind=kind,
        user_id=said.user_id,
        payload=payload,
        key=key,
        confidence=said.confidence,
        reason=reason,
        method=said.method,
        evidence=tuple(said.evidence),
        namespace=said.namespace,
    )


def _relation(said: Said, kind: RelationType) -> dict[str, Any]:
    assert said.subject is not None
    assert said.object is not None
    given = {
        "source": str(said.subject.entity_id),
        "target": str(said.object.entity_id),
        "type": kind.type_name,
    }
    return {**given, **_times(said, "valid_from", "valid_to")}


def _state(said: Said) -> dict[str, Any]:
    given: dict[str, Any] = {
        "kind": said.kind,
        "subject": _subject_id(said),
        "predicate": said.predicate,
        "value": said.value,
        "body": said.body,
    }
    if said.ends and said.valid_to is None:
        given["valid_to"] = said.said_at.isoformat()
    names = ("valid_from", "valid_to", "due_at") if said.is_orderly else ("due_at",)
    return {**given, **_times(said, *names)}


def _subject_id(said: Said) -> str | None:
    return str(said.subject.entity_id) if said.subject else None


def _times(said: Said, *names: str) -> dict[str, str]:
    moments = {name: getattr(said, name) for name in names}
    return {name: at.isoformat() for name, at in moments.items() if at is not None}
