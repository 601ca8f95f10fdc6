"""Find what an earlier erasure left: names and searches that belong to no memory."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from core.caller import Caller
from entities.models import Entity, EntityAlias
from memories.models import Context, RetrievalRun, Session, Tag
from nlp.text.tokens import fold

from .ledger.records import SEARCH, ErasedName
from .searches import Found, Runs, SearchLog
from .unshared import Unshared, without_references

Row = TypeVar("Row", bound=Model)
Node = TypeVar("Node", Tag, Context)
ROWS_AT_ONCE = 500
RUNS_AT_ONCE = 2_000


def remains_of(caller: Caller, text: str, log: SearchLog) -> Unshared:
    """Return the names that hold a text and that no memory uses, and the searches that hold it."""
    wanted = fold(text).strip()
    return Unshared(
        entities=without_references(_entities(caller, wanted)),
        tags=_unused(Tag.objects.of(caller), "name", wanted),
        contexts=_unused(Context.objects.of(caller), "name", wanted),
        sessions=_unused(Session.objects.of(caller), "key", wanted),
        runs=list(log.matching(("hold", wanted), lambda runs: _holding(runs, wanted)).items()),
    )


def remains_again(caller: Caller, names: Iterable[ErasedName]) -> Unshared:
    """Return which of these erased names and searches are stored again, and used by no memory."""
    ids: dict[str, dict[str, datetime | None]] = defaultdict(dict)
    for one in names:
        ids[one.kind][one.row] = one.stored_at
    entities = _stored(Entity.objects.of(caller), "entity_id", ids["entity"])
    runs = RetrievalRun.objects.filter(base_user=caller.base_user).exclude(query="")
    return Unshared(
        entities=without_references([row.entity_id for row in entities]),
        tags=_numbered(Tag.objects.of(caller).filter(memories=None), ids["tag"]),
        contexts=_numbered(Context.objects.of(caller).filter(memories=None), ids["context"]),
        sessions=_stored(Session.objects.of(caller).filter(memories=None), "pk", ids["session"]),
        runs=[(run.pk, run.query) for run in _stored(runs, "pk", ids[SEARCH])],
    )


def _stored(rows: QuerySet[Row], column: str, ids: Collection[str]) -> list[Row]:
    listed = sorted(ids)
    return [
        row
        for start in range(0, len(listed), ROWS_AT_ONCE)
        for row in rows.filter(**{f"{column}__in": listed[start : start + ROWS_AT_ONCE]})
    ]


def _numbered(rows: QuerySet[Node], made: dict[str, datetime | None]) -> list[Node]:
    """Return rows by their numbers, which later rows of a restored database may have again."""
    return [row for row in _stored(rows, "pk", made) if row.created_at == made[str(row.pk)]]


def _entities(caller: Caller, wanted: str) -> set[UUID]:
    names = Entity.objects.of(caller).values_list("entity_id", "name")
    aliases = EntityAlias.objects.filter(entity__in=Entity.objects.of(caller))
    named = [*names, *aliases.values_list("entity__entity_id", "alias")]
    return {entity_id for entity_id, name in named if wanted in fold(name)}


def _unused(rows: QuerySet[Row], column: str, wanted: str) -> list[Row]:
    unused = rows.filter(memories=None)
    return [row for row in unused if wanted in fold(getattr(row, column))]


def _holding(runs: Runs, wanted: str) -> Found:
    asked = runs.exclude(query="").values_list("pk", "query").iterator(chunk_size=RUNS_AT_ONCE)
    return ((pk, query) for pk, query in asked if wanted in fold(query))
