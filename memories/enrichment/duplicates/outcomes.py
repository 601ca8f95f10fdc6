"""What verdicts lead to: what is folded or linked at once, and what waits for a person."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from memories.models import Memory, ProposalKind
from memories.records.duplicates import Collapse
from memories.schemas.inbox import Suggestion
from nlp.comparison.statement import Guard, Kind, Thresholds, Verdict

METHOD = "rules"
SERIES = 3
MOST_LINKS, MOST_SUGGESTIONS = 3, 3
# From this share of the way between "related" and "same" on, being alike is worth a link.
LINKED_FROM = 0.5
LEAST_SHARED = 2


@dataclass(frozen=True, slots=True)
class FoundLink:
    """A link between two memories, by key, that is clear enough to be made."""

    source: int
    target: int
    type: str
    reason: str
    confidence: float
    method: str = METHOD


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a batch; ``texts`` are the text hashes of all that was compared."""

    folds: list[Collapse] = field(default_factory=list)
    links: list[FoundLink] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict, compare=False)

    def about(self, standing: Collection[int]) -> "Found":
        """Keep what is about these memories only."""
        return Found(
            folds=[one for one in self.folds if {one.memory, one.canonical} <= set(standing)],
            links=[one for one in self.links if {one.source, one.target} <= set(standing)],
            suggestions=[one for one in self.suggestions if set(one.evidence) <= set(standing)],
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """A memory near to another one, and what it is to it."""

    memory: Memory
    nearness: float
    verdict: Verdict


def fold_of(memory: Memory, judged: Sequence[Judged]) -> Collapse | None:
    """Return the fold into the first memory with the same words of the same speaker."""
    same = [
        each
        for each in judged
        if each.verdict.may_fold
        and each.memory.speaker.strip() == memory.speaker.strip()
        and each.memory.assistant_text == memory.assistant_text
    ]
    if not same:
        return None
    first = min(same, key=lambda each: each.memory.pk)
    return Collapse(memory.pk, first.memory.pk, first.verdict.reasons[0])


def links_of(memory: Memory, judged: Sequence[Judged], scale: Thresholds) -> list[FoundLink]:
    """Return the links that are clear enough, additions first."""
    links = []
    for each in judged:
        verdict = each.verdict
        if verdict.kind is Kind.ADDITIVE and not verdict.guards:
            is_newer = memory.created_at >= each.memory.created_at
            adds = memory if verdict.newer_adds == is_newer else each.memory
            base = each.memory if adds is memory else memory
            links.append(_link(adds, base, "extends", verdict))
        elif verdict.kind is Kind.RELATED and _is_worth_a_link(each, scale):
            links.append(_link(memory, each.memory, "related", verdict))
    links.sort(key=lambda link: (link.type != "extends", -link.confidence))
    return links


def _is_worth_a_link(judged: Judged, scale: Thresholds) -> bool:
    """Whether two memories are near enough, and neither hangs on what stands around it."""
    is_near = judged.nearness >= scale.between(LINKED_FROM)
    is_about_one = judged.verdict.shared >= LEAST_SHARED
    return is_near and is_about_one and Guard.CONTEXT not in judged.verdict.guards


def _link(source: Memory, target: Memory, kind: str, verdict: Verdict) -> FoundLink:
    reason = "; ".join(verdict.reasons)
    return FoundLink(source.pk, target.pk, kind, reason, verdict.confidence)


def suggestions_of(memory: Memory, judged: Sequence[Judged]) -> list[Suggestion]:
    """Return what a person decides: changes, contradictions, the same in other words.

    What would contradict three others that differ from each other is one of a series, as
    of measurements, and contradicts none of them.
    """
    found = []
    conflicts = [each for each in judged if each.verdict.kind is Kind.CONFLICTING]
    is_series = len({each.memory.raw_text for each in conflicts}) >= SERIES
    for each in judged:
        if is_series and each.verdict.kind is Kind.CONFLICTING:
            continue
        if Guard.CONTEXT in each.verdict.guards:
            continue
        older, newer = sorted((each.memory, memory), key=lambda row: (row.created_at, row.pk))
        if each.verdict.kind is Kind.UPDATING:
            payload = {"source": str(newer.uid), "target": str(older.uid), "type": "supersedes"}
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
