"""The routes of a search: each returns candidates with its own scores, best first.

All of them run inside the caller's spaces and filters; SQL stays in this module.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection
from django.db.models import Sum

from entities.models import Entity, EntityAlias, Mention
from entities.names import fold
from memory_site.db import ddl

from ..embeddings import Vectors
from ..index import KIND_NUMBER, blob, space_word
from ..index_text import QueryTerms
from ..models import EmbeddingModel, ItemKind, MemoryQuerySet, findable

# bm25() weights of memories_fts: space, body, people, labels.
COLUMN_WEIGHTS = (0.0, 1.0, 0.6, 0.5)
MAX_TERMS = 64


@dataclass(frozen=True, slots=True)
class Found:
    """Candidates of one route: memory id → score (higher is better), best first."""

    route: str
    scores: dict[int, float]
    details: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search may look: the spaces, and the filtered rows if there is a filter."""

    user_ids: Sequence[str]
    allowed: MemoryQuerySet | None = None

    def subquery(self, column: str) -> tuple[str, list[Any]]:
        """Return SQL that keeps ``column`` within the filter, and its parameters."""
        if self.allowed is None:
            return "", []
        sql, params = self.allowed.order_by().values("pk").query.sql_with_params()
        return f" AND {column} IN ({sql})", list(params)


def by_words(scope: Scope, terms: QueryTerms, quota: int) -> Found:
    """Find by words: BM25 over stems and CJK pairs."""
    if not terms.terms or not scope.user_ids:
        return Found("words", {})
    words = " OR ".join(_looked_up(term) for term in terms.terms[:MAX_TERMS])
    match = f"{_spaces(scope)} AND {{body people labels}} : ({words})"
    rows = _full_text("memories_fts", match, scope, quota, COLUMN_WEIGHTS)
    return Found("words", {pk: -score for pk, score in rows})


def _looked_up(term: str) -> str:
    """Quote a term; a single CJK character is looked up as the beginning of a pair."""
    return f'"{term}" *' if len(term) == 1 and not term.isascii() else f'"{term}"'


def by_identifiers(scope: Scope, terms: QueryTerms, quota: int) -> Found:
    """Find type numbers, function names, paths and versions by any part of three characters."""
    parts = [part for part in terms.identifiers if len(part) >= 3]
    if not parts or not scope.user_ids:
        return Found("identifier", {})
    words = " OR ".join(f'"{part.replace(chr(34), chr(34) * 2)}"' for part in parts[:MAX_TERMS])
    match = f"{_spaces(scope)} AND {{identifiers}} : ({words})"
    rows = _full_text("memories_identifiers", match, scope, quota, (0.0, 1.0))
    return Found("identifier", {pk: -score for pk, score in rows})


def _spaces(scope: Scope) -> str:
    words = " OR ".join(f'"{space_word(user_id)}"' for user_id in scope.user_ids)
    return f"{{space}} : ({words})"


def _full_text(
    table: str, match: str, scope: Scope, quota: int, weights: Sequence[float]
) -> list[tuple[int, float]]:
    within, params = scope.subquery("rowid")
    listed = ", ".join(str(weight) for weight in weights)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT rowid, bm25({table}, {listed}) AS score FROM {table} "
            f"WHERE {table} MATCH %s{within} ORDER BY score LIMIT %s",
            [match, *params, quota],
        )
        return [(int(pk), float(score)) for pk, score in cursor.fetchall()]


def by_vector(
    scope: Scope, model: EmbeddingModel, query: Vectors, quota: int, *, floor: float
) -> Found:
    """Find by meaning: the nearest vectors of each space, exactly, above ``floor`` cosine.

    A memory in several chunks counts with its nearest one.
    """
    nearest: dict[int, float] = {}
    for user_id in scope.user_ids:
        for memory_id, similarity in _nearest(scope, model, query, quota, user_id):
            nearest[memory_id] = max(similarity, nearest.get(memory_id, -1.0))
    best = sorted(nearest.items(), key=lambda row: -row[1])[:quota]
    return Found("vector", {pk: score for pk, score in best if score >= floor})


def _nearest(
    scope: Scope, model: EmbeddingModel, query: Vectors, quota: int, user_id: str
) -> list[tuple[int, float]]:
    inner, params = scope.subquery("memory_id")
    within = (
        f" AND vector_id IN (SELECT id FROM vector_metadata WHERE model_id = %s{inner})"
        if inner
        else ""
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT item_id, distance FROM {ddl.quoted(model.table_name)} "
            f"WHERE embedding MATCH %s AND k = %s AND user_id = %s AND kind = %s{within}",
            [
                blob(query),
                quota,
                user_id,
                KIND_NUMBER[ItemKind.MEMORY],
                *([model.pk, *params] if within else []),
            ],
        )
        return [(int(pk), similarity(distance)) for pk, distance in cursor.fetchall()]


def similarity(distance: float) -> float:
    """Return the cosine of two unit vectors at an L2 distance."""
    return 1.0 - distance * distance / 2.0


def similarities(
    model: EmbeddingModel, query: Vectors, memory_ids: Sequence[int]
) -> dict[int, float]:
    """Return the cosine of given memories, so that routes can be compared on one scale."""
    if not memory_ids:
        return {}
    marks = ", ".join(["%s"] * len(memory_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT m.memory_id, v.embedding FROM vector_metadata m "
            f"JOIN {ddl.quoted(model.table_name)} v ON v.vector_id = m.id "
            f"WHERE m.model_id = %s AND m.memory_id IN ({marks})",
            [model.pk, *memory_ids],
        )
        rows = cursor.fetchall()
    nearest: dict[int, float] = {}
    for memory_id, raw in rows:
        cosine = float(np.frombuffer(raw, dtype="<f4") @ query)
        nearest[memory_id] = max(cosine, nearest.get(memory_id, -1.0))
    return nearest


def named_entities(user_ids: Sequence[str], query: str) -> list[tuple[UUID, str]]:
    """Return the entities whose name or alias stands in ``query``, with that name."""
    if not user_ids or not query.strip():
        return []
    folded = fold(query).replace(" ", "")
    entity, alias = Entity._meta.db_table, EntityAlias._meta.db_table
    marks = ", ".join(["%s"] * len(user_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT entity_id, name FROM {entity} WHERE user_id IN ({marks}) "
            "AND length(name_key) > 1 AND instr(%s, replace(name_key, ' ', '')) > 0 "
            f"UNION SELECT entity_id, alias FROM {alias} WHERE user_id IN ({marks}) "
            "AND length(alias_key) > 1 AND instr(%s, replace(alias_key, ' ', '')) > 0",
            [*user_ids, folded, *user_ids, folded],
        )
        rows = [(UUID(str(pk)), str(name)) for pk, name in cursor.fetchall()]
    return [(pk, name) for pk, name in rows if _stands_alone(fold(name), fold(query))]


def _stands_alone(name: str, query: str) -> bool:
    """Tell whether a Latin name is a word of its own: Ann is not in “annual”."""
    if not name.isascii():
        return True
    words = r"\s*".join(re.escape(word) for word in name.split())
    return bool(re.search(rf"(?<![a-z0-9]){words}(?![a-z0-9])", query))


def by_entities(scope: Scope, entities: Sequence[tuple[UUID, str]], quota: int) -> Found:
    """Find the memories that mention the named entities; more of them is better."""
    if not entities:
        return Found("entity", {})
    rows = Mention.objects.filter(
        entity_id__in=[pk for pk, _ in entities], user_id__in=list(scope.user_ids)
    )
    rows = (
        rows.filter(findable("memory__"))
        if scope.allowed is None
        else rows.filter(memory__in=scope.allowed)
    )
    best = (
        rows.values("memory_id")
        .annotate(weight=Sum("relevance_score"))
        .order_by("-weight", "-memory_id")[:quota]
    )
    names = "、".join(dict.fromkeys(name for _, name in entities))
    scores = {row["memory_id"]: float(row["weight"]) for row in best}
    return Found("entity", scores, dict.fromkeys(scores, names))
