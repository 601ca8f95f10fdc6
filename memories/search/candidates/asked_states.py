"""Find the states that a direct question asks for: "who is my manager?", "how old is my mum?"."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from entities.models import UNNAMED, SpaceQuerySet
from memories.models import State
from memories.models.state import UNFINDABLE_STATUSES
from nlp.asked_facts import facts_asked
from nlp.asked_relatives import relative_asked
from nlp.predicates import MARRIED, NAME
from nlp.roles import SPOUSES

from .search_context import SearchContext


def held_now(search: SearchContext) -> SpaceQuerySet[State]:
    """Return what holds now, and is neither proposed nor rejected."""
    has_begun = Q(valid_from=None) | Q(valid_from__lte=search.now)
    lasts = Q(valid_to=None) | Q(valid_to__gt=search.now)
    rows = search.allowed_states().filter(has_begun, lasts, superseded_at=None)
    return rows.exclude(validation_status__in=UNFINDABLE_STATUSES)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a direct question asks for: predicates, of the owner or a relative, and the states."""

    predicates: frozenset[str] = frozenset()
    is_of_owner: bool = True
    states: Sequence[int] = ()


def asked_states(search: SearchContext, most: int) -> Asked:
    """Return what a direct question about the owner or a relative asks for."""
    question = search.question.text
    if search.ranges:
        return Asked()
    if predicates := facts_asked(question):
        rows = held_now(search).filter(subject=None, predicate__in=predicates)
        return Asked(predicates, is_of_owner=True, states=_newest(rows, most))
    if relative := relative_asked(question):
        roles, predicates = relative
        rows = _of_relative(search, roles, predicates)
        return Asked(predicates, is_of_owner=False, states=_newest(rows, most))
    return Asked()


def _newest(rows: SpaceQuerySet[State], most: int) -> list[int]:
    return list(rows.order_by("-recorded_at").values_list("pk", flat=True)[:most])


def _of_relative(
    search: SearchContext, roles: frozenset[str], predicates: frozenset[str]
) -> SpaceQuerySet[State]:
    """Return what holds now of whoever is in a role, or who that is: "how old is my mum?"."""
    is_tie = Q(extra_data__role__in=roles)
    if roles & SPOUSES:
        is_tie |= Q(predicate=MARRIED)
    ties = held_now(search).filter(is_tie, subject=None)
    if NAME in predicates:
        return ties
    is_theirs = Q(subject__name__in=[*ties.values_list("value", flat=True)])
    unnamed = Q(subject__entity_subtype__in=[f"{UNNAMED}{role}" for role in roles])
    return held_now(search).filter(is_theirs | unnamed, predicate__in=predicates)
