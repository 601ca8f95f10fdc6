"""Ask a person about the few inferred relations and links that are worth most."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta

from core.db.fields import of_person
from entities.models import Entity
from graph.models import RelationScope
from graph.services import relation_types
from memories.inbox.precision import LEARNING, silent_methods
from memories.inbox.proposals import create_proposals
from memories.inbox.worth import Weight
from memories.models import Memory, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.proposals import Suggestion
from packs.spec import shared_space

from .decided_pairs import decided_pairs, of_one_name
from .memory_links import LinkCandidate, link_candidates
from .mention_graph import MentionGraph, Pair, read_mention_graph
from .relation_candidates import Method, RelationCandidate, relation_candidates

# The likeliest pairs, of which names are compared.
MOST_COMPARED = 200
# New questions of each sort in a week, and open ones at a time, of one person.
MOST_RELATIONS, MOST_LINKS, MOST_OPEN = 5, 3, 10
WEEK = timedelta(days=7)
LEAST_CONFIDENCE = {ProposalKind.RELATION: 0.5, ProposalKind.LINK: 0.5}


def propose_inferred(base_user: str, now: datetime) -> int:
    """Ask one person about new inferred relations and links; return how many questions were made.

    Nothing is asked twice. A method whose questions this person mostly rejects is left out.
    """
    room = _room(base_user, now)
    if not any(room.values()):
        return 0
    silent = silent_methods(base_user, now)
    found = [
        one
        for kind, suggestions in (
            (ProposalKind.RELATION, relation_suggestions),
            (ProposalKind.LINK, link_suggestions),
        )
        if room[kind]
        for one in [row for row in suggestions(base_user, now) if row.method not in silent][
            : room[kind]
        ]
    ]
    return len(create_proposals(found, now=now))


def _room(base_user: str, now: datetime) -> dict[ProposalKind, int]:
    """Return how many questions of each kind may still be asked this week."""
    asked = Proposal.objects.filter(of_person(base_user), method__startswith=LEARNING)
    left = MOST_OPEN - asked.filter(status=ProposalStatus.OPEN).count()
    lately = asked.filter(created_at__gt=now - WEEK)
    return {
        kind: max(0, min(most - lately.filter(kind=kind).count(), left))
        for kind, most in (
            (ProposalKind.RELATION, MOST_RELATIONS),
            (ProposalKind.LINK, MOST_LINKS),
        )
    }


def relation_suggestions(base_user: str, now: datetime) -> list[Suggestion]:
    """Return suggestions of relations in the spaces of one person, those worth most first."""
    spaces = _spaces(base_user)
    types = relation_types(RelationScope.ENTITIES, base_user)
    worth: dict[Pair, tuple[float, Suggestion]] = {}
    for part in _parts(spaces):
        graph = read_mention_graph(part, now)
        found = relation_candidates(graph, types, decided_pairs(graph))
        floor = LEAST_CONFIDENCE[ProposalKind.RELATION]
        likely = [one for one in found if one.parts.confidence >= floor][:MOST_COMPARED]
        alike = of_one_name(graph, [one.pair for one in likely])
        for one in likely:
            ends = _ends(graph, one)
            pair = frozenset(end.entity_id for end in ends)
            if one.pair not in alike and pair not in worth:
                worth[pair] = _worth(one, ends), _relation(one, ends, across=len(part) > 1)
    return _best(worth.values())


def _spaces(base_user: str) -> list[str]:
    rows = Entity.objects.filter(of_person(base_user)).order_by("user_id")
    return list(rows.values_list("user_id", flat=True).distinct())


def _parts(spaces: Sequence[str]) -> Iterator[list[str]]:
    """Yield each space alone, then all of them: what one space tells, its tokens may read."""
    yield from ([space] for space in spaces)
    if len(spaces) > 1:
        yield list(spaces)


def _ends(graph: MentionGraph, one: RelationCandidate) -> tuple[Entity, Entity]:
    """Return the entities of both nodes, of one space if possible."""
    sources, targets = graph.entities[one.source], graph.entities[one.target]
    return next(
        ((a, b) for a in sources for b in targets if a.user_id == b.user_id),
        (sources[0], targets[0]),
    )


def _worth(one: RelationCandidate, ends: Sequence[Entity]) -> float:
    seen = sum(end.extraction_count + end.usage_count for end in ends) + len(one.evidence)
    return Weight(seen, 0).worth(one.parts.confidence)


def _best(rated: Collection[tuple[float, Suggestion]]) -> list[Suggestion]:
    return [suggestion for _worth, suggestion in sorted(rated, key=lambda row: -row[0])]


def _relation(one: RelationCandidate, ends: Sequence[Entity], *, across: bool) -> Suggestion:
    source, target = ends
    return Suggestion(
        kind=ProposalKind.RELATION,
        # What several packs tell is nothing for a token of one of them.
        user_id=shared_space(source.user_id) if across else source.user_id,
        payload={
            "source": str(source.entity_id),
            "target": str(target.entity_id),
            "type": one.type,
            "parts": one.parts.as_payload(),
        },
        confidence=round(one.parts.confidence, 3),
        reason=one.reason,
        method=one.method,
        evidence=one.evidence,
    )


def link_suggestions(base_user: str, now: datetime) -> list[Suggestion]:
    """Return suggestions of links between important memories, those worth most first."""
    spaces = Memory.objects.filter(of_person(base_user)).order_by("user_id")
    found = [
        one
        for space in spaces.values_list("user_id", flat=True).distinct()
        for one in link_candidates(space, now)
        if one.confidence >= LEAST_CONFIDENCE[ProposalKind.LINK]
    ]
    return _best([(_worth_of_link(one), _link(one)) for one in found])


def _worth_of_link(one: LinkCandidate) -> float:
    return Weight(one.newer.usage_count + one.older.usage_count, 2).worth(one.confidence)


def _link(one: LinkCandidate) -> Suggestion:
    ends = str(one.newer.uid), str(one.older.uid)
    return Suggestion(
        kind=ProposalKind.LINK,
        user_id=one.newer.user_id,
        namespace=one.newer.namespace,
        key="|".join((*sorted(ends), "related")),
        payload={"source": ends[0], "target": ends[1], "type": "related", "parts": one.parts},
        confidence=round(one.confidence, 3),
        reason=f"both about {', '.join(one.shared)}",
        method=Method.LINKS,
        evidence=(one.newer.pk, one.older.pk),
    )
