"""Suggest links to the previous memory, and checks of one text."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph.link_types import REPLY_TO
from graph.models import MemoryLink
from memories.models import Memory, ProposalKind, State, StateKind, reads_by_network
from memories.records.mentions import is_by_assistant
from memories.records.privacy.treatment import MASKED
from memories.schemas.inbox.proposals import Suggestion
from nlp.discourse import ASKS, SHORTEST, DiscourseMarker, find_marker
from nlp.facts.tasks.completion import is_completed_by
from nlp.privacy.policy import detect, is_asked_about
from nlp.readers import PrivacyPolicy
from packs.selection import likely_packs

METHOD = "rules"
TRAINED_METHOD = "reader"
# Findings below this confidence are ignored.
MIN_CONFIDENCE = 0.7
# What was masked was found by the policy of the pack.
MASKED_CONFIDENCE = 0.9
# Two packs score the same.
UNCLASSIFIED_CONFIDENCE = 0.5
# A longer text has words of several packs by chance.
LONGEST_NOTE = 300
# Of a person's open tasks the newest are compared with what is said.
MOST_TASKS = 200
DONE_CONFIDENCE = 0.8
COMPLETION_METHOD = "rules:completion:1"
CONNECTIVES_METHOD = "rules:connectives:1"


def suggest_sensitive(memory: Memory, policy: PrivacyPolicy) -> Suggestion | None:
    """Return a suggestion to hide a memory that contains secrets or personal data."""
    # What an assistant says in a conversation are its examples, no secrets of the owner.
    if not memory.searchable or is_by_assistant(memory):
        return None
    found = [
        one
        for one in detect(memory.raw_text, is_trained=reads_by_network())
        if one.confidence >= MIN_CONFIDENCE and is_asked_about(policy, one)
    ]
    if not found:
        return None
    spans = [[one.start, one.end, one.what] for one in found]
    payload = {"memory": str(memory.uid), "spans": spans}
    confidence = max(one.confidence for one in found)
    method = TRAINED_METHOD if all(one.is_trained for one in found) else METHOD
    return _text_suggestion(memory, ProposalKind.SENSITIVE, payload, confidence, method)


def suggest_sealed(memory: Memory) -> Suggestion:
    """Ask what shall become of the encrypted original of a memory that was masked."""
    kinds = memory.extra_data.get(MASKED) or []
    spans = [
        [found.start(), found.end(), kind]
        for kind in kinds
        for found in re.finditer(re.escape(f"[{kind}]"), memory.raw_text)
    ]
    payload = {"memory": str(memory.uid), "spans": sorted(spans), "sealed": True}
    return _text_suggestion(memory, ProposalKind.SENSITIVE, payload, MASKED_CONFIDENCE)


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
    memory: Memory,
    kind: ProposalKind,
    payload: dict[str, Any],
    confidence: float,
    method: str = METHOD,
) -> Suggestion:
    return Suggestion(
        kind=kind,
        user_id=memory.user_id,
        namespace=memory.namespace,
        key=str(memory.uid),
        payload=payload,
        confidence=confidence,
        method=method,
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


def suggest_completions(memories: Sequence[Memory]) -> list[Suggestion]:
    """Ask whether open tasks are done that these memories seem to have finished."""
    told = [memory for memory in memories if not is_by_assistant(memory) and not memory.is_order]
    if not told:
        return []
    rows = (
        State.objects.findable()
        .supported()
        .filter(
            kind=StateKind.TASK,
            completed_at=None,
            valid_to=None,
            user_id__in={memory.user_id for memory in told},
        )
    )
    tasks = list(rows.order_by("-pk")[:MOST_TASKS])
    return [
        _completion(memory, task)
        for memory in told
        for task in tasks
        if (task.user_id, task.namespace) == (memory.user_id, memory.namespace)
        and is_completed_by(task.value or task.body, memory.raw_text)
        and not task.evidence.filter(pk=memory.pk).exists()
    ]


def _completion(memory: Memory, task: State) -> Suggestion:
    return Suggestion(
        kind=ProposalKind.STATE,
        user_id=memory.user_id,
        namespace=memory.namespace,
        payload={
            "kind": StateKind.TASK,
            "predicate": task.predicate,
            "value": task.value or task.body,
            "completes": str(task.uid),
        },
        key=f"done|{task.uid}|{memory.uid}",
        confidence=DONE_CONFIDENCE,
        method=COMPLETION_METHOD,
        evidence=(memory.pk,),
    )
