"""Tell which found states are over: they ended, or they are copies of one that ended."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from memories.models import Memory, State
from memories.models.state import ENDED_BY
from memories.records.state_sentences import has_ended
from memories.schemas import ReplacedBy
from memories.search.candidates.search_context import SearchContext
from nlp.text.tokens import name_key

Claim = tuple[str, str, str]


class PastStates:
    """Which of these states are over.

    The same claim may be stored in two packs. If one of both has ended, the other has as well,
    unless it was said or confirmed later.
    """

    def __init__(self, search: SearchContext, states: Sequence[State]) -> None:
        self._search = search
        self._over = {state.pk for state in states if has_ended(state, search.now)}
        live = [state for state in states if state.pk not in self._over and state.predicate]
        # Who asks about the past asks for its states as they were.
        if live and not search.is_about_past:
            self._over |= self._copies(live)
        self._successors = self._ended_by([state for state in states if state.pk in self._over])

    def has(self, state: State) -> bool:
        """Whether a state no longer holds."""
        return state.pk in self._over

    def replaced_by(self, state: State) -> ReplacedBy | None:
        """Return the memory that ended a state, if the caller may find it."""
        return self._successors.get(_ender(state)) if state.pk in self._over else None

    def _copies(self, live: Sequence[State]) -> set[int]:
        search = self._search
        names = {state.subject.name_key for state in live if state.subject}
        rows = (
            State.objects.of(search.caller)
            .filter(superseded_at=None, valid_to__lte=search.now)
            .filter(predicate__in={state.predicate for state in live})
            .filter(Q(subject=None) | Q(subject__name_key__in=names))
            .exclude(validation_status__in=("proposed", "rejected"))
            .select_related("subject")
        )
        ended: dict[Claim, datetime] = {}
        for row in rows:
            assert row.valid_to is not None
            ended[_claim(row)] = max(row.valid_to, ended.get(_claim(row), row.valid_to))
        return {
            state.pk
            for state in live
            if (at := ended.get(_claim(state))) and at > _last_said(state)
        }

    def _ended_by(self, over: Sequence[State]) -> dict[int | None, ReplacedBy]:
        pks = {ender for state in over if (ender := _ender(state)) is not None}
        if not pks:
            return {}
        rows = Memory.objects.of(self._search.caller).findable().filter(pk__in=pks)
        return {
            pk: ReplacedBy(id=uid, title=title, date=at)
            for pk, uid, title, at in rows.values_list("pk", "uid", "title", "created_at")
        }


def _claim(state: State) -> Claim:
    subject = name_key(state.subject.name) if state.subject else ""
    return subject, state.predicate, name_key(state.value)


def _last_said(state: State) -> datetime:
    said_at: str | None = state.extra_data.get("said_at")
    first = datetime.fromisoformat(said_at) if said_at else state.valid_from or state.recorded_at
    return state.last_confirmed_at or first


def _ender(state: State) -> int | None:
    named = state.extra_data.get(ENDED_BY)
    return int(named[0]) if named else None
