"""Choose folds, links and suggestions from verdicts, and store them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from core.caller import Caller
from core.journal import Change
from graph.link_types import SUPERSEDES
from graph.models import MemoryLink, RelationScope
from graph.services import relation_types
from memories.inbox.proposals import create_proposals
from memories.models import Memory, ProposalKind
from memories.records.duplicates import Collapse, collapse_found
from memories.records.links import store_link
from memories.records.privacy.treatment import MASKED
from memories.schemas.inbox.proposals import Suggestion
from nlp.comparison.statement import Blocker, Kind, Thresholds, Verdict

METHOD = "rules"
SERIES_LENGTH = 3
MAX_LINKS, MAX_SUGGESTIONS = 3, 3
# Similar texts are linked from this point between the "related" and "same" thresholds on.
MIN_LINK_SHARE = 0.5
MIN_SHARED_WORDS = 2


@dataclass(frozen=True, slots=True)
class SimilarityLink:
    """A link between two memories, by key, to store without asking."""

    source: int
    target: int
    type: str
    reason: str
    confidence: float
    method: str = METHOD


@dataclass(frozen=True, slots=True)
class DuplicateResults:
    """The results of a batch; ``texts`` holds the text hash of each compared memory."""

    folds: list[Collapse] = field(default_factory=list)
    links: list[SimilarityLink] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict, compare=False)

    def about(self, standing: Collection[int]) -> "DuplicateResults":
        """Return only the results about these memories."""
        return DuplicateResults(
            folds=[one for one in self.folds if {one.memory, one.canonical} <= set(standing)],
            links=[one for one in self.links if {one.source, one.target} <= set(standing)],
            suggestions=[one for one in self.suggestions if set(one.evidence) <= set(standing)],
        )


@dataclass(frozen=True, slots=True)
class ComparedMemory:
    """A neighbor of a memory, with the verdict on both."""

    memory: Memory
    nearness: float
    verdict: Verdict


def choose_fold(memory: Memory, compared: Sequence[ComparedMemory]) -> Collapse | None:
    """Return the fold into the earliest identical statement of the same speaker."""
    if memory.extra_data.get(MASKED):
        # What is masked in both may have differed.
        return None
    same = [
        each
        for each in compared
        if each.verdict.may_fold
        and each.memory.speaker.strip() == memory.speaker.strip()
        and each.memory.assistant_text == memory.assistant_text
    ]
    if not same:
        return None
    first = min(same, key=lambda each: each.memory.pk)
    return Collapse(memory.pk, first.memory.pk, first.verdict.reasons[0])


def choose_links(
    memory: Memory, compared: Sequence[ComparedMemory], scale: Thresholds
) -> list[SimilarityLink]:
    """Return the links to store without asking, additions first."""
    links = []
    for each in compared:
        verdict = each.verdict
        if verdict.kind is Kind.ADDITIVE and not verdict.blockers:
            is_newer = memory.created_at >= each.memory.created_at
            adds = memory if verdict.newer_adds == is_newer else each.memory
            base = each.memory if adds is memory else memory
            links.append(_link(adds, base, "extends", verdict))
        elif verdict.kind is Kind.RELATED and _is_worth_a_link(each, scale):
            links.append(_link(memory, each.memory, "related", verdict))
    links.sort(key=lambda link: (link.type != "extends", -link.confidence))
    return links


def _is_worth_a_link(compared: ComparedMemory, scale: Thresholds) -> bool:
    """Return whether two memories are similar enough, and neither depends on its context."""
    is_near = compared.nearness >= scale.between(MIN_LINK_SHARE)
    is_about_one = compared.verdict.shared >= MIN_SHARED_WORDS
    return is_near and is_about_one and Blocker.CONTEXT not in compared.verdict.blockers


def _link(source: Memory, target: Memory, kind: str, verdict: Verdict) -> SimilarityLink:
    reason = "; ".join(verdict.reasons)
    return SimilarityLink(source.pk, target.pk, kind, reason, verdict.confidence)


def choose_suggestions(memory: Memory, compared: Sequence[ComparedMemory]) -> list[Suggestion]:
    """Return suggestions for updates, contradictions and paraphrases.

    A text that would contradict three different others is one of a series, such as
    measurements, and not a contradiction.
    """
    found = []
    conflicts = [each for each in compared if each.verdict.kind is Kind.CONFLICTING]
    is_series = len({each.memory.raw_text for each in conflicts}) >= SERIES_LENGTH
    for each in compared:
        if is_series and each.verdict.kind is Kind.CONFLICTING:
            continue
        if Blocker.CONTEXT in each.verdict.blockers:
            continue
        older, newer = sorted((each.memory, memory), key=lambda row: (row.created_at, row.pk))
        if each.verdict.kind is Kind.UPDATING:
            payload = {"source": str(newer.uid), "target": str(older.uid), "type": SUPERSEDES}
            found.append(_suggestion(ProposalKind.LINK, older, newer, payload, each.verdict))
        elif each.verdict.kind is Kind.CONFLICTING:
            both = {"memories": [str(older.uid), str(newer.uid)]}
            found.append(_suggestion(ProposalKind.CONTRADICTION, older, newer, both, each.verdict))
        elif each.verdict.kind is Kind.SAME:
            pair = {"memory": str(newer.uid), "canonical": str(older.uid)}
            found.append(_suggestion(ProposalKind.DUPLICATE, older, newer, pair, each.verdict))
    return sorted(found, key=lambda suggestion: -suggestion.confidence)


def _suggestion(
    kind: ProposalKind, older: Memory, newer: Memory, payload: dict[str, Any], verdict: Verdict
) -> Suggestion:
    return Suggestion(
        kind=kind,
        user_id=newer.user_id,
        payload=payload,
        confidence=verdict.confidence,
        reason="; ".join(verdict.reasons),
        method=METHOD,
        evidence=(older.pk, newer.pk),
        namespace=newer.namespace,
    )


def store_results(caller: Caller, found: DuplicateResults, *, now: datetime) -> None:
    """Store folds and links and propose the suggestions, all or nothing.

    ``caller`` is the actor in the journal, usually the system. Existing links stay, so a
    repeated run changes nothing. Results about a changed or erased text are skipped.
    """
    with transaction.atomic():
        found = found.about(_unchanged_texts(found))
        collapse_found(caller, found.folds, now=now)
        _store_links(caller, found.links, now)
        create_proposals(found.suggestions, now=now)


def _unchanged_texts(found: DuplicateResults) -> list[int]:
    rows = Memory.objects.findable().filter(pk__in=found.texts).values_list("pk", "content_hash")
    return [pk for pk, text in rows if found.texts[pk] == text]


def _store_links(caller: Caller, links: Sequence[SimilarityLink], now: datetime) -> None:
    types = relation_types(RelationScope.MEMORIES, caller.base_user) if links else {}
    ends = {pk for link in links for pk in (link.source, link.target)}
    rows = (
        Memory.objects.findable().filter(pk__in=ends).only("uid", "user_id", "namespace").in_bulk()
    )
    change = Change(caller=caller, at=now)
    linked = _linked_pairs(ends)
    for link in links:
        if link.source not in rows or link.target not in rows:
            continue
        if frozenset((link.source, link.target)) in linked:
            continue
        source = rows[link.source]
        store_link(
            change,
            (link.source, link.target),
            types[link.type],
            user_id=source.user_id,
            namespace=source.namespace,
            weight=link.confidence,
            confidence=link.confidence,
            reason=link.reason,
            method=link.method,
            evidence=_evidence(rows, link),
        )
    change.write()


def _linked_pairs(pks: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs that have a link of any type by now."""
    links = MemoryLink.objects.filter(src_memory__in=pks, dst_memory__in=pks)
    return {frozenset(pair) for pair in links.values_list("src_memory_id", "dst_memory_id")}


def _evidence(rows: dict[int, Memory], link: SimilarityLink) -> list[str]:
    return [str(rows[pk].uid) for pk in (link.source, link.target)]
