"""Suggest links to the previous memory from discourse markers: because, for example, …

A marker counts only at the beginning of a text that directly follows another one in its session.
Links are proposed with their reason, never stored without a decision.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from graph.models import MemoryLink
from memories.models import Memory, ProposalKind
from memories.records.threads import REPLY_TO
from memories.schemas.inbox import Suggestion
from nlp.discourse import ASKS, SHORTEST, DiscourseMarker, find_marker

METHOD = "rules:connectives:1"


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
            method=METHOD,
            evidence=(self.memory.pk, self.before.pk),
        )
