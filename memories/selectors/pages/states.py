"""Facts page: open tasks, current states by subject, past states."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q

from core.caller import Caller
from entities.models import Entity
from entities.models.types import types_by_key
from graph.models import RelationType
from memories.knowledge.states.versions import ENDED_BY
from memories.models import Memory, State, StateKind
from memories.schemas.states import StateFilters
from memories.selectors.states import state_list, states_as_of

MOST_CURRENT, MOST_PAST = 300, 100
# Leaves out versions that a correction replaced.
VERSION_OF = "extra_data__version_of__isnull"


@dataclass(frozen=True, slots=True)
class ListedState:
    """A state with its label and its open status."""

    state: State
    predicate: str
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
) -> StatesPage:
    """Return current states, or those at a time; of one entity if given."""
    filters = StateFilters(pack=list(packs), entity=entity.entity_id if entity else None)
    rows = state_list(caller, filters).select_related("subject")
    tasks = rows.filter(kind=StateKind.TASK, superseded_at=None).exclude(
        validation_status="rejected"
    )
    facts = rows.exclude(kind=StateKind.TASK)
    held = states_as_of(caller, held_at=held_at or now).values("pk")
    ended = Q(valid_to__lte=now, superseded_at=None)
    to_do = tasks.filter(completed_at=None).order_by(F("due_at").asc(nulls_last=True), "-pk")
    current = facts.filter(pk__in=held).order_by("-salience", "-pk")[:MOST_CURRENT]
    past = facts.filter(ended, **{VERSION_OF: True}).order_by("-valid_to", "-pk")[:MOST_PAST]
    done = tasks.filter(completed_at__isnull=False).order_by("-completed_at")[:MOST_PAST]
    over = [*past, *done]
    words = _Words(caller, now, _ending_memories(caller, over))
    return StatesPage(
        tasks=[] if held_at else [words.of(state) for state in to_do[:MOST_CURRENT]],
        subjects=_by_subject([words.of(state) for state in current]),
        past=[] if held_at else [words.of(state) for state in over],
        entity=entity,
        held_at=held_at,
    )


def _ending_memories(caller: Caller, states: Sequence[State]) -> dict[int, Memory]:
    """Return the visible memories whose words ended these states, by primary key."""
    pks = {state.extra_data[ENDED_BY][0] for state in states if ENDED_BY in state.extra_data}
    return Memory.objects.of(caller).kept().in_bulk(pks) if pks else {}


def _by_subject(states: Sequence[ListedState]) -> list[SubjectStates]:
    """Group states by subject, the owner first."""
    groups: dict[UUID | None, list[ListedState]] = {}
    for known in states:
        groups.setdefault(known.state.subject_id, []).append(known)
    ordered = sorted(groups.items(), key=lambda group: group[0] is not None)
    return [SubjectStates(group[0].state.subject, group) for _, group in ordered]


class _Words:
    """Labels of predicates: relation type names, else the key without underscores."""

    def __init__(self, caller: Caller, now: datetime, ending: dict[int, Memory]) -> None:
        self.now = now
        self.ending = ending
        types = types_by_key(RelationType, caller.base_user)
        self.labels = {key: row.label for key, row in types.items()}

    def of(self, state: State) -> ListedState:
        key = state.predicate
        evidence = list(state.evidence.all())
        is_over = state.valid_to is not None and state.valid_to <= self.now
        pk, start, end = state.extra_data.get(ENDED_BY, (0, 0, 0))
        ended_by = self.ending.get(pk)
        return ListedState(
            state=state,
            predicate=self.labels.get(key, key.replace("_", " ")),
            said_in=evidence[0] if evidence else None,
            is_open=not is_over and state.completed_at is None and state.superseded_at is None,
            is_late=state.due_at is not None and state.due_at < self.now,
            ended_by=ended_by,
            ended_words=ended_by.raw_text[start:end] if ended_by else "",
        )
