"""Sources of a context's entries: hits, pins, the session, current states."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from core.caller import Caller
from core.db.fields import at_or_below
from entities.models import Entity, EntityAlias, ValidationStatus
from memories.models import Memory, MemoryQuerySet, State, StateEntity
from memories.records.state_sentences import StateSentences, language_of_question
from memories.schemas import ContextInput, Hit, SearchFilters
from memories.schemas.recalled_text import warning_of
from nlp.phrasing import Reader
from nlp.text.tokens import fold, name_key
from packs.selection import chosen_packs

from .parts import Entry

MAX_PINNED = 10
MAX_SESSION = 12
COLUMNS = ("uid", "created_at", "raw_text", "speaker", "memory_type", "is_order")
# The number of most salient states that are searched for names.
MAX_READ = 1_000
MAX_NAMED = 12
MAX_SALIENT = 5
# The salience that a state needs if the message does not name it.
SALIENT = 0.5


def relevant(hits: Iterable[Hit]) -> list[Entry]:
    """Return the memories that were found, the best first."""
    return [
        Entry(
            id=hit.memory.id,
            at=hit.memory.created_at,
            text=hit.memory.text,
            speaker=hit.memory.speaker,
            type=hit.memory.memory_type,
            score=hit.score,
            words=tuple(hit.explanation.matched_words),
            warning=hit.memory.warning,
        )
        for hit in hits
    ]


def pinned(caller: Caller, request: ContextInput) -> list[Entry]:
    """Return pinned memories, the most important first; filters do not apply."""
    rows = _findable(caller, request).filter(pinned=True)
    return _entries(rows.order_by("-importance_score", "-created_at", "-pk")[:MAX_PINNED])


def session_so_far(caller: Caller, request: ContextInput) -> list[Entry]:
    """Return the latest memories of the session that the caller names, the last one first."""
    if request.session_id is None:
        return []
    rows = _findable(caller, request).filter(session__key=request.session_id)
    return _entries(rows.order_by("-created_at", "-pk")[:MAX_SESSION])


def _findable(caller: Caller, request: ContextInput) -> MemoryQuerySet:
    spaces = caller.spaces(chosen_packs(caller, request.packs))
    return Memory.objects.of(caller).in_spaces(spaces).findable()


def _entries(rows: MemoryQuerySet) -> list[Entry]:
    listed = list(rows.values_list(*COLUMNS))
    # Their order is their only score: the first is the most important.
    return [
        Entry(
            uid,
            at,
            text,
            speaker,
            kind,
            score=1 - place / len(listed),
            warning=warning_of(is_order=is_order),
        )
        for place, (uid, at, text, speaker, kind, is_order) in enumerate(listed)
    ]


def current_states(caller: Caller, request: ContextInput, now: datetime) -> list[Entry]:
    """Return the states that hold, those of named entities first, then by salience.

    The filters ``held_at`` and ``known_at`` (or ``as_of``) ask for another time than now.
    """
    spaces = caller.spaces(chosen_packs(caller, request.packs))
    rows = State.objects.of(caller).in_spaces(spaces).filter(searchable=True, completed_at=None)
    if caller.namespace:
        rows = rows.filter(at_or_below(caller.namespace))
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    rows = rows.filter(_held(request.filters, now))
    read = list(rows.select_related("subject").order_by("-salience", "-recorded_at")[:MAX_READ])
    named = _named(read, request.message)
    first = [state for state in read if state.pk in named][:MAX_NAMED]
    rest = [s for s in read if s.pk not in named and s.salience >= SALIENT][:MAX_SALIENT]
    sentences = StateSentences(
        caller,
        [*first, *rest],
        now=now,
        reader=Reader.ASSISTANT,
        language=language_of_question(request.message),
    )
    return [
        _entry(state, sentences.of(state), is_named=state.pk in named) for state in (*first, *rest)
    ]


def _held(filters: SearchFilters, now: datetime) -> Q:
    """Return the condition of states that held at a time, as we know it now or knew it then."""
    at, known_at = filters.held_at or now, filters.known_at or filters.as_of
    held = (Q(valid_from=None) | Q(valid_from__lte=at)) & (Q(valid_to=None) | Q(valid_to__gt=at))
    if known_at is None:
        return held & Q(superseded_at=None)
    is_current = Q(superseded_at=None) | Q(superseded_at__gt=known_at)
    return held & Q(recorded_at__lte=known_at) & is_current


def _named(states: Sequence[State], message: str) -> set[int]:
    """Return the states whose subject or further entities the message names."""
    about: dict[int, set[UUID]] = {state.pk: set() for state in states}
    for state in states:
        if state.subject is not None:
            about[state.pk].add(state.subject.entity_id)
    further = StateEntity.objects.filter(state__in=about).values_list(
        "state_id", "entity__entity_id"
    )
    for pk, entity in further:
        about[pk].add(entity)
    asked = _asked(set().union(*about.values()), message)
    return {pk for pk, entities in about.items() if entities & asked}


def _asked(entities: set[UUID], message: str) -> set[UUID]:
    """Return those of the entities whose name or alias stands in the message."""
    if not entities:
        return set()
    spoken = f" {' '.join(fold(message).split())} "
    aliases = EntityAlias.objects.filter(entity__entity_id__in=entities)
    names = Entity.objects.filter(entity_id__in=entities)
    keys = (
        *names.values_list("entity_id", "name_key"),
        *aliases.values_list("entity__entity_id", "alias_key"),
    )
    return {entity for entity, key in keys if _stands_in(key, spoken)}


def _stands_in(key: str, spoken: str) -> bool:
    """Return whether a name occurs: as whole words if it is Latin, anywhere otherwise."""
    if len(key) < 2:
        return False
    if not key.isascii():
        return key in spoken or key in name_key(spoken)
    return re.search(rf"(?<![a-z0-9]){re.escape(key)}(?![a-z0-9])", spoken) is not None


def _entry(state: State, told: str, *, is_named: bool) -> Entry:
    sure = f" (confidence {state.confidence:.2f})" if state.confidence < 1 else ""
    return Entry(
        id=state.uid,
        at=state.last_confirmed_at or state.recorded_at,
        text=f"{told}{sure}",
        type=state.kind,
        score=(1 + state.salience) / 2 if is_named else state.salience / 2,
    )
