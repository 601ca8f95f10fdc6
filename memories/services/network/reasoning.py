"""Reasoning with memories (seed 2): where a question leads by links, and answers with evidence."""

from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.caller import Caller, Scope
from core.errors import NotFound, Problem
from core.models import Action, Revision
from graph.link_types import SUPPORTS
from graph.network.neighbors import neighbors
from graph.network.paths import Path, shortest_path
from graph.network.reasoning_schemas import (
    AnswerInput,
    AnswerOut,
    ReasonedPath,
    ReasoningInput,
    ReasoningOut,
)
from graph.network.schemas import GraphNode, WalkFilters
from graph.network.walk import Walk
from graph.nodes import Node, NodeKind
from memories.models import Memory, ProposalKind
from memories.schemas import Hit, MemoryInput, SearchInput
from memories.schemas.inbox.proposals import NewProposal
from memories.selectors.network.naming import node_named
from memories.selectors.network.paths import RenderedPaths
from memories.selectors.network.reading import rules_of, scope_of, walk_of
from memories.selectors.network.rendering import labels_of, outs_of
from memories.services.inbox import propose_from
from memories.services.save import remember
from memories.services.search import recall

MOST_PIVOTS = 8


def follow_question(caller: Caller, item: ReasoningInput) -> ReasoningOut:
    """Search, and follow links from the best hit; a hit that leads nowhere gives way to the next.

    Raises:
        InvalidInput, Forbidden: a pack is unknown, or not the token's.
    """
    filters = WalkFilters(pack=item.pack, types=item.types, kinds=[NodeKind.MEMORY])
    walk = walk_of(caller, scope_of(caller, item.pack), rules_of(caller, filters))
    asked = {"filters": {"pack": item.pack}} if item.pack else {}
    found = recall(caller, SearchInput(query=item.query, limit=MOST_PIVOTS, **asked))
    tried: list[Node] = []
    for hit in found.results:
        pivot = node_named(caller, f"memory:{hit.memory.id}", field="query")
        if paths := _paths_from(walk, pivot, item):
            return _answer(caller, walk, item, hit, pivot, paths, tried)
        tried.append(pivot)
    note = _("None of the memories found is linked to others.")
    return ReasoningOut(
        query=item.query, pivot=None, tried=_nodes(caller, walk, tried), paths=[], evidence=[],
        notes=[*found.notes, note],
    )  # fmt: skip


def _paths_from(walk: Walk, pivot: Node, item: ReasoningInput) -> list[Path]:
    near = neighbors(walk, pivot, item.depth).near
    ways = (shortest_path(walk, pivot, one.node, item.depth) for one in near[: item.limit * 4])
    paths = sorted((way for way in ways if way), key=lambda way: -way.strength)
    return paths[: item.limit]


def _answer(
    caller: Caller, walk: Walk, item: ReasoningInput, hit: Hit, pivot: Node, paths: list[Path],
    tried: list[Node],
) -> ReasoningOut:  # fmt: skip
    rendered = RenderedPaths(caller, walk, paths, [pivot, *tried])
    outs, nodes = rendered.paths, rendered.nodes
    ids = dict.fromkeys(node.id.partition(":")[2] for out in outs for node in out.nodes)
    return ReasoningOut(
        query=item.query,
        pivot=nodes[pivot],
        tried=[nodes[node] for node in tried if node in nodes],
        paths=[ReasonedPath(score=round(hit.score * out.strength, 4), path=out) for out in outs],
        evidence=[UUID(text) for text in ids],
        notes=[],
    )


def _nodes(caller: Caller, walk: Walk, nodes: list[Node]) -> list[GraphNode]:
    outs = outs_of(caller, walk, nodes, labels_of(caller, nodes))
    return list(outs.values())


def keep_answer(caller: Caller, item: AnswerInput) -> AnswerOut:
    """Save an answer, and propose that each memory of its evidence supports it, in one change.

    Raises:
        Forbidden: the token may not write.
        NotFound: the caller does not see a memory of the evidence; nothing is saved.
    """
    caller.require(Scope.WRITE)
    _require_seen(caller, item.evidence)
    given = {"pack": item.pack} if item.pack else {}
    extra = {"question": item.question} if item.question else {}
    memory = MemoryInput(
        text=item.text, memory_type="note", confidence=item.confidence,
        extra_data={**extra, "evidence": [str(uid) for uid in item.evidence]}, **given,
    )  # fmt: skip
    now, reason = timezone.now(), item.question[:500]
    with transaction.atomic():
        saved = remember(caller, memory, source="inference", now=now)
        change_id = _change_of(caller, saved.id, now)
        asked = [_support(uid, saved.id, item, reason) for uid in item.evidence]
        proposals = propose_from(caller, asked, now=now, change_id=change_id)
    ids = [row.uid for row in proposals]
    return AnswerOut(memory_id=saved.id, proposals=ids, change_id=change_id)


def _change_of(caller: Caller, uid: UUID, now: datetime) -> UUID:
    """Return the change that saved a memory just now; a new one if it was stored before."""
    made = Revision.objects.of(caller).filter(
        target_type="memory", target_id=str(uid), action=Action.CREATE, created_at=now
    )
    return made.values_list("change_id", flat=True).first() or uuid4()


def _require_seen(caller: Caller, ids: list[UUID]) -> None:
    seen = set(Memory.objects.of(caller).kept().filter(uid__in=ids).values_list("uid", flat=True))
    missing = [
        Problem(
            f"evidence.{at}",
            "not_found",
            format_lazy(gettext_lazy("there is no memory {uid}"), uid=uid),
        )
        for at, uid in enumerate(ids)
        if uid not in seen
    ]
    if missing:
        raise NotFound(missing)


def _support(uid: UUID, answer: UUID, item: AnswerInput, reason: str) -> NewProposal:
    payload = {"source": str(uid), "target": str(answer), "type": SUPPORTS}
    return NewProposal(
        kind=ProposalKind.LINK, payload=payload, confidence=item.confidence, reason=reason,
        evidence=[uid],
    )  # fmt: skip
