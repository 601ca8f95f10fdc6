"""End what held of a person or a pet that died: where they live, their age, what they suffer from.

What stays true stays: whose family they are, their name and birthday, what they made.
"""

from collections.abc import Iterator, Mapping, Sequence

from entities.models import Entity
from memories.models import Memory, State, StateKind
from nlp.facts import Claim
from nlp.facts.deaths import Death
from nlp.predicates import AGE, CONDITION, TASTES
from nlp.text.tokens import name_key

from .assertions import ResolvedClaim

CONFIDENCE = 0.9
OF_THE_LIVING = TASTES | {
    AGE, CONDITION, "allergic_to", "assigned_to", "diet", "drives", "leads", "lives_in", "located_at",
    "located_in", "member_of", "occupation", "owns", "participates_in", "plays", "reports_to", "speaks",
    "studies", "studies_at", "uses", "works_for",
}  # fmt: skip


def claims_of_deaths(
    memory: Memory, deaths: Sequence[Death], named: Mapping[str, Entity]
) -> Iterator[ResolvedClaim]:
    """Yield the end of each current state of whoever died, and of the pet that its owner had."""
    for death in deaths:
        entity = named.get(name_key(death.name))
        if entity is None:
            continue
        rows = State.objects.filter(
            user_id=memory.user_id,
            namespace=memory.namespace,
            subject=entity,
            kind__in=(StateKind.FACT, StateKind.RELATION),
            predicate__in=OF_THE_LIVING,
            valid_to=None,
            superseded_at=None,
        )
        for state in rows:
            yield ResolvedClaim(_end(death, state.predicate, state.value, death.name), entity)
        yield ResolvedClaim(_end(death, "pet", death.name, None))


def _end(death: Death, predicate: str, value: str, subject: str | None) -> Claim:
    return Claim(
        kind="fact",
        subject=subject,
        predicate=predicate,
        object=value,
        value=value,
        confidence=CONFIDENCE,
        start=death.start,
        end=death.end,
        valid_to=death.at,
        ends=True,
        is_change=death.is_sure,
        needs=value,
    )
