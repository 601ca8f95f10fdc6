"""Load the subjects of proposals, and preview what each answer would do."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from uuid import UUID

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope, base_user_of
from core.errors import NotFound
from core.journal import TOKEN, Piece
from entities.models import Entity, EntityType, SpaceQuerySet
from entities.models.types import types_by_id, types_by_key
from graph.models import RelationType
from graph.same_as import SAME_AS
from memories.models import InboxRule, Memory, Proposal, State

# Below this share of common words, nearly everything would be marked.
LEAST_COMMON = 0.3
LONGEST_COMPARED = 6_000
# The shortest common text: a single common character is a coincidence.
LEAST_SAME = 2


def proposal_get(caller: Caller, uid: UUID) -> Proposal:
    """Return one proposal; raise NotFound if the caller may not see it."""
    if proposal := proposals_seen(caller).filter(uid=uid).first():
        return proposal
    raise NotFound(format_lazy(_("there is no proposal {uid}"), uid=uid), field="id")


def proposals_seen(caller: Caller) -> SpaceQuerySet[Proposal]:
    """Return the proposals that the caller may see; bound to packs, none about several packs."""
    caller.require(Scope.READ)
    rows = Proposal.objects.of(caller)
    return rows if caller.packs is None else rows.exclude(payload__type=SAME_AS)


def rule_list(caller: Caller) -> SpaceQuerySet[InboxRule]:
    """Return the caller's rules, newest first; none for a caller bound to a namespace."""
    caller.require(Scope.READ)
    rows = InboxRule.objects.of(caller)
    return rows.none() if caller.namespace else rows


def rule_get(caller: Caller, uid: UUID) -> InboxRule:
    """Return one rule; raise NotFound if the caller may not see it."""
    if rule := rule_list(caller).filter(uid=uid).first():
        return rule
    raise NotFound(format_lazy(_("there is no rule {uid}"), uid=uid), field="id")


@dataclass(frozen=True, slots=True)
class SubjectIds:
    """The public ids of the rows that a payload refers to.

    ``is_about_end``: it asks whether the states have ended, so that each has to hold.
    """

    memories: tuple[UUID, ...] = ()
    entities: tuple[UUID, ...] = ()
    states: tuple[UUID, ...] = ()
    is_about_end: bool = False


@dataclass(frozen=True)
class SubjectCache:
    """Subjects by public id; a missing one is deleted or belongs to another user."""

    memories: dict[UUID, Memory] = field(default_factory=dict)
    entities: dict[UUID, Entity] = field(default_factory=dict)
    states: dict[UUID, State] = field(default_factory=dict)
    # The user whose type labels are shown; empty if rows of several users are loaded.
    person: str = ""

    @classmethod
    def load(cls, people: Iterable[str], subject_ids: Sequence[SubjectIds]) -> "SubjectCache":
        """Load the subjects that belong to these users, with three queries."""
        owners = set(people)
        memories = {uid for one in subject_ids for uid in one.memories}
        entities = {uid for one in subject_ids for uid in one.entities}
        states = {uid for one in subject_ids for uid in one.states}
        return cls(
            {row.uid: row for row in _memories(memories) if base_user_of(row.user_id) in owners},
            {
                row.entity_id: row
                for row in _entities(entities)
                if base_user_of(row.user_id) in owners
            },
            {row.uid: row for row in _states(states) if base_user_of(row.user_id) in owners},
            person=next(iter(owners)) if len(owners) == 1 else "",
        )

    @cached_property
    def relation_labels(self) -> dict[str, str]:
        """The labels of link and relation types, loaded on first use."""
        types = types_by_key(RelationType, self.person)
        return {key: row.label for key, row in types.items()}

    def relation_label(self, name: str) -> str:
        """Return the label of a link or relation type."""
        return self.relation_labels.get(name, name)

    @cached_property
    def _entity_types(self) -> dict[str, EntityType]:
        return types_by_id(EntityType, self.person)

    def entity_type_label(self, entity: Entity) -> str:
        """Return the label of an entity's type."""
        kind = self._entity_types.get(entity.entity_type_id)
        return kind.label if kind else entity.type_key

    def has(self, subject_ids: SubjectIds) -> bool:
        """Return whether all subjects exist: not deleted, merged, superseded or done."""
        return not self.missing(subject_ids)

    def stored(self, subject_ids: SubjectIds) -> bool:
        """Return whether all subjects are stored, hidden, merged and superseded ones included."""
        return (
            self.memories.keys() >= set(subject_ids.memories)
            and self.entities.keys() >= set(subject_ids.entities)
            and self.states.keys() >= set(subject_ids.states)
        )

    def missing(self, subject_ids: SubjectIds) -> list[UUID]:
        """Return the ids of the subjects that no longer exist."""
        return [
            *(uid for uid in subject_ids.memories if not self._is_kept(uid)),
            *(uid for uid in subject_ids.entities if not self._is_apart(uid)),
            *(uid for uid in subject_ids.states if not self._is_current(uid)),
            *(uid for uid in subject_ids.states if subject_ids.is_about_end and self._has_end(uid)),
        ]

    def _is_kept(self, uid: UUID) -> bool:
        memory = self.memories.get(uid)
        return memory is not None and memory.invalidated_at is None

    def _is_apart(self, uid: UUID) -> bool:
        entity = self.entities.get(uid)
        return entity is not None and entity.merged_into_id is None

    def _is_current(self, uid: UUID) -> bool:
        state = self.states.get(uid)
        return state is not None and state.superseded_at is None and state.completed_at is None

    def _has_end(self, uid: UUID) -> bool:
        state = self.states.get(uid)
        return state is not None and state.valid_to is not None


def _memories(uids: set[UUID]) -> Iterable[Memory]:
    return Memory.objects.filter(uid__in=uids).defer("raw_audio") if uids else ()


def _entities(ids: set[UUID]) -> Iterable[Entity]:
    return Entity.objects.filter(entity_id__in=ids).select_related("merged_into") if ids else ()


def _states(uids: set[UUID]) -> Iterable[State]:
    return State.objects.filter(uid__in=uids).select_related("subject") if uids else ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways to accept a proposal."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of accepting: its label, the value now and the value after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The question of one proposal and the effects of its answers, as plain text.

    ``compared`` are two memories to show side by side; differences are marked if they are
    ``versions`` of each other.
    """

    question: str
    accepting: str
    rejecting: str
    choices: tuple[Choice, ...] = ()
    effects: tuple[Effect, ...] = ()
    compared: tuple[UUID, ...] = ()
    versions: bool = True


@dataclass(frozen=True, slots=True)
class EditField:
    """A payload value that a user may correct before accepting.

    ``options`` are values with labels; without options the value is typed, with ``is_time``
    as a date.
    """

    name: str
    label: str
    value: str
    options: Sequence[tuple[str, str]] = ()
    is_time: bool = False


@dataclass(frozen=True, slots=True)
class TextComparison:
    """Both texts in pieces: ``same``, or ``removed`` on the left and ``added`` on the right."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...]


def compare_texts(left: str, right: str) -> TextComparison:
    """Mark the differences of two texts, unless they are long or have little in common."""
    old, new = TOKEN.findall(left), TOKEN.findall(right)
    if len(left) + len(right) > LONGEST_COMPARED:
        return _unmarked(left, right)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    steps = [step for step in matcher.get_opcodes() if _is_worth(step, old)]
    common = sum(b - a for what, a, b, _c, _d in steps if what == "equal")
    if common < LEAST_COMMON * max(len(old), len(new), 1):
        return _unmarked(left, right)
    kept = [(a, b, c, d) for what, a, b, c, d in steps if what == "equal"]
    return TextComparison(
        tuple(_pieces(old, [(a, b) for a, b, _c, _d in kept], "removed")),
        tuple(_pieces(new, [(c, d) for _a, _b, c, d in kept], "added")),
    )


def _is_worth(step: tuple[str, int, int, int, int], tokens: Sequence[str]) -> bool:
    what, begin, end, _c, _d = step
    return what != "equal" or len("".join(tokens[begin:end]).strip()) >= LEAST_SAME


def _unmarked(left: str, right: str) -> TextComparison:
    return TextComparison((Piece("same", left),), (Piece("same", right),))


def _pieces(tokens: Sequence[str], same: Sequence[tuple[int, int]], other: str) -> Iterator[Piece]:
    at = 0
    for begin, end in same:
        if at < begin:
            yield Piece(other, "".join(tokens[at:begin]))
        yield Piece("same", "".join(tokens[begin:end]))
        at = end
    if at < len(tokens):
        yield Piece(other, "".join(tokens[at:]))
