"""Read the columns that ranking needs; the final score: relevance, graph, recency and factors."""

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from heapq import nlargest
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from core.caller import Caller, pack_of
from core.db.prepared import PreparedAmong
from graph.queries.links import GraphPath
from memories.models import Memory, Trust, findable_sql
from memories.search import reranking
from memories.search.candidates.search_context import SearchContext
from memories.search.query.plan import Plan
from packs import registry
from packs.spec import DecayPolicy

FACTS = f"""
    SELECT id, user_id, memory_type, created_at, importance_score, usage_count, pinned, trust,
        is_order
    FROM memories m
    WHERE id IN (SELECT value FROM json_each(%s)) AND user_id IN (SELECT value FROM json_each(%s))
      AND {findable_sql("m")}
"""
# Factors only move near ties: together they change a score by less than a tenth.
IMPORTANCE_SPAN = 0.05
PIN_BONUS = 0.03
USAGE_SPAN = 0.02
TRUST_FACTOR = {Trust.OWNER: 1.0, Trust.IMPORTED: 1.0, Trust.ASSISTANT: 0.98, Trust.DERIVED: 0.95}
# What gives orders and is not the owner's word stands below what answers as well.
ORDER_FACTOR = 0.9
SUPERSEDED_FACTOR = 0.9
JUST_BELOW = 0.999
TEXTS = "SELECT id, raw_text FROM memories WHERE id IN (SELECT value FROM json_each(%s))"


class RankingRow(NamedTuple):
    """The columns of a memory that its score depends on.

    A tuple, which is made in half the time: a search reads some forty.
    """

    pk: int
    user_id: str
    memory_type: str
    created_at: datetime
    importance_score: float
    usage_count: int
    pinned: bool
    trust: str
    is_order: bool = False


def read_ranking_rows(memory_ids: Collection[int], user_ids: Sequence[str]) -> list[RankingRow]:
    """Return the rows of those memories that are findable and in these spaces."""
    with connection.cursor() as cursor:
        cursor.execute(FACTS, [json.dumps(list(memory_ids)), json.dumps(list(user_ids))])
        return [
            RankingRow(
                pk,
                space,
                kind,
                at.replace(tzinfo=UTC),
                importance,
                uses,
                bool(pin),
                trust,
                bool(order),
            )
            for pk, space, kind, at, importance, uses, pin, trust, order in cursor.fetchall()
        ]


_findable = PreparedAmong[Caller](
    lambda caller: Memory.objects.of(caller).findable().order_by().values_list("pk")
)
_titles = PreparedAmong[tuple[Caller, tuple[str, ...]]](
    lambda reach: (
        Memory.objects.of(reach[0])
        .in_spaces(reach[1])
        .findable()
        .order_by()
        .values_list("pk", "title")
    )
)


def findable_among(caller: Caller, memory_ids: Iterable[int]) -> set[int]:
    """Return those memories in the caller's reach that a search may return."""
    return {pk for (pk,) in _findable.pick(caller, memory_ids)}


def titles_among(
    caller: Caller, user_ids: Sequence[str], memory_ids: Collection[int]
) -> dict[int, str]:
    """Return the titles of those memories that a search of these spaces may return."""
    if not user_ids or not memory_ids:
        return {}
    return dict(_titles.pick((caller, tuple(user_ids)), memory_ids))


def visible_paths(paths: Iterable[GraphPath], caller: Caller) -> list[GraphPath]:
    """Keep the paths whose every step after the first is visible.

    A path through a memory that the caller may not see would reveal that it exists.
    """
    listed = list(paths)
    steps = {pk for path in listed for pk in path.path[1:]}
    seen = findable_among(caller, steps) if steps else set()
    return [path for path in listed if seen >= set(path.path[1:])]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory with its final score and the parts of the score, not rounded."""

    pk: int
    created_at: datetime
    importance: float
    score: float
    parts: dict[str, float]
    folded: tuple[int, ...] = ()

    @property
    def told_parts(self) -> dict[str, float]:
        """The parts as they are told: of most ranked memories nobody is."""
        return {name: round(value, 4) for name, value in self.parts.items()}


def ranked(
    facts: RankingRow,
    plan: Plan,
    *,
    relevance: float,
    graph: float,
    is_superseded: bool,
    now: datetime,
) -> Ranked:
    """Return the final score of a memory: a weighted sum, times the factors.

    score = (w_relevance · relevance + w_graph · graph + w_recency · recency)
            / (w_relevance + w_graph + w_recency)
            · importance · usage · pin · trust · superseded

    ``parts`` holds all of them. The weights are the plan's (docs/design/search.md).
    """
    fresh = recency(facts, now)
    base = plan.relevance * relevance + plan.graph * graph + plan.recency * fresh
    factor = factors(facts, is_superseded=is_superseded)
    total = base / (plan.relevance + plan.graph + plan.recency) * math.prod(factor.values())
    parts = {"relevance": relevance, "graph": graph, "recency": fresh, **factor}
    score = max(0.0, min(1.0, total))
    return Ranked(facts.pk, facts.created_at, facts.importance_score, score, parts)


def inherit(relevance: dict[int, float], successors: Sequence[tuple[int, int]]) -> None:
    """Raise the relevance of each successor to that of the memory it supersedes.

    ``successors`` are (superseded, successor) pairs, older successors first.
    """
    for old, new in successors:
        if old in relevance and new in relevance:
            relevance[new] = max(relevance[new], relevance[old])


def below_successors(best: Sequence[Ranked], successors: Sequence[tuple[int, int]]) -> list[Ranked]:
    """Lower the score of each superseded memory below that of its successor.

    The superseded factor is reduced if it does not suffice.
    """
    by_pk = {hit.pk: hit for hit in best}
    for old, new in reversed(successors):
        if old in by_pk and new in by_pk:
            by_pk[old] = _below(by_pk[old], by_pk[new].score * JUST_BELOW)
    return list(by_pk.values())


def _below(hit: Ranked, ceiling: float) -> Ranked:
    if hit.score <= ceiling or hit.score == 0:
        return hit
    factor = round(hit.parts["superseded"] * ceiling / hit.score, 4)
    return replace(hit, score=ceiling, parts={**hit.parts, "superseded": factor})


def lowered(hits: Sequence[Ranked], ceiling: float, part: str) -> list[Ranked]:
    """Return hits in their order with scores just below ``ceiling``; ``part`` names the factor."""
    below = []
    for hit in hits:
        ceiling *= JUST_BELOW
        factor = min(1.0, ceiling / hit.score) if hit.score else 1.0
        parts = {**hit.parts, part: round(factor, 4)}
        below.append(replace(hit, score=hit.score * factor, parts=parts))
    return below


def recency(facts: RankingRow, now: datetime) -> float:
    """Return 1 for a new memory, halved per half-life of its pack and type."""
    spec = registry.find(pack_of(facts.user_id))
    half_life = (spec.decay if spec else DecayPolicy()).half_life_of(facts.memory_type)
    if half_life <= 0:
        return 1.0
    days = max(0.0, (now - facts.created_at).total_seconds() / 86_400)
    return float(0.5 ** (days / half_life))


def factors(facts: RankingRow, *, is_superseded: bool) -> Mapping[str, float]:
    """Return the factors of the score by name; 1 has no effect."""
    return {
        "importance": 1.0 + IMPORTANCE_SPAN * (facts.importance_score - 0.5),
        "usage": 1.0 + USAGE_SPAN * min(1.0, math.log1p(facts.usage_count) / 5),
        "pin": 1.0 + (PIN_BONUS if facts.pinned else 0.0),
        "trust": TRUST_FACTOR.get(Trust(facts.trust), 1.0)
        * (ORDER_FACTOR if facts.is_order else 1.0),
        "superseded": SUPERSEDED_FACTOR if is_superseded else 1.0,
    }


def rescore(search: SearchContext) -> None:
    """Rescore the most relevant candidates with the reranker, if one is configured."""
    if not reranking.is_on() or not search.question.text.strip():
        return
    relevance = search.relevance
    best = nlargest(settings.RERANKER_CANDIDATES, relevance, key=relevance.__getitem__)
    with connection.cursor() as cursor:
        cursor.execute(TEXTS, [json.dumps(best)])
        texts = {int(pk): str(text) for pk, text in cursor.fetchall()}
    candidates = [reranking.Candidate(pk, texts[pk]) for pk in best if pk in texts]
    out = reranking.rerank(search.question.text, candidates)
    if out.note:
        search.notes.append(out.note)
    search.reranked = dict(out.scores)
    search.relevance = {pk: out.score(pk, value) for pk, value in relevance.items()}
