"""States beside the hits of a search: only those that bear on the question."""

import re
from collections.abc import Sequence
from datetime import datetime
from heapq import nlargest
from uuid import UUID

from django.db.models import Prefetch, Q

from core.caller import Caller, pack_of
from entities.models import Entity, EntityAlias, SpaceQuerySet
from graph.models import RelationScope
from graph.services import relation_types
from memories.index.in_memory.rows import encode
from memories.models import ItemKind, Memory, State
from memories.records.state_sentences import StateSentences, language_of_question
from memories.schemas import EntityRef, Kind, SearchFilters, StateHit
from memories.search.candidates.asked_states import Asked, asked_states, held_now
from memories.search.candidates.search_context import SearchContext
from memories.search.filters import state_condition
from nlp.phrasing import Reader
from nlp.text.tokens import fold, name_key

from .answer import state_order
from .answerability import AnswerJudge
from .asked_people import Found
from .final_score import Ranked
from .narrowed import fits_in_time
from .past_states import PastStates

# At most so many states are shown together with memories.
MOST_BESIDE = 5
# A state bears on the question if it has this share of the relevance of the nearest memory, and of
# the best state: where a memory answers, most facts are only the nearest of those that do not.
# Relevance is made of standard deviations over the searched space, so that the bounds need not know
# the embedding model. Set on the tuning split of tests/bench/holding.jsonl.
LEAST_OF_NEAREST, LEAST_OF_BEST = 0.7, 0.82
# The same, of a state whose subject, or a word of which, the question names.
LEAST_OF_NEAREST_IF_TOLD = 0.5
# The least relevance of a state without a word of the question (greetings reach 0.15 by chance), and of
# one that is so much more relevant than every memory.
LEAST_BY_MEANING, CLEARLY_MORE, LEAST = 0.12, 1.5, 0.09
# What holds now of the owner, or of somebody, in one kind of state.
MOST_SUCCESSORS = 20
# States that have ended are seldom wanted, so their score is lowered.
ENDED = 0.6


def allowed_states(
    caller: Caller, user_ids: Sequence[str], filters: SearchFilters, now: datetime
) -> SpaceQuerySet[State]:
    """Return the states that a search may find."""
    rows = State.objects.of(caller).in_spaces(user_ids).filter(searchable=True).supported()
    return rows.filter(state_condition(filters, caller, now=now))


def found_states(
    search: SearchContext, best: Sequence[Ranked], judge: AnswerJudge | None = None
) -> list[StateHit]:
    """Return the states of the answer, best first.

    Together with memories, at most five that bear on the question. If the filters ask for states
    alone, up to the limit of the request.
    """
    only = search.request.filters.kind == [Kind.STATE]
    if not search.request.query.strip():
        return _listed(search) if only else []
    most = search.request.limit if only else min(search.request.limit, MOST_BESIDE)
    pks = nlargest(2 * most, search.state_relevance, key=search.state_relevance.__getitem__)
    if not only:
        least = LEAST_OF_NEAREST_IF_TOLD * _nearest(search, best)
        # A state's score is its relevance at most, so that the others need not be read.
        pks = [pk for pk in pks if search.state_relevance[pk] >= least]
    asked = Asked() if only else asked_states(search, MOST_BESIDE)
    if not pks and not asked.states:
        return []
    read = [state for state in _read(search, pks) if fits_in_time(search, state)]
    hits = _hits(search, read, judge)
    if not only:
        hits = _with_successors(search, _bearing(search, best, hits), judge)
        told = _hits(search, _read(search, asked.states), judge) if asked.states else []
        hits = _with_asked(hits, told) or _without_others(hits, asked)
    hits = one_of_each_dispute(hits)
    return sorted(hits, key=lambda hit: (-hit.score, hit.has_ended, -hit.recorded_at.timestamp()))[
        :most
    ]


def one_of_each_dispute(hits: Sequence[StateHit]) -> list[StateHit]:
    """Return the hits with one line for each contradiction: the value that was recorded last."""
    latest: dict[tuple[UUID | None, str, str], StateHit] = {}
    for hit in sorted(hits, key=lambda hit: hit.recorded_at):
        if hit.unsettled:
            latest[_dispute(hit)] = hit
    return [hit for hit in hits if not hit.unsettled or latest[_dispute(hit)] is hit]


def _dispute(hit: StateHit) -> tuple[UUID | None, str, str]:
    return hit.subject.id if hit.subject else None, hit.predicate, hit.unsettled


def _bearing(
    search: SearchContext, best: Sequence[Ranked], hits: Sequence[StateHit]
) -> list[StateHit]:
    """Return the states that bear on the question: the rule of searches and contexts alike."""
    nearest = _nearest(search, best)
    foremost = max((hit.score for hit in hits), default=0.0)
    by_meaning = max(LEAST, min(LEAST_BY_MEANING, CLEARLY_MORE * nearest))
    near = [hit for hit in hits if hit.score >= LEAST_OF_BEST * foremost]
    told = [hit for hit in near if hit.score >= LEAST_OF_NEAREST_IF_TOLD * nearest]
    sure = max(LEAST_OF_NEAREST * nearest, by_meaning)
    doubtful = [hit for hit in told if not hit.matched_words and hit.score < sure]
    named = _named(search, doubtful) if doubtful else frozenset()
    return [hit for hit in told if hit not in doubtful or hit.id in named]


def _with_successors(
    search: SearchContext, hits: list[StateHit], judge: AnswerJudge | None
) -> list[StateHit]:
    """Return the hits, and what holds now of the same kind and subject, where a hit has ended.

    Told alone, "lived in Morioka until May" hides where somebody lives: the words of what holds
    now may be further from the question, or of another language.
    """
    over = {_matter(hit): hit for hit in hits if hit.has_ended and hit.predicate}
    if not over or search.is_about_past:
        return hits
    types = relation_types(RelationScope.ENTITIES, search.caller.base_user)
    single = {matter[1] for matter in over} & {
        key for key, row in types.items() if row.single_valued
    }
    rows = held_now(search).filter(predicate__in=single)
    subjects = {matter[0] for matter in over}
    rows = rows.filter(Q(subject__in=subjects - {None}) | Q(subject=None)).exclude(
        uid__in=[hit.id for hit in hits]
    )
    pks = list(rows.values_list("pk", flat=True)[:MOST_SUCCESSORS]) if single else []
    current = _hits(search, _read(search, pks), judge) if pks else []
    return hits + [
        hit.model_copy(update={"score": over[_matter(hit)].score})
        for hit in current
        if _matter(hit) in over
    ]


def _with_asked(hits: list[StateHit], asked: Sequence[StateHit]) -> list[StateHit]:
    """Return the states that are asked for, which answer whatever their words are."""
    best = max((hit.score for hit in hits), default=LEAST)
    return [
        hit.model_copy(update={"score": max(hit.score, best), "answers": 1.0})
        for hit in asked
        if not hit.has_ended
    ]


def _without_others(hits: Sequence[StateHit], asked: Asked) -> list[StateHit]:
    """Return the hits but what is asked for and holds of somebody else: no home but the asker's."""
    return [
        hit
        for hit in hits
        if hit.has_ended
        or hit.predicate not in asked.predicates
        or (asked.is_of_owner and hit.subject is None)
    ]


def _matter(hit: StateHit) -> tuple[UUID | None, str]:
    return hit.subject.id if hit.subject else None, hit.predicate


def _nearest(search: SearchContext, best: Sequence[Ranked]) -> float:
    """Return the relevance of the nearest memory of the answer; 0 if there is none."""
    return max((search.relevance.get(hit.pk, 0.0) for hit in best), default=0.0)


def _named(search: SearchContext, hits: Sequence[StateHit]) -> frozenset[UUID]:
    """Return the states whose subject the question names, by any of its names."""
    subjects = {hit.subject.id for hit in hits if hit.subject}
    aliases = EntityAlias.objects.filter(entity__entity_id__in=subjects)
    keys = [
        *Entity.objects.filter(entity_id__in=subjects).values_list("entity_id", "name_key"),
        *aliases.values_list("entity__entity_id", "alias_key"),
    ]
    spoken = f" {' '.join(fold(search.request.query).split())} "
    asked = {entity for entity, key in keys if _stands_in(key, spoken)}
    return frozenset(hit.id for hit in hits if hit.subject and hit.subject.id in asked)


def _stands_in(key: str, spoken: str) -> bool:
    """Return whether a name occurs: as whole words if it is Latin, anywhere otherwise."""
    if len(key) < 2:
        return False
    if not key.isascii():
        return key in spoken or key in name_key(spoken)
    return re.search(rf"(?<![a-z0-9]){re.escape(key)}(?![a-z0-9])", spoken) is not None


def _read(search: SearchContext, pks: Sequence[int]) -> list[State]:
    rows = State.objects.of(search.caller).in_spaces(search.user_ids).filter(pk__in=pks)
    rows = rows.supported()
    kept = Memory.objects.of(search.caller).kept().only("uid")
    return list(rows.select_related("subject").prefetch_related(Prefetch("evidence", kept)))


def _listed(search: SearchContext) -> list[StateHit]:
    """Return the states that the filters keep, in the requested order, for an empty query.

    What has ended is left out, unless the filters ask for another time or validity.
    """
    rows = search.allowed_states()
    if not search.is_about_past and search.request.filters.validity is None:
        rows = rows.filter(Q(valid_to=None) | Q(valid_to__gt=search.now))
    first = rows.order_by(*state_order(search.request))
    pks = list(first.values_list("pk", flat=True)[: search.request.limit])
    read = {state.pk: state for state in _read(search, pks)}
    return _hits(search, [read[pk] for pk in pks if pk in read])


def _hits(
    search: SearchContext, states: Sequence[State], judge: AnswerJudge | None = None
) -> list[StateHit]:
    question = search.request.query if search.reader is Reader.ASSISTANT else ""
    sentences = StateSentences(
        search.caller,
        states,
        now=search.now,
        reader=search.reader,
        language=language_of_question(question),
    )
    past = PastStates(search, states)
    return [_hit(search, state, sentences, past, judge) for state in states]


def _hit(
    search: SearchContext,
    state: State,
    sentences: StateSentences,
    past: "PastStates",
    judge: AnswerJudge | None,
) -> StateHit:
    relevance = search.state_relevance.get(state.pk, 0.0)
    is_over = past.has(state)
    subject = _subject(state)
    return StateHit(
        id=state.uid,
        pack=pack_of(state.user_id),
        state_kind=state.kind,
        subject=subject,
        predicate=state.predicate,
        value=state.value,
        text=state.indexed_text,
        sentence=sentences.of(state),
        has_ended=is_over,
        is_unsettled=sentences.is_unsettled(state),
        unsettled=sentences.disputed(state),
        replaced_by=past.replaced_by(state),
        valid_from=state.valid_from,
        valid_to=state.valid_to,
        recorded_at=state.recorded_at,
        said_at=state.last_said_at,
        due_at=state.due_at,
        completed_at=state.completed_at,
        confidence=state.confidence,
        evidence=[memory.uid for memory in state.evidence.all()],
        score=round(relevance * (ENDED if is_over and not search.is_about_past else 1.0), 6),
        matched_words=_words(search, state.pk),
        answers=_answers(judge, state, subject),
    )


def _answers(judge: AnswerJudge | None, state: State, subject: EntityRef | None) -> float | None:
    read = Found.of_state(state.pk, state.indexed_text, subject)
    return judge.answers(read) if judge else None


def _subject(state: State) -> EntityRef | None:
    if (entity := state.subject) is None:
        return None
    return EntityRef(id=entity.entity_id, name=entity.name, type=entity.type_key)


def _words(search: SearchContext, pk: int) -> list[str]:
    place = search.places.get(encode(pk, ItemKind.STATE))
    if search.lexical is None or place is None:
        return []
    scored, at = place
    return search.lexical.matched(scored.space, scored.features.documents[[at]])[0]
