"""Find what an earlier erasure left: names and searches that hold a text and belong to no memory."""

from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from core.caller import Caller
from entities.models import Entity, EntityAlias
from memories.models import Context, RetrievalRun, Session, Tag
from nlp.text.tokens import fold

from .unshared import Unshared, without_references

Row = TypeVar("Row", bound=Model)
RUNS_AT_ONCE = 2_000


def remains_of(caller: Caller, text: str) -> Unshared:
    """Return the names that hold a text and that no memory uses, and the searches that hold it."""
    wanted = fold(text).strip()
    return Unshared(
        entities=without_references(_entities(caller, wanted)),
        tags=_unused(Tag.objects.of(caller), "name", wanted),
        contexts=_unused(Context.objects.of(caller), "name", wanted),
        sessions=_unused(Session.objects.of(caller), "key", wanted),
        runs=_runs(caller, wanted),
    )


def _entities(caller: Caller, wanted: str) -> set[UUID]:
    names = Entity.objects.of(caller).values_list("entity_id", "name")
    aliases = EntityAlias.objects.filter(entity__in=Entity.objects.of(caller))
    named = [*names, *aliases.values_list("entity__entity_id", "alias")]
    return {entity_id for entity_id, name in named if wanted in fold(name)}


def _unused(rows: QuerySet[Row], column: str, wanted: str) -> list[Row]:
    unused = rows.filter(memories=None)
    return [row for row in unused if wanted in fold(getattr(row, column))]


def _runs(caller: Caller, wanted: str) -> list[tuple[UUID, str]]:
    rows = RetrievalRun.objects.filter(base_user=caller.base_user).exclude(query="")
    asked = rows.values_list("pk", "query").iterator(chunk_size=RUNS_AT_ONCE)
    return [(pk, query) for pk, query in asked if wanted in fold(query)]
