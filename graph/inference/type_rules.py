"""Rules by which two relations make a third one likely; packs add theirs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from uuid import UUID

from packs import registry
from packs.spec import InferenceRule

ON_A_PROJECT = ("leads", "member_of", "participates_in")
CORE_RULES = (
    InferenceRule(
        "colleague", "Person", ("works_for",), "Organization", ("works_for",), "Person",
        confidence=0.7, meet=True,
    ),
    InferenceRule(
        "colleague", "Person", ON_A_PROJECT, "Project", ON_A_PROJECT, "Person",
        confidence=0.6, meet=True,
    ),
    InferenceRule(
        "knows", "Person", ("member_of",), "Organization", ("member_of", "leads"), "Person",
        confidence=0.55, meet=True,
    ),
    InferenceRule(
        "member_of", "Person", ("leads",), "Project", ("part_of",), "Organization", confidence=0.55,
    ),
    InferenceRule(
        "family_member", "Person", ("married_to",), "Person", ("family_member",), "Person",
        confidence=0.6,
    ),
)  # fmt: skip
# Of a thing that more are related to, two know little of each other.
MOST_AT_ONE_THING = 10


@dataclass(frozen=True, slots=True)
class Step:
    """A relation that holds; one of a symmetric type is a step in both directions."""

    source: UUID
    target: UUID
    type: str
    relation: int


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """What a rule makes likely, the thing through which, and both relations."""

    rule: InferenceRule
    source: UUID
    target: UUID
    via: UUID
    relations: tuple[int, int]

    @property
    def pair(self) -> frozenset[UUID]:
        """Both ends."""
        return frozenset((self.source, self.target))


def all_rules() -> list[InferenceRule]:
    """Return the rules of the core and of all installed packs."""
    return [*CORE_RULES, *(rule for pack in registry.all_packs() for rule in pack.inference_rules)]


def matches(
    rules: Iterable[InferenceRule], steps: Iterable[Step], types: dict[UUID, str]
) -> list[RuleMatch]:
    """Return what rules make likely of these relations; ``types`` are the entity types of their ends."""
    into: dict[UUID, list[Step]] = defaultdict(list)
    out: dict[UUID, list[Step]] = defaultdict(list)
    for step in steps:
        into[step.target].append(step)
        out[step.source].append(step)
    rules = list(rules)
    return [
        match
        for via in into
        for rule in rules
        if types.get(via) == rule.via
        for match in _matches_at(rule, via, into[via], out.get(via, []), types)
    ]


def _matches_at(
    rule: InferenceRule,
    via: UUID,
    into: Sequence[Step],
    out: Sequence[Step],
    types: dict[UUID, str],
) -> Iterator[RuleMatch]:
    firsts = [
        one for one in into if one.type in rule.first and types.get(one.source) == rule.source
    ]
    others = (
        [(one, one.source) for one in into] if rule.meet else [(one, one.target) for one in out]
    )
    seconds = [
        (one, end)
        for one, end in others
        if one.type in rule.second and types.get(end) == rule.target
    ]
    ends = {one.source for one in firsts} | {end for _one, end in seconds}
    if len(ends) > MOST_AT_ONE_THING:
        return
    for first, (second, end) in product(firsts, seconds):
        if first.source != end and first.relation != second.relation:
            yield RuleMatch(rule, first.source, end, via, (first.relation, second.relation))
