"""Report rules of the graph that are broken, and its weak spots."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, F, Min, Model, QuerySet
from django.db.models.functions import Greatest, Least

from core.caller import Caller, Scope
from entities.models import Entity
from entities.selectors import entities_seen
from graph.models import EntityRelation, MemoryLink
from graph.quality.rules import EDGE_RULES, Severity
from graph.quality.schemas import GraphQualityOut, QualityExample, QualityFinding
from memories.records.lookup import links_seen
from memories.selectors.entities import relations_seen

from .orphans import empty_contexts, empty_tags, orphaned_entities

MOST_EXAMPLES = 5


def graph_quality(caller: Caller) -> GraphQualityOut:
    """Return the broken rules and weak spots of what the caller may see, each with examples.

    Raises:
        Forbidden: the token may not read.
    """
    caller.require(Scope.READ)
    links, relations = links_seen(caller), _current(caller)
    findings = [
        _finding(
            rule.key, rule.severity, links.filter(rule.links), relations.filter(rule.relations)
        )
        for rule in EDGE_RULES
    ]
    nodes: tuple[tuple[str, QuerySet[Any]], ...] = (
        ("orphaned_entity", orphaned_entities(caller)),
        ("empty_tag", empty_tags(caller)),
        ("empty_context", empty_contexts(caller)),
    )
    findings += [_finding(key, Severity.INFO, rows) for key, rows in nodes]
    findings.append(_redundant(caller))
    return GraphQualityOut(
        links=links.count(),
        relations=relations.count(),
        entities=entities_seen(caller).filter(merged_into=None).count(),
        findings=findings,
    )


def _current(caller: Caller) -> QuerySet[EntityRelation]:
    """Return the current relations between entities that the caller may see."""
    rows: QuerySet[EntityRelation] = relations_seen(caller).filter(superseded_at=None)
    if caller.namespace:
        # Few enough: both ends of other relations are of the relation's own space.
        seen = entities_seen(caller).values("entity_id")
        rows = rows.filter(source__in=seen, target__in=seen)
    return rows.select_related("source", "target")


def _finding(key: str, severity: Severity, *found: QuerySet[Any]) -> QualityFinding:
    return QualityFinding(
        rule=key,
        severity=severity,
        count=sum(rows.count() for rows in found),
        examples=_examples(row for rows in found for row in rows.order_by("pk")[:MOST_EXAMPLES]),
    )


def _redundant(caller: Caller) -> QualityFinding:
    """Report pairs that are linked or related more than once by types of one family."""
    links = _doubled(links_seen(caller), "src_memory", "dst_memory")
    relations = _doubled(_current(caller), "source", "target")
    firsts: list[Model] = [
        *links_seen(caller).filter(pk__in=[row["first"] for row in links[:MOST_EXAMPLES]]),
        *_current(caller).filter(pk__in=[row["first"] for row in relations[:MOST_EXAMPLES]]),
    ]
    return QualityFinding(
        rule="redundant",
        severity=Severity.INFO,
        count=len(links) + len(relations),
        examples=_examples(firsts),
    )


def _doubled(rows: QuerySet[Any], one: str, other: str) -> Sequence[dict[str, Any]]:
    family = F("relation_type__canonical_type")
    pairs = rows.order_by().values(low=Least(one, other), high=Greatest(one, other), family=family)
    counted = pairs.annotate(count=Count("pk"), first=Min("pk")).filter(count__gt=1)
    return list(counted.order_by("first"))


def _examples(rows: Iterable[Model]) -> list[QualityExample]:
    return [_example(row) for row in rows][:MOST_EXAMPLES]


def _example(row: Any) -> QualityExample:
    if isinstance(row, MemoryLink):
        title = f"{row.src_memory} – {row.type_key} – {row.dst_memory}"
        return QualityExample(kind="link", id=row.pk, title=title)
    if isinstance(row, EntityRelation):
        title = f"{row.source} – {row.type_key} – {row.target}"
        return QualityExample(kind="relation", id=row.uid, title=title)
    if isinstance(row, Entity):
        return QualityExample(kind="entity", id=row.entity_id, title=row.name)
    return QualityExample(kind=str(row._meta.model_name), id=row.pk, title=row.name)
