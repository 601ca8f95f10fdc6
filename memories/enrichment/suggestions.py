"""Suggest links to the previous memory, ``same_as`` across packs, and checks of one text."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Q

from core.caller import pack_of
from core.db.fields import of_person
from entities.models import Entity, EntityAlias
from graph.models import EntityRelation, MemoryLink
from memories.models import Memory, ProposalKind
from memories.records.mentions import is_by_assistant
from memories.records.threads import REPLY_TO
from memories.schemas.inbox import Suggestion
from nlp.discourse import ASKS, SHORTEST, DiscourseMarker, find_marker
from nlp.names.forms import NameForm, form_of
from nlp.names.matching import MatchRule, block_keys, matching_rule
from nlp.privacy.policy import detect, is_asked_about
from nlp.readers import PERSON, PrivacyPolicy
from packs import registry
from packs.selection import likely_packs

METHOD = "rules"
# Findings below this confidence are ignored.
MIN_CONFIDENCE = 0.7
# Two packs score the same.
UNCLASSIFIED_CONFIDENCE = 0.5
# A longer text has words of several packs by chance.
LONGEST_NOTE = 300
CONNECTIVES_METHOD = "rules:connectives:1"
SAME_AS = "same_as"
# Rules that compare whole names: a family name alone is not enough across packs.
WHOLE_NAMES = frozenset(
    {MatchRule.EXACT, MatchRule.FORM, MatchRule.READING, MatchRule.VARIANT, MatchRule.MIDDLE}
)


def suggest_sensitive(memory: Memory) -> Suggestion | None:
    """Return a suggestion to hide a memory that contains secrets or personal data."""
    # What an assistant says in a conversation are its examples, no secrets of the owner.
    if not memory.searchable or is_by_assistant(memory):
        return None
    spec = registry.find(memory.pack)
    policy = spec.privacy if spec else PrivacyPolicy()
    found = [
        one
        for one in detect(memory.raw_text)
        if one.confidence >= MIN_CONFIDENCE and is_asked_about(policy, one)
    ]
    if not found:
        return None
    spans = [[one.start, one.end, one.what] for one in found]
    return _text_suggestion(
        memory,
        ProposalKind.SENSITIVE,
        {"memory": str(memory.uid), "spans": spans},
        max(one.confidence for one in found),
    )


def suggest_pack(memory: Memory, enabled: Sequence[str]) -> Suggestion | None:
    """Return a suggestion to move a note that was saved without a pack to a rival of its pack.

    ``enabled`` are the packs to choose from. Return None unless the hints of two packs compete:
    without a rival, both answers would leave the memory where it is.
    """
    if len(memory.raw_text) > LONGEST_NOTE or is_by_assistant(memory):
        return None
    likely = likely_packs(memory.raw_text, enabled)
    rivals = [pack for pack in likely if pack != memory.pack]
    if memory.pack not in likely or not rivals:
        return None
    payload = {"memory": str(memory.uid), "pack": rivals[0]}
    return _text_suggestion(memory, ProposalKind.UNCLASSIFIED, payload, UNCLASSIFIED_CONFIDENCE)


def _text_suggestion(
    memory: Memory, kind: ProposalKind, payload: dict[str, Any], confidence: float
) -> Suggestion:
    return Suggestion(
        kind=kind,
        user_id=memory.user_id,
        namespace=memory.namespace,
        key=str(memory.uid),
        payload=payload,
        confidence=confidence,
        method=METHOD,
        evidence=(memory.pk,),
    )


def suggest_discourse_links(memories: Sequence[Memory]) -> list[Suggestion]:
    """Return link suggestions for memories that begin with a discourse marker.

    Existing links are left out.
    """
    spoken = {memory.pk: found for memory in memories if (found := find_marker(memory.raw_text))}
    if not spoken:
        return []
    before = _previous(list(spoken))
    linked = _linked_pairs({*spoken, *(memory.pk for memory in before.values())})
    pairs = [
        _MarkedPair(memory, before[memory.pk], *spoken[memory.pk])
        for memory in memories
        if memory.pk in before and _is_statement(before[memory.pk])
    ]
    return [pair.suggestion for pair in pairs if pair.ends not in linked]


def _previous(memory_ids: Sequence[int]) -> Mapping[int, Memory]:
    replies = MemoryLink.objects.filter(src_memory__in=memory_ids, relation_type=REPLY_TO)
    earlier = replies.filter(dst_memory__in=Memory.objects.findable())
    return {link.src_memory_id: link.dst_memory for link in earlier.select_related("dst_memory")}


def _is_statement(memory: Memory) -> bool:
    return len(memory.raw_text) >= SHORTEST and not ASKS.search(memory.raw_text)


def _linked_pairs(memory_ids: Collection[int]) -> set[tuple[str, frozenset[int]]]:
    links = MemoryLink.objects.filter(src_memory__in=memory_ids, dst_memory__in=memory_ids)
    rows = links.values_list("relation_type", "src_memory", "dst_memory")
    return {(type_, frozenset(ends)) for type_, *ends in rows}


@dataclass(frozen=True, slots=True)
class _MarkedPair:
    memory: Memory
    before: Memory
    connective: DiscourseMarker
    words: str

    @property
    def source(self) -> Memory:
        return self.before if self.connective.is_backwards else self.memory

    @property
    def target(self) -> Memory:
        return self.memory if self.connective.is_backwards else self.before

    @property
    def ends(self) -> tuple[str, frozenset[int]]:
        return self.connective.type, frozenset((self.memory.pk, self.before.pk))

    @property
    def suggestion(self) -> Suggestion:
        ends = {"source": str(self.source.uid), "target": str(self.target.uid)}
        return Suggestion(
            kind=ProposalKind.LINK,
            user_id=self.memory.user_id,
            namespace=self.memory.namespace,
            payload={**ends, "type": self.connective.type},
            confidence=self.connective.confidence,
            reason=f"“{self.words}”",
            method=CONNECTIVES_METHOD,
            evidence=(self.memory.pk, self.before.pk),
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
            found.append(_same_as_suggestion(one, other, rule))
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


def _same_as_suggestion(one: Entity, other: Entity, rule: MatchRule) -> Suggestion:
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
