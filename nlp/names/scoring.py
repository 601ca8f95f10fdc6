"""Score known entities for a name, and decide: the same, maybe the same, or new.

Nothing here reads the database, so that ``wasurena bench resolution`` measures just this.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from .forms import NameForm
from .matching import MatchRule, matching_rule

SESSION, CONTEXT = 0.5, 0.5
COMPANION, TAG, MOST_BY_WORDS = 0.4, 0.25, 0.8
ENOUGH_TO_DISAGREE = 2
SAME, MAYBE = 0.85, 0.6
# Two scores closer than this do not decide between two candidates.
MARGIN = 0.08
# If so many have just this name, one more of it tells nobody apart: the likeliest is meant.
MOST_NAMESAKES = 3
SUPPORT, ENOUGH_SUPPORT = 0.12, 0.4
CONTRARY, OTHER_RANK, FAMILY_SHARED = 0.15, 0.06, 0.1


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of a name in a memory, or of all mentions of an entity.

    ``companions`` and ``tags`` are folded names (``nlp.text.tokens.name_key``);
    ``contexts`` and ``sessions`` are stable identifiers.
    """

    companions: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    contexts: frozenset[str] = frozenset()
    sessions: frozenset[str] = frozenset()

    def joined(self, other: "Context") -> "Context":
        """Return the union of two contexts."""
        return Context(
            self.companions | other.companions,
            self.tags | other.tags,
            self.contexts | other.contexts,
            self.sessions | other.sessions,
        )

    @property
    def about(self) -> frozenset[str]:
        """Return everything that tells the topic; a session alone does not."""
        return self.companions | self.tags | self.contexts


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two contexts: ``support`` in 0…1, or evidence against one entity."""

    support: float = 0.0
    is_contrary: bool = False
    is_elsewhere: bool = False
    shared: tuple[str, ...] = field(default=())


def agreement(known: Context, wanted: Context) -> Agreement:
    """Compare the contexts of two names.

    Contrary: both have much context, and share nothing. Elsewhere: on top of that, both were
    filed under contexts or tags, and share none.
    """
    companions, tags = known.companions & wanted.companions, known.tags & wanted.tags
    contexts = known.contexts & wanted.contexts
    by_words = min(MOST_BY_WORDS, COMPANION * len(companions) + TAG * len(tags))
    support = by_words + CONTEXT * bool(contexts) + SESSION * bool(known.sessions & wanted.sessions)
    if support:
        return Agreement(min(1.0, support), shared=tuple(sorted(companions | tags | contexts)))
    is_contrary = min(len(known.about), len(wanted.about)) >= ENOUGH_TO_DISAGREE
    filed = (known.contexts | known.tags, wanted.contexts | wanted.tags)
    together = (known.companions, wanted.companions)
    return Agreement(
        is_contrary=is_contrary, is_elsewhere=is_contrary and all(filed) and all(together)
    )


Entity = TypeVar("Entity")


class Decision(StrEnum):
    """The resolution of a name: ``maybe`` creates a new entity and asks a person."""

    SAME = "same"
    MAYBE = "maybe"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class KnownEntity(Generic[Entity]):
    """A known entity: all its names, and the context of its mentions."""

    what: Entity
    forms: tuple[NameForm, ...]
    context: Context = field(default_factory=Context)
    mentions: int = 0


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Entity]):
    """A known entity that a name may mean: its score in 0…1 and the reasons for it."""

    what: Entity
    score: float
    rule: MatchRule
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution(Generic[Entity]):
    """The decision about a name, and every candidate worth a question, best first."""

    decision: Decision
    candidates: tuple[Candidate[Entity], ...] = ()


def score_candidates(
    known: Sequence[KnownEntity[Entity]], wanted: Collection[NameForm], context: Context
) -> Resolution[Entity]:
    """Decide which of ``known`` a name means; the caller has checked the types."""
    found = [row for row in (_candidate(one, wanted, context) for one in known) if row]
    found = _with_rivals(found, known)
    worth = sorted((row for row in found if row.score >= MAYBE), key=lambda row: -row.score)
    if not worth:
        return Resolution(Decision.NEW)
    is_sure = worth[0].score >= SAME
    is_alone = len(worth) == 1 or worth[0].score - worth[1].score >= MARGIN
    namesakes = [row for row in worth if row.rule is MatchRule.EXACT]
    is_one_more = len(namesakes) >= MOST_NAMESAKES and worth[0].rule is MatchRule.EXACT
    is_same = (is_sure and is_alone) or is_one_more
    return Resolution(Decision.SAME if is_same else Decision.MAYBE, tuple(worth))


def _candidate(
    known: KnownEntity[Entity], wanted: Collection[NameForm], context: Context
) -> Candidate[Entity] | None:
    best: tuple[MatchRule, NameForm, NameForm] | None = None
    for theirs in wanted:
        for ours in known.forms:
            rule = matching_rule(ours, theirs)
            if rule and (best is None or rule.score > best[0].score):
                best = rule, ours, theirs
    if best is None:
        return None
    rule, ours, theirs = best
    if rule is MatchRule.SHORT_NAME and ours.key in context.companions:
        # “Mel and Melanie” are two.
        return None
    fit = agreement(known.context, context)
    score = rule.score + _moved_by(rule, ours, theirs, fit)
    return Candidate(known.what, round(min(score, 0.99), 4), rule, _reasons(rule, fit))


def _moved_by(rule: MatchRule, ours: NameForm, theirs: NameForm, fit: Agreement) -> float:
    if fit.support:
        return SUPPORT * min(1.0, fit.support / ENOUGH_SUPPORT)
    is_part = ours.is_person and (ours.is_bare or theirs.is_bare)
    moved = 0.0
    if fit.is_elsewhere or (fit.is_contrary and (rule.is_partial or not is_part)):
        moved -= CONTRARY if is_part or rule.score < MatchRule.READING.score else 0.0
    if ours.rank and theirs.rank and ours.rank != theirs.rank:
        moved -= OTHER_RANK
    return moved


def _reasons(rule: MatchRule, fit: Agreement) -> tuple[str, ...]:
    reasons = [rule.sentence]
    if fit.shared:
        reasons.append("mentioned with " + ", ".join(fit.shared[:3]))
    elif fit.support:
        reasons.append("mentioned in the same session")
    elif fit.is_contrary:
        reasons.append("mentioned among other things")
    return tuple(reasons)


def _with_rivals(
    found: list[Candidate[Entity]], known: Sequence[KnownEntity[Entity]]
) -> list[Candidate[Entity]]:
    """Lower the score of a family name for a full name if other full names share it."""
    if not any(row.rule.is_fuller for row in found):
        return found
    by_what = {id(one.what): one for one in known}
    out = []
    for row in found:
        if row.rule.is_fuller and _is_borne_by_others(by_what[id(row.what)], known):
            row = Candidate(row.what, round(row.score - FAMILY_SHARED, 4), row.rule, row.reasons)
        out.append(row)
    return out


def _is_borne_by_others(bare: KnownEntity[Entity], known: Sequence[KnownEntity[Entity]]) -> bool:
    partial = (MatchRule.FAMILY, MatchRule.FAMILY_READING)
    return any(
        matching_rule(full, short) in partial
        for other in known
        if other is not bare
        for full in other.forms
        for short in bare.forms
    )
