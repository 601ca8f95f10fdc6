"""Find the pairs of entities that need no question: related, asked about, or of nearly one name."""

from collections.abc import Collection
from itertools import product
from uuid import UUID

from core.caller import base_user_of
from core.db.fields import of_person
from entities.models import EntityAlias
from graph.models import EntityRelation
from memories.enrichment.cooccurrence import CO_OCCURRENCE
from memories.models import Proposal, ProposalKind, ProposalStatus
from nlp.names.forms import NameForm, form_of
from nlp.names.matching import matching_rule

from .mention_graph import MentionGraph, Pair

ENDS = {
    ProposalKind.RELATION: ("payload__source", "payload__target"),
    ProposalKind.MERGE_ENTITIES: ("payload__keep", "payload__merge"),
}


def decided_pairs(graph: MentionGraph) -> set[Pair]:
    """Return the pairs of nodes with a relation or a question about one, of any type and status."""
    nodes = {row.entity_id: node for node, rows in graph.entities.items() for row in rows}
    person = base_user_of(next(iter(graph.spaces)))
    related = EntityRelation.objects.filter(of_person(person)).exclude(relation_type=CO_OCCURRENCE)
    ends: list[tuple[UUID | None, UUID | None]] = [
        *related.values_list("source__entity_id", "target__entity_id")
    ]
    for kind, (one, other) in ENDS.items():
        asked = Proposal.objects.filter(of_person(person), kind=kind).exclude(
            status=ProposalStatus.OBSOLETE
        )
        ends += [(_uid(a), _uid(b)) for a, b in asked.values_list(one, other)]
    pairs = (Pair(nodes[end] for end in pair if end in nodes) for pair in ends)
    return {pair for pair in pairs if len(pair) == 2}


def _uid(written: object) -> UUID | None:
    return UUID(str(written)) if written else None


def of_one_name(graph: MentionGraph, pairs: Collection[Pair]) -> set[Pair]:
    """Return the pairs that may be one person or thing under two names."""
    forms = _forms(graph, {node for pair in pairs for node in pair})
    return {
        pair
        for pair in pairs
        if any(matching_rule(a, b) for a, b in product(*(forms[node] for node in pair)))
    }


def _forms(graph: MentionGraph, nodes: Collection[UUID]) -> dict[UUID, list[NameForm]]:
    rows = {row.entity_id: row for node in nodes for row in graph.entities[node]}
    named = {uid: [form_of(row.name, row.type_key, row.reading)] for uid, row in rows.items()}
    for alias in EntityAlias.objects.filter(entity__in=list(rows)):
        kind = rows[alias.entity_id].type_key
        named[alias.entity_id].append(form_of(alias.alias, kind, alias.reading))
    return {
        node: [form for row in graph.entities[node] for form in named[row.entity_id]]
        for node in nodes
    }
