"""Say states as sentences, in the reader's language and with what is not settled yet."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import get_language

from core.caller import Caller, base_user_of
from entities.models import ValidationStatus
from entities.models.types import types_by_key
from graph.models import EntityRelation, RelationType
from memories.models import Proposal, ProposalKind, ProposalStatus, State, StateKind
from nlp.phrasing import Reader, StateParts, has_phrase, sentence
from nlp.text.tokens import detect
from packs.spec import SHARED

ENGLISH, JAPANESE = "en", "ja"
# An age changes by itself: told longer ago than this, it is said with its day.
AGE, STAYS_SO = "age", timedelta(days=183)


class StateSentences:
    """Says the states of one person; types and open questions are read once, for all of them.

    Without a ``language`` it is that of the reader, who is the owner unless an assistant reads.
    """

    def __init__(
        self,
        caller: Caller,
        states: Sequence[State],
        *,
        now: datetime,
        reader: Reader = Reader.OWNER,
        language: str = "",
    ) -> None:
        self._now = now
        self._zone = caller.zone
        self._reader = reader
        self._language = language or active_language()
        self._labels = _labels(caller, states, self._language)
        self._unsettled = unsettled_states(caller, states)

    def of(self, state: State) -> str:
        """Return one of the states as a sentence; its subject must be loaded."""
        return sentence(self._statement(state), language=self._language, reader=self._reader)

    def is_unsettled(self, state: State) -> bool:
        """Return whether the state is proposed, or contradicts another."""
        return state.uid in self._unsettled

    def disputed(self, state: State) -> str:
        """Return the values between which nobody has decided: “3 May / 4 May”; empty for none."""
        return self._unsettled.get(state.uid, "")

    def _statement(self, state: State) -> StateParts:
        return StateParts(
            subject=state.subject.name if state.subject else None,
            predicate=state.predicate,
            value=state.value,
            body=state.body,
            kind=state.kind,
            label=self._labels.get(state.predicate, ""),
            valid_from=_local(state.valid_from, self._zone),
            valid_to=_local(state.valid_to, self._zone),
            due_at=_local(state.due_at, self._zone),
            completed_at=_local(state.completed_at, self._zone),
            has_ended=has_ended(state, self._now),
            starts_later=state.valid_from is not None and state.valid_from > self._now,
            is_unsettled=self.is_unsettled(state),
            told_at=_local(_told_long_ago(state, self._now), self._zone),
            role=state.role,
        )


def _told_long_ago(state: State, now: datetime) -> datetime | None:
    """Return when an age was told; None of what stays so, or has dates of its own."""
    if state.predicate != AGE or state.valid_from or state.valid_to:
        return None
    return state.last_said_at if now - state.last_said_at > STAYS_SO else None


def relation_sentence(
    relation: EntityRelation, label: str, *, now: datetime, zone: ZoneInfo
) -> str:
    """Return a relation between two entities as a sentence for the owner; ``label`` names its type."""
    statement = StateParts(
        subject=relation.source.name,
        predicate=relation.type_key,
        value=relation.target.name,
        label=label,
        valid_from=_local(relation.valid_from, zone),
        valid_to=_local(relation.valid_to, zone),
        has_ended=is_past_relation(relation, now),
        starts_later=relation.valid_from is not None and relation.valid_from > now,
        is_unsettled=relation.validation_status == ValidationStatus.PROPOSED,
    )
    return sentence(statement, language=active_language(), reader=Reader.OWNER)


def plain_sentence(state: State, label: str, *, zone: tzinfo) -> str:
    """Return a state as a sentence for the owner, whatever is open about it."""
    statement = StateParts(
        subject=state.subject.name if state.subject else None,
        predicate=state.predicate,
        value=state.value,
        body=state.body,
        kind=state.kind,
        label=label,
        valid_from=_local(state.valid_from, zone),
        valid_to=_local(state.valid_to, zone),
        due_at=_local(state.due_at, zone),
        role=state.role,
    )
    return sentence(statement, language=active_language(), reader=Reader.OWNER)


def is_past_relation(relation: EntityRelation, now: datetime) -> bool:
    """Return whether a relation was replaced or has ended."""
    has_closed = relation.valid_to is not None and relation.valid_to <= now
    return relation.superseded_at is not None or has_closed


def active_language() -> str:
    """Return the language of whoever reads a page or an answer: Japanese, or else English."""
    return JAPANESE if (get_language() or "").startswith(JAPANESE) else ENGLISH


def language_of_question(question: str) -> str:
    """Return the language of a question; without letters that tell, the reader's."""
    found = detect(question)
    return found if found in (ENGLISH, JAPANESE) else active_language()


def has_ended(state: State, now: datetime) -> bool:
    """Return whether a state no longer holds."""
    return state.valid_to is not None and state.valid_to <= now


def unsettled_states(caller: Caller, states: Sequence[State]) -> Mapping[UUID, str]:
    """Return those states that are only proposed, or that an open question sets against another.

    With the values that contradict each other, unless a caller who is bound to a namespace might
    not see one of them.
    """
    if not states:
        return {}
    own = {state.uid for state in states}
    asked = Proposal.objects.of(caller).filter(
        user_id__in={*(state.user_id for state in states), caller.space(SHARED)},
        status=ProposalStatus.OPEN,
        kind=ProposalKind.CONTRADICTION,
    )
    pairs = asked.values_list("payload", "reason")
    named = {
        UUID(uid): "" if caller.namespace else reason
        for payload, reason in pairs
        for uid in payload.get("states", ())
    }
    proposed = {s.uid: "" for s in states if s.validation_status == ValidationStatus.PROPOSED}
    return {**proposed, **{uid: words for uid, words in named.items() if uid in own}}


def _labels(caller: Caller, states: Sequence[State], language: str) -> Mapping[str, str]:
    """Return the names of relation types that have no phrase of their own."""
    is_named = any(
        s.predicate and s.kind != StateKind.TASK and not has_phrase(s.predicate) for s in states
    )
    if not is_named:
        return {}
    person = base_user_of(states[0].user_id)
    return {
        key: row.display_name if language == JAPANESE else row.display_name_en
        for key, row in types_by_key(RelationType, person).items()
    }


def _local(at: datetime | None, zone: tzinfo) -> datetime | None:
    return at.astimezone(zone) if at else None
