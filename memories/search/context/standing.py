"""What an assistant always has to know of the owner: allergies, conditions, diet, likes and preferences."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Case, Prefetch, Q, Value, When

from core.caller import Caller
from graph.models import RelationScope
from graph.services import relation_types
from memories.models import Memory, MemoryQuerySet, State, StateKind
from memories.records.state_sentences import StateSentences, language_of_question
from memories.schemas import ContextInput
from memories.schemas.recalled_text import warning_of
from nlp.phrasing import Reader
from nlp.predicates import CONDITION, TASTES
from nlp.text.tokens import name_key
from packs.selection import chosen_packs

from .parts import Entry
from .sources import newest_title, said_state

PREFERENCE = "preference"
# What harms if it is not known comes before what only pleases.
SAFETY = ("allergic_to", CONDITION, "diet")
# A preference from this importance on is always told, pinned or not.
IMPORTANT = 0.8
# So many are told, of so many of the latest that are compared.
MOST, MOST_READ = 12, 200
# "tea over coffee" and "coffee over tea" are about the same two.
OVER = re.compile(r"(?<!\s)\s++(?:over|rather than|instead of)\s+|より(?:も)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StandingPreferences:
    """The entries to tell always, the most important first, and states that newer ones replaced."""

    entries: list[Entry]
    outdated: frozenset[UUID]


def standing(caller: Caller, request: ContextInput, now: datetime) -> StandingPreferences:
    """Return the owner's standing preferences; filters but packs and times do not apply.

    Of two states about one thing, or of a type that has one value at a time, the newer one wins.
    """
    at = request.filters.held_at or request.filters.as_of or now
    spaces = caller.spaces(chosen_packs(caller, request.packs))
    states = _states(caller, spaces, at)
    kept = _newest(caller, states)
    outdated = [state for state in states if state not in kept]
    memories = _preferences(caller, spaces, outdated, at)
    told = {memory.pk for memory in memories}
    spoken = [state for state in kept if told.isdisjoint(m.pk for m in state.evidence.all())]
    entries = [*_state_entries(caller, request, spoken, now), *map(_memory_entry, memories)]
    return StandingPreferences(_ranked(entries, spoken), frozenset(state.uid for state in outdated))


def _states(caller: Caller, spaces: Sequence[str], at: datetime) -> list[State]:
    """Return what is known of the owner's preferences and holds, the latest first."""
    is_safety = Case(When(predicate__in=SAFETY, then=Value(0)), default=Value(1))
    rows = (
        State.objects.of(caller)
        .in_spaces(spaces)
        .findable()
        .supported()
        .filter(
            Q(valid_from=None) | Q(valid_from__lte=at),
            Q(valid_to=None) | Q(valid_to__gt=at),
            kind=StateKind.FACT,
            subject=None,
            predicate__in=(*SAFETY, *TASTES),
        )
    )
    kept = Memory.objects.of(caller).kept().only("pk")
    latest = rows.order_by(is_safety, "-recorded_at", "-pk")[:MOST_READ]
    found = latest.prefetch_related(Prefetch("evidence", kept))
    return sorted(found, key=lambda state: state.last_said_at, reverse=True)


def _newest(caller: Caller, states: Iterable[State]) -> list[State]:
    types = relation_types(RelationScope.ENTITIES, caller.base_user)
    single = {key for key, row in types.items() if row.single_valued}
    kept: dict[Hashable, State] = {}
    for state in states:
        kept.setdefault(_subject_matter(state, single), state)
    return list(kept.values())


def _subject_matter(state: State, single: set[str]) -> Hashable:
    """Return a key that states have in common of which only one can hold."""
    if state.predicate in single:
        return state.predicate
    things = frozenset(name_key(part) for part in OVER.split(state.value))
    return ("taste" if state.predicate in TASTES else state.predicate, things)


def _preferences(
    caller: Caller, spaces: Sequence[str], outdated: Sequence[State], at: datetime
) -> list[Memory]:
    """Return preferences that are pinned or important, and not those that say what was replaced."""
    rows: MemoryQuerySet = Memory.objects.of(caller).in_spaces(spaces).findable()
    ended = State.objects.of(caller).filter(predicate__in=(*SAFETY, *TASTES), valid_to__lte=at)
    gone = {memory.pk for state in outdated for memory in state.evidence.all()}
    marked = rows.filter(Q(pinned=True) | Q(importance_score__gte=IMPORTANT))
    latest = (
        marked.filter(memory_type=PREFERENCE)
        .annotate(newer=newest_title(caller))
        .filter(newer=None)
        .exclude(pk__in=gone)
        .exclude(states__in=ended)
        .order_by("-pinned", "-importance_score", "-created_at", "-pk")
    )
    return list(latest[:MOST])


def _state_entries(
    caller: Caller, request: ContextInput, states: Sequence[State], now: datetime
) -> list[Entry]:
    language = language_of_question(request.message)
    sentences = StateSentences(caller, states, now=now, reader=Reader.ASSISTANT, language=language)
    return [
        said_state(state.uid, state.last_said_at, sentences.of(state), state.kind, state.confidence)
        for state in states
    ]


def _memory_entry(memory: Memory) -> Entry:
    return Entry(
        id=memory.uid,
        at=memory.created_at,
        text=memory.raw_text,
        speaker=memory.speaker,
        type=memory.memory_type,
        warning=warning_of(is_order=memory.is_order),
    )


def _ranked(entries: Sequence[Entry], states: Sequence[State]) -> list[Entry]:
    """Return the foremost: what harms if unknown, what the owner marked, then the latest said."""
    harms = {state.uid for state in states if state.predicate in SAFETY}
    said = {state.uid: state.last_said_at for state in states}
    order = sorted(
        entries,
        key=lambda one: (one.id not in harms, one.is_state, -said.get(one.id, one.at).timestamp()),
    )
    most = order[:MOST]
    return [one.scored(1 - place / len(most)) for place, one in enumerate(most)]
