"""Suggest states and contradictions for the inbox."""

from typing import Any

from graph.models import RelationType
from memories.models import ProposalKind, State
from memories.schemas.inbox.proposals import Suggestion
from nlp.text.tokens import name_key

from .assertions import Assertion


def suggest_state(assertion: Assertion, kind: RelationType | None) -> Suggestion:
    """Suggest an uncertain assertion; between two entities suggest their relation."""
    if (
        kind is not None
        and assertion.subject
        and assertion.object
        and not assertion.ends
        and assertion.is_orderly
    ):
        return _suggestion(ProposalKind.RELATION, _relation(assertion, kind), assertion, "")
    ending = "ends" if assertion.ends else ""
    parts = (_subject_id(assertion), assertion.predicate, name_key(assertion.value), ending)
    key = "|".join(map(str, parts))
    return _suggestion(ProposalKind.STATE, _state(assertion), assertion, key)


def suggest_contradiction(assertion: Assertion, known: State, made: State) -> Suggestion:
    """Suggest a decision between two contradictory states, the earlier one first."""
    pair = sorted((known, made), key=lambda state: state.last_confirmed_at or state.recorded_at)
    uids = [str(state.uid) for state in pair]
    reason = " / ".join(state.value for state in pair)
    return _suggestion(
        ProposalKind.CONTRADICTION, {"states": uids}, assertion, "|".join(sorted(uids)), reason
    )


def _suggestion(
    kind: ProposalKind, payload: dict[str, Any], assertion: Assertion, key: str, reason: str = ""
) -> Suggestion:
    return Suggestion(
        kind=kind,
        user_id=assertion.user_id,
        payload=payload,
        key=key,
        confidence=assertion.confidence,
        reason=reason,
        method=assertion.method,
        evidence=tuple(assertion.evidence),
        namespace=assertion.namespace,
    )


def _relation(assertion: Assertion, kind: RelationType) -> dict[str, Any]:
    assert assertion.subject is not None
    assert assertion.object is not None
    given = {
        "source": str(assertion.subject.entity_id),
        "target": str(assertion.object.entity_id),
        "type": kind.type_name,
    }
    return {**given, **_times(assertion, "valid_from", "valid_to")}


def _state(assertion: Assertion) -> dict[str, Any]:
    given: dict[str, Any] = {
        "kind": assertion.kind,
        "subject": _subject_id(assertion),
        "predicate": assertion.predicate,
        "value": assertion.value,
        "body": assertion.body,
    }
    if assertion.ends and assertion.valid_to is None:
        given["valid_to"] = assertion.said_at.isoformat()
    names = ("valid_from", "valid_to", "due_at") if assertion.is_orderly else ("due_at",)
    return {**given, **_times(assertion, *names)}


def _subject_id(assertion: Assertion) -> str | None:
    return str(assertion.subject.entity_id) if assertion.subject else None


def _times(assertion: Assertion, *names: str) -> dict[str, str]:
    moments = {name: getattr(assertion, name) for name in names}
    return {name: at.isoformat() for name, at in moments.items() if at is not None}
