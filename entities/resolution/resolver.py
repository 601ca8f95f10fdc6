"""Resolve names in memories to entities: one resolver for one batch of one space."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from entities.models import Entity, EntityAlias
from entities.registry import EntityRegistry
from nlp.names.forms import NameForm, form_of
from nlp.names.scoring import Candidate, Context, Decision, KnownEntity, score_candidates

from .candidate_index import CandidateIndex, companion_key, compatible_types

MOST_DUPLICATES = 10


@dataclass(frozen=True, slots=True)
class NameQuery:
    """A name in a text: its type, aliases given with it, and the confidence of the finder."""

    name: str
    type: str
    aliases: tuple[str, ...] = ()
    confidence: float = 1.0

    @property
    def names(self) -> tuple[str, ...]:
        """Every name."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class Alternative:
    """A known entity that a name may mean: score in 0…1, and reasons."""

    entity: Entity
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """The entity that a name means; ``alternatives`` to ask about, highest score first.

    After ``maybe`` the entity is new, and the alternatives are candidates for a merge with it.
    """

    entity: Entity
    is_new: bool
    decision: Decision
    score: float
    reasons: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


@dataclass(slots=True)
class Resolver:
    """Resolves the names of one batch; ``load`` first, ``store`` last."""

    user_id: str
    now: datetime
    registry: EntityRegistry = field(init=False)
    _candidates: CandidateIndex = field(init=False)
    _types: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start without entities."""
        self.registry = EntityRegistry(user_id=self.user_id, now=self.now)
        self._candidates = CandidateIndex(self.user_id)

    @property
    def created(self) -> Sequence[Entity]:
        """The new entities."""
        return self.registry.created

    def load(self, queries: Iterable[NameQuery]) -> None:
        """Read the candidates of these names, in a constant number of queries."""
        listed = list(queries)
        self._types.update(compatible_types({one.type for one in listed}))
        self.registry.load([(name, one.type) for one in listed for name in one.names])
        types = {kind for one in listed for kind in self._types[one.type]}
        self._candidates.load([form for one in listed for form in _forms(one)], types)

    def knows(self, query: NameQuery, context: Context) -> bool:
        """Return whether a name surely means a known entity; nothing is created."""
        forms = _forms(query)
        types = self._types.get(query.type, frozenset({query.type}))
        verdict = score_candidates(self._candidates.matching(forms, types), forms, context)
        return verdict.decision is Decision.SAME

    def resolve(self, query: NameQuery, context: Context) -> Resolution:
        """Resolve a name in its context; create an entity if no known one has the name."""
        forms = _forms(query)
        types = self._types.get(query.type, frozenset({query.type}))
        verdict = score_candidates(self._candidates.matching(forms, types), forms, context)
        alternatives = tuple(_alternative(candidate) for candidate in verdict.candidates)
        if verdict.decision is Decision.SAME:
            found = verdict.candidates[0]
            self._learn(found, query, forms, context)
            return Resolution(
                found.what, False, Decision.SAME, found.score, found.reasons, alternatives[1:]
            )
        entity = self.registry.create(query.name, query.type, confidence=query.confidence)
        self.registry.add_aliases(entity, query.aliases)
        self._candidates.add(KnownEntity(entity, forms, context, 1))
        score = verdict.candidates[0].score if verdict.candidates else 0.0
        return Resolution(entity, True, verdict.decision, score, alternatives=alternatives)

    def _learn(
        self,
        found: Candidate[Entity],
        query: NameQuery,
        forms: tuple[NameForm, ...],
        context: Context,
    ) -> None:
        """Add a name to a known entity unless it is only a part, such as a family name."""
        is_kept = found.rule.is_fuller or not found.rule.is_partial
        self.registry.add_aliases(found.what, query.names if is_kept else query.aliases)
        known = self._candidates.of(found.what)
        if known is not None:
            kept = {**dict.fromkeys(known.forms), **dict.fromkeys(forms if is_kept else ())}
            self._candidates.add(
                KnownEntity(
                    found.what, tuple(kept), known.context.joined(context), known.mentions + 1
                )
            )

    def store(self) -> None:
        """Insert the new entities and aliases."""
        self.registry.store()


def name_context(
    companions: Iterable[str] = (),
    *,
    tags: Iterable[str] = (),
    context: str = "",
    session: object = "",
) -> Context:
    """Return the context of a name: names in the same memory, tags, context and session."""
    return Context(
        companions=frozenset(key for name in companions if (key := companion_key(name))),
        tags=frozenset(tags),
        contexts=frozenset({context} - {""}),
        sessions=frozenset({str(session)} if session else ()),
    )


def find_possible_duplicates(entity: Entity) -> list[Alternative]:
    """Return entities of the same space that may be the same as this one, highest score first."""
    kind = entity.entity_type_id
    aliases = EntityAlias.objects.filter(entity=entity).values_list("alias", "reading")
    names: Iterable[tuple[str, str]] = [(entity.name, entity.reading), *aliases]
    forms = [form_of(name, kind, reading) for name, reading in names]
    types = compatible_types({kind})[kind]
    index = CandidateIndex(entity.user_id)
    index.load(forms, types)
    itself = index.of(entity)
    others = [one for one in index.matching(forms, types) if one.what != entity]
    verdict = score_candidates(others, forms, itself.context if itself else Context())
    return [
        Alternative(row.what, row.score, row.reasons)
        for row in verdict.candidates[:MOST_DUPLICATES]
    ]


def _forms(query: NameQuery) -> tuple[NameForm, ...]:
    return tuple(dict.fromkeys(form_of(name, query.type) for name in query.names))


def _alternative(candidate: Candidate[Entity]) -> Alternative:
    return Alternative(candidate.what, candidate.score, candidate.reasons)
