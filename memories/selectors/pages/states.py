"""Facts page: open tasks, current states by subject, past states."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q

from core.caller import Caller
from entities.models import Entity, SpaceQuerySet, ValidationStatus
from graph.same_as import same_as_seen, same_entities
from memories.models import Memory, State, StateKind
from memories.models.state import ENDED_BY
from memories.records.state_sentences import StateSentences, has_ended
from memories.schemas.states import StateFilters, TaskStatus
from memories.selectors.states import state_list, states_as_of

MOST_CURRENT, MOST_PAST, MOST_STATED = 300, 100, 30
# Leaves out versions that a correction replaced.
VERSION_OF = "extra_data__version_of__isnull"


@dataclass(frozen=True, slots=True)
class ListedState:
    """A state as a sentence, and its open status."""

    state: State
    sentence: str
    said_in: Memory | None
    is_open: bool
    is_late: bool
    # The memory whose words ended it, and these words.
    ended_by: Memory | None = None
    ended_words: str = ""


@dataclass(frozen=True, slots=True)
class SubjectStates:
    """States of one entity; of the owner if ``entity`` is None."""

    entity: Entity | None
    states: list[ListedState]


@dataclass(frozen=True, slots=True)
class StatesPage:
    """Tasks by due date, current states by subject, past states newest first."""

    tasks: list[ListedState]
    subjects: list[SubjectStates]
    past: list[ListedState]
    entity: Entity | None
    held_at: datetime | None
    # Only tasks with this status are shown.
    only: TaskStatus | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the page has no states."""
        return not (self.tasks or self.subjects or self.past)


def states_page(
    caller: Caller,
    *,
    packs: Sequence[str],
    now: datetime,
    entity: Entity | None = None,
    held_at: datetime | None = None,
    only: TaskStatus | None = None,
) -> StatesPage:
    """Return current states, or those at a time, or the tasks with a status; of one entity if given."""
    if only:
        return _tasks_page(caller, packs, now, entity, only)
    filters = StateFilters(pack=list(packs), entity=entity.entity_id if entity else None)
    rows = state_list(caller, filters).select_related("subject")
    tasks = rows.filter(kind=StateKind.TASK, superseded_at=None).exclude(
        validation_status="rejected"
    )
    facts = rows.exclude(kind=StateKind.TASK)
    held = states_as_of(caller, held_at=held_at or now).values("pk")
    ended = Q(valid_to__lte=now, superseded_at=None)
    to_do = tasks.filter(completed_at=None).order_by(F("due_at").asc(nulls_last=True), "-pk")
    shown = [] if held_at else list(to_do[:MOST_CURRENT])
    current = list(facts.filter(pk__in=held).order_by("-salience", "-pk")[:MOST_CURRENT])
    past = facts.filter(ended, **{VERSION_OF: True}).order_by("-valid_to", "-pk")[:MOST_PAST]
    done = tasks.filter(completed_at__isnull=False).order_by("-completed_at")[:MOST_PAST]
    over = [] if held_at else [*past, *done]
    listing = _Listing(caller, now, [*shown, *current, *over], _ending_memories(caller, over))
    return StatesPage(
        tasks=[listing.of(state) for state in shown],
        subjects=_by_subject(caller, [listing.of(state) for state in current]),
        past=[listing.of(state) for state in over],
        entity=entity,
        held_at=held_at,
    )


def _tasks_page(
    caller: Caller, packs: Sequence[str], now: datetime, entity: Entity | None, only: TaskStatus
) -> StatesPage:
    """Return the tasks with a status, the most urgent first; those done last come first."""
    about = entity.entity_id if entity else None
    rows = state_list(caller, StateFilters(pack=list(packs), entity=about, tasks=only))
    order = F("completed_at").desc() if only == "done" else F("due_at").asc(nulls_last=True)
    shown = list(rows.select_related("subject").order_by(order, "-pk")[:MOST_CURRENT])
    listing = _Listing(caller, now, shown, {})
    tasks = [listing.of(state) for state in shown]
    return StatesPage(tasks, [], [], entity, held_at=None, only=only)


def _ending_memories(caller: Caller, states: Sequence[State]) -> dict[int, Memory]:
    """Return the visible memories whose words ended these states, by primary key."""
    pks = {state.extra_data[ENDED_BY][0] for state in states if ENDED_BY in state.extra_data}
    return Memory.objects.of(caller).kept().in_bulk(pks) if pks else {}


def _by_subject(caller: Caller, states: Sequence[ListedState]) -> list[SubjectStates]:
    """Group states by subject, the owner first; one in several packs is one subject."""
    subjects = {one.state.subject_id for one in states} - {None}
    joined = same_entities(same_as_seen(caller), [uid for uid in subjects if uid])
    groups: dict[UUID | None, list[ListedState]] = {}
    for known in states:
        uid = known.state.subject_id
        groups.setdefault(uid and min(joined[uid]), []).append(known)
    ordered = sorted(groups.items(), key=lambda group: group[0] is not None)
    return [SubjectStates(group[0].state.subject, group) for _, group in ordered]


class _Listing:
    """Lists states with their sentences and what ended them."""

    def __init__(
        self, caller: Caller, now: datetime, states: Sequence[State], ending: dict[int, Memory]
    ) -> None:
        self.now = now
        self.ending = ending
        self.sentences = StateSentences(caller, states, now=now)

    def of(self, state: State) -> ListedState:
        evidence = list(state.evidence.all())
        is_over = has_ended(state, self.now)
        pk, start, end = state.extra_data.get(ENDED_BY, (0, 0, 0))
        ended_by = self.ending.get(pk)
        return ListedState(
            state=state,
            sentence=self.sentences.of(state),
            said_in=evidence[0] if evidence else None,
            is_open=not is_over and state.completed_at is None and state.superseded_at is None,
            is_late=state.due_at is not None and state.due_at < self.now,
            ended_by=ended_by,
            ended_words=ended_by.raw_text[start:end] if ended_by else "",
        )


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A state as a sentence, for the pages of memories and entities."""

    sentence: str
    is_past: bool


def stated_facts(caller: Caller, rows: SpaceQuerySet[State], *, now: datetime) -> list[StatedFact]:
    """Return current states as sentences, what has ended last; those that a person rejected are left out."""
    rows = rows.filter(superseded_at=None).exclude(validation_status=ValidationStatus.REJECTED)
    states = list(rows.select_related("subject").order_by("-salience", "pk")[:MOST_STATED])
    sentences = StateSentences(caller, states, now=now)
    facts = [
        StatedFact(sentences.of(state), has_ended(state, now) or state.completed_at is not None)
        for state in states
    ]
    return sorted(facts, key=lambda fact: fact.is_past)
