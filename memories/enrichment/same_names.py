"""Find people of different packs who have the same name, and what tells them one person."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations, product
from typing import Any
from uuid import UUID

from django.db.models import Q

from core.db.fields import of_person
from core.models import Revision
from entities.models import Entity, EntityAlias, Mention, ValidationStatus
from entities.resolution.candidate_index import companion_key, contexts_of
from graph.models import EntityRelation
from graph.same_as import SAME_AS
from memories.models import Proposal, ProposalKind, ProposalStatus, State
from nlp.names.figures import FIGURES
from nlp.names.forms import NameForm, form_of
from nlp.names.matching import MatchRule, block_keys, matching_rule
from nlp.predicates import NAME, PERSONAL_TIES
from nlp.readers import ORGANIZATION, PERSON
from nlp.text.tokens import name_key

JOINED_TYPES = frozenset({PERSON, "Pet"})
# Rules that compare whole names: a part of a name is not enough across packs.
WHOLE_NAMES = frozenset(
    {MatchRule.EXACT, MatchRule.FORM, MatchRule.READING, MatchRule.VARIANT, MatchRule.MIDDLE}
)
# A name that only sounds alike may be another person's.
SPELLED_ALIKE = frozenset({MatchRule.EXACT, MatchRule.FORM, MatchRule.VARIANT})
# Entities of these types are the company of a person; a place or a tool in common says little.
COMPANY = JOINED_TYPES | {ORGANIZATION, "Project"}
# What the owner is to somebody: the daughter Mika of one pack is that of the other, and so is
# whoever the owner says they are themselves.
TIES = PERSONAL_TIES | {NAME}
# A given name alone, in other company, is asked about if both packs mention it so often.
MENTIONS_TO_ASK = 3
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class SameName:
    """Two entities of different packs with the same name; ``reason``: why they are surely one."""

    one: Entity
    other: Entity
    rule: MatchRule
    is_full: bool
    reason: str = ""

    @property
    def ids(self) -> frozenset[UUID]:
        """The ids of both."""
        return frozenset({self.one.entity_id, self.other.entity_id})

    @property
    def is_worth_asking(self) -> bool:
        """Whether a person is asked if nothing tells them one."""
        mentions = min(self.one.extraction_count, self.other.extraction_count)
        return self.is_full or mentions >= MENTIONS_TO_ASK


def same_names(base_user: str, people: Collection[Entity] | None) -> list[SameName]:
    """Return the pairs with the same name that nobody has decided, with constant queries."""
    names = _names(base_user, people)
    pairs = list(_pairs(names))
    if people is not None:
        compared = {row.entity_id for row in people}
        pairs = [pair for pair in pairs if pair.ids & compared]
    if not pairs:
        return []
    pairs = _undecided(base_user, pairs)
    return list(_with_reasons(base_user, pairs)) if pairs else []


def _names(base_user: str, people: Collection[Entity] | None) -> dict[Entity, list[NameForm]]:
    """Return people with all their names; with ``people``, those who share a name with one."""
    rows = Entity.objects.filter(
        of_person(base_user), entity_type__in=JOINED_TYPES, merged_into=None
    ).exclude(validation_status=ValidationStatus.REJECTED)
    if people is not None:
        named = [row for row in people if row.entity_type_id in JOINED_TYPES]
        keys = {key for row in named for key in (row.name_key, companion_key(row.name))} - {""}
        alike = EntityAlias.objects.filter(of_person(base_user), alias_key__in=keys)
        rows = rows.filter(Q(name_key__in=keys) | Q(entity_id__in=alike.values("entity_id")))
    by_id = {row.entity_id: row for row in rows.order_by("pk")}
    names = {row: [form_of(row.name, row.entity_type_id, row.reading)] for row in by_id.values()}
    for alias in EntityAlias.objects.filter(entity__in=list(by_id)).order_by("pk"):
        row = by_id[alias.entity_id]
        names[row].append(form_of(alias.alias, row.entity_type_id, alias.reading))
    return names


def _pairs(names: Mapping[Entity, Sequence[NameForm]]) -> Iterator[SameName]:
    """Yield pairs of different packs with the same name, if no pack has two of the name."""
    by_block: dict[str, set[Entity]] = defaultdict(set)
    for entity, forms in names.items():
        for block in {block for form in forms for block in block_keys(form)}:
            by_block[block].add(entity)
    close = {
        pair
        for group in by_block.values()
        for pair in combinations(sorted(group, key=lambda row: row.pk), 2)
    }
    alike = [pair for pair in sorted(close, key=_keys) if _rule(names, *pair) is not None]
    bearers = Counter(
        (end.pk, other.user_id) for one, two in alike for end, other in ((one, two), (two, one))
    )
    for one, other in alike:
        rivals = (one.pk, one.user_id), (other.pk, other.user_id)
        others = (one.pk, other.user_id), (other.pk, one.user_id)
        if one.user_id == other.user_id or any(bearers[key] for key in rivals):
            continue
        if all(bearers[key] == 1 for key in others) and (found := _rule(names, one, other)):
            rule, is_full = found
            yield SameName(one, other, rule, is_full)


def _keys(pair: tuple[Entity, Entity]) -> tuple[int, int]:
    return pair[0].pk, pair[1].pk


def _rule(
    names: Mapping[Entity, Sequence[NameForm]], one: Entity, other: Entity
) -> tuple[MatchRule, bool] | None:
    """Return the best rule by which whole names agree, and whether the names are full names."""
    if one.entity_type_id != other.entity_type_id:
        return None
    found: tuple[MatchRule, bool] | None = None
    for a, b in product(names[one], names[other]):
        rule, is_full = matching_rule(a, b), a.is_full and b.is_full
        if rule is None or rule not in (WHOLE_NAMES if is_full else SPELLED_ALIKE):
            continue
        if found is None or (is_full, rule.score) > (found[1], found[0].score):
            found = rule, is_full
    return found


def _undecided(base_user: str, pairs: Sequence[SameName]) -> list[SameName]:
    """Leave out the pairs that are related, that were, or that a person said are two."""
    ids = {uid for pair in pairs for uid in pair.ids}
    related = EntityRelation.objects.filter(
        relation_type=SAME_AS, source__entity_id__in=ids, target__entity_id__in=ids
    )
    joined = _pair_ids(related.values_list("source_id", "target_id"))
    left = [pair for pair in pairs if frozenset(map(str, pair.ids)) not in joined]
    # The journal is read for new pairs only: those that are joined are named every day.
    refused = _refused(base_user) if left else set()
    return [pair for pair in left if frozenset(map(str, pair.ids)) not in refused]


def _refused(base_user: str) -> set[frozenset[str]]:
    """Return the pairs that a person said are two, or whose relation was undone."""
    answered = Proposal.objects.filter(
        of_person(base_user), kind=ProposalKind.RELATION, payload__type=SAME_AS
    ).filter(status=ProposalStatus.REJECTED)
    undone = Revision.objects.filter(
        of_person(base_user), target_type="entityrelation", before__relation_type_id=SAME_AS
    ).filter(after__isnull=True)
    return _pair_ids(
        [
            *answered.values_list("payload__source", "payload__target"),
            *undone.values_list("before__source_id", "before__target_id"),
        ]
    )


def _pair_ids(rows: Iterable[tuple[Any, Any]]) -> set[frozenset[str]]:
    return {frozenset(map(str, pair)) for pair in rows}


def _with_reasons(base_user: str, pairs: Sequence[SameName]) -> Iterator[SameName]:
    ids = {uid for pair in pairs for uid in pair.ids}
    contexts, ties = contexts_of(ids, COMPANY), _ties(base_user)
    conversations = _conversations(ids)
    for pair in pairs:
        one, other = pair.one, pair.other
        reason = ""
        if pair.is_full and pair.rule in SPELLED_ALIKE:
            reason = "the same full name"
        elif one.name_key == other.name_key and one.name_key in FIGURES:
            reason = "a name of one person in history"
        elif both := ties.get(_tied(one), set()) & ties.get(_tied(other), set()):
            reason = f"{min(both)} of the owner in both packs"
        elif conversations[one.entity_id] & conversations[other.entity_id]:
            reason = "mentioned in one conversation"
        elif one.entity_id in contexts and other.entity_id in contexts:
            company = contexts[one.entity_id].companions & contexts[other.entity_id].companions
            company -= {one.name_key, other.name_key}
            named = ", ".join(sorted(company)[:MOST_NAMED])
            reason = f"mentioned with {named} in both packs" if company else ""
        yield SameName(one, other, pair.rule, pair.is_full, reason)


def _conversations(ids: Collection[UUID]) -> Mapping[UUID, set[tuple[str, date]]]:
    """Return by entity the conversations that mention it: the caller's key and the day.

    A conversation whose messages went to several packs has a session in each, with one key. A key
    that a program never changes is a conversation of each day.
    """
    rows = Mention.objects.filter(entity__in=list(ids), memory__session__is_implicit=False)
    found: dict[UUID, set[tuple[str, date]]] = defaultdict(set)
    for uid, key, at in rows.values_list("entity", "memory__session__key", "memory__created_at"):
        found[uid].add((key, at.date()))
    return found


def _tied(person: Entity) -> tuple[str, str]:
    return person.user_id, person.name_key


def _ties(base_user: str) -> Mapping[tuple[str, str], set[str]]:
    """Return by space and folded name what somebody is to the owner."""
    rows = State.objects.filter(
        of_person(base_user), subject=None, predicate__in=TIES, superseded_at=None
    ).exclude(validation_status=ValidationStatus.REJECTED)
    ties: dict[tuple[str, str], set[str]] = defaultdict(set)
    for user_id, value, predicate in rows.values_list("user_id", "value", "predicate"):
        ties[user_id, name_key(value)].add(predicate)
    return ties
