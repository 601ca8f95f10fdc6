"""Suggest ``same_as`` relations between people of two packs who have the same full name."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

from django.db.models import Q

from core.caller import pack_of
from core.db.fields import of_person
from entities.models import Entity, EntityAlias
from graph.models import EntityRelation
from memories.models import ProposalKind
from memories.schemas.inbox import Suggestion
from nlp.names.forms import NameForm, form_of
from nlp.names.matching import block_keys, matching_rule
from nlp.names.rules import MatchRule
from nlp.types import PERSON

SAME_AS = "same_as"
METHOD = "rules"
# Rules that compare whole names: a family name alone is not enough across packs.
WHOLE_NAMES = frozenset(
    {MatchRule.EXACT, MatchRule.FORM, MatchRule.READING, MatchRule.VARIANT, MatchRule.MIDDLE}
)


def find_cross_pack_matches(user: str) -> list[Suggestion]:
    """Return suggestions for people in different packs of one user with the same full name.

    ``user`` is the base user. Pairs already related by ``same_as`` are left out.
    """
    names = _people(user)
    related = _related(user)
    found = []
    for one, other in _pairs(names):
        rule = _rule(names[one], names[other])
        if rule is not None and frozenset({one.entity_id, other.entity_id}) not in related:
            found.append(_suggestion(one, other, rule))
    return sorted(found, key=lambda suggestion: -suggestion.confidence)


def _people(user: str) -> dict[Entity, list[NameForm]]:
    present = Entity.objects.filter(of_person(user), entity_type=PERSON, merged_into=None)
    people = {row.entity_id: row for row in present.order_by("pk")}
    names = {row: [form_of(row.name, PERSON, row.reading)] for row in people.values()}
    for alias in EntityAlias.objects.filter(entity__in=present).order_by("pk"):
        names[people[alias.entity_id]].append(form_of(alias.alias, PERSON, alias.reading))
    return names


def _pairs(names: dict[Entity, list[NameForm]]) -> Iterable[tuple[Entity, Entity]]:
    """Return pairs from different packs that share a blocking key of a full name."""
    by_block: dict[str, set[Entity]] = defaultdict(set)
    for entity, forms in names.items():
        for form in forms:
            for block in block_keys(form) if form.is_full else ():
                by_block[block].add(entity)
    pairs = {
        (one, other)
        for group in by_block.values()
        for one, other in combinations(sorted(group, key=lambda row: row.pk), 2)
        if one.user_id != other.user_id
    }
    return sorted(pairs, key=lambda pair: (pair[0].pk, pair[1].pk))


def _rule(ours: Iterable[NameForm], theirs: Iterable[NameForm]) -> MatchRule | None:
    rules = [
        rule
        for a in ours
        for b in theirs
        if a.is_full and b.is_full and (rule := matching_rule(a, b)) in WHOLE_NAMES
    ]
    return max((rule for rule in rules if rule), key=lambda rule: rule.score, default=None)


def _related(user: str) -> set[frozenset[object]]:
    rows = EntityRelation.objects.filter(
        Q(of_person(user)), relation_type=SAME_AS, superseded_at=None
    )
    return {frozenset(pair) for pair in rows.values_list("source", "target")}


def _suggestion(one: Entity, other: Entity, rule: MatchRule) -> Suggestion:
    return Suggestion(
        kind=ProposalKind.RELATION,
        user_id=one.user_id,
        payload={
            "source": str(one.entity_id),
            "target": str(other.entity_id),
            "type": SAME_AS,
            "valid_from": None,
            "valid_to": None,
        },
        key=f"{one.entity_id}|{SAME_AS}|{other.entity_id}",
        confidence=rule.score,
        reason=(
            f"{one.name} ({pack_of(one.user_id)}) and {other.name} ({pack_of(other.user_id)}):"
            f" {rule.sentence}"
        ),
        method=METHOD,
    )
