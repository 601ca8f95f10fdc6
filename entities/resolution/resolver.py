"""Finding out who or what a name in a memory means: one resolver for one batch of one space."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from entities.models import Entity
from entities.services import EntityBook
from nlp.names.context import Context
from nlp.names.forms import NameForm, form_of
from nlp.names.scoring import Candidate, Decision, KnownEntity, score_candidates

from .roster import Roster, companion_key, compatible_types


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name found in a text: its type, other names given with it, and how sure the find is."""

    name: str
    type: str
    aliases: tuple[str, ...] = ()
    confidence: float = 1.0

    @property
    def names(self) -> tuple[str, ...]:
        """Every name."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class Rival:
    """A known entity that a name might mean: how likely in 0…1, and why."""

    entity: Entity
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who a name means. ``rivals``: others that it may mean, to be asked about, likeliest first.

    After ``maybe`` the entity is new, and each rival is one that it may have to be merged into.
    """

    entity: Entity
    is_new: bool
    decision: Decision
    score: float
    reasons: tuple[str, ...] = ()
    rivals: tuple[Rival, ...] = ()


@dataclass(slots=True)
class Resolver:
    """The entities that one batch mentions; ``load`` first, ``store`` last."""

    user_id: str
    now: datetime
    book: EntityBook = field(init=False)
    _roster: Roster = field(init=False)
    _types: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with nobody."""
        self.book = EntityBook(user_id=self.user_id, now=self.now)
        self._roster = Roster(self.user_id)

    @property
    def made(self) -> Sequence[Entity]:
        """The entities that are new."""
        return self.book.made

    def load(self, wanted: Iterable[Wanted]) -> None:
        """Read whom these names may mean, in a constant number of queries."""
        asked = list(wanted)
        self._types.update(compatible_types({one.type for one in asked}))
        self.book.load([(name, one.type) for one in asked for name in one.names])
        types = {kind for one in asked for kind in self._types[one.type]}
        self._roster.load([form for one in asked for form in _forms(one)], types)

    def knows(self, wanted: Wanted, context: Context) -> bool:
        """Whether a name surely means somebody who is known already; nothing is made."""
        forms = _forms(wanted)
        types = self._types.get(wanted.type, frozenset({wanted.type}))
        verdict = score_candidates(self._roster.candidates(forms, types), forms, context)
        return verdict.decision is Decision.SAME

    def resolve(self, wanted: Wanted, context: Context) -> Resolution:
        """Decide whom a name means where it stands; one that nobody has is made."""
        forms = _forms(wanted)
        types = self._types.get(wanted.type, frozenset({wanted.type}))
        verdict = score_candidates(self._roster.candidates(forms, types), forms, context)
        rivals = tuple(_rival(candidate) for candidate in verdict.candidates)
        if verdict.decision is Decision.SAME:
            found = verdict.candidates[0]
            self._known_better(found, wanted, forms, context)
            return Resolution(
                found.what, False, Decision.SAME, found.score, found.reasons, rivals[1:]
            )
        entity = self.book.make(wanted.name, wanted.type, confidence=wanted.confidence)
        self.book.call_also(entity, wanted.aliases)
        self._roster.add(KnownEntity(entity, forms, context, 1))
        score = verdict.candidates[0].score if verdict.candidates else 0.0
        return Resolution(entity, True, verdict.decision, score, rivals=rivals)

    def _known_better(
        self,
        found: Candidate[Entity],
        wanted: Wanted,
        forms: tuple[NameForm, ...],
        context: Context,
    ) -> None:
        """Keep a name that says as much as the known ones; a family name alone is anybody's."""
        is_kept = found.rule.is_fuller or not found.rule.is_partial
        self.book.call_also(found.what, wanted.names if is_kept else wanted.aliases)
        known = self._roster.of(found.what)
        if known is not None:
            kept = {**dict.fromkeys(known.forms), **dict.fromkeys(forms if is_kept else ())}
            self._roster.add(
                KnownEntity(
                    found.what, tuple(kept), known.context.joined(context), known.mentions + 1
                )
            )

    def store(self) -> None:
        """Insert what is new."""
        self.book.store()


def surroundings(
    companions: Iterable[str] = (),
    *,
    tags: Iterable[str] = (),
    context: str = "",
    session: object = "",
) -> Context:
    """Return the context of a name: other names beside it, tags and context folded, session id."""
    return Context(
        companions=frozenset(key for name in companions if (key := companion_key(name))),
        tags=frozenset(tags),
        contexts=frozenset({context} - {""}),
        sessions=frozenset({str(session)} if session else ()),
    )


def _forms(wanted: Wanted) -> tuple[NameForm, ...]:
    return tuple(dict.fromkeys(form_of(name, wanted.type) for name in wanted.names))


def _rival(candidate: Candidate[Entity]) -> Rival:
    return Rival(candidate.what, candidate.score, candidate.reasons)
