"""Compare vectors with their records, and records with the rows that they are made of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from core.db.sqlite import ddl
from entities.models import Entity, EntityVectorMetadata
from memories.index.embeddings import spec_for
from memories.index.tables.sqlite.vectors import ENTITY_VECTORS, register_model
from memories.models import (
    EmbeddingJob,
    EmbeddingModel,
    ItemKind,
    Memory,
    ModelStatus,
    State,
    VectorMetadata,
)

OF_MODELS = """
SELECT name FROM sqlite_master
WHERE type = 'table' AND name GLOB 'vss_memories*' AND sql LIKE 'CREATE VIRTUAL TABLE%'
"""


@dataclass(frozen=True, slots=True)
class VectorState:
    """How many vectors are missing, belong to nothing, or were never asked for."""

    missing: int = 0
    orphaned: int = 0
    unqueued: int = 0
    has_model: bool = True


def vector_state() -> VectorState:
    """Return how vectors, their records and the rows that need one stand to each other."""
    pairs = [_differences(model) for model in _models_with_table()]
    if _has_entity_vectors():
        pairs.append(_entity_differences())
    return VectorState(
        missing=sum(len(bare) for _orphans, bare in pairs),
        orphaned=sum(len(orphans) for orphans, _bare in pairs)
        + sum(len(_vectors(table)) for table in _stray_tables()),
        unqueued=sum(rows.count() for _model, _kind, rows in _unqueued()),
        has_model=EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).exists(),
    )


def remove_orphaned_vectors() -> None:
    """Delete vectors without a record, records without a vector, and tables without a model."""
    for model in _in_use():
        if model.table_name not in _tables():
            model.vectors.all().delete()
            continue
        orphans, bare = _differences(model)
        _delete_vectors(model.table_name, orphans)
        model.vectors.filter(pk__in=bare).delete()
    if _has_entity_vectors():
        orphans, bare = _entity_differences()
        _delete_vectors(ENTITY_VECTORS[0], orphans)
        EntityVectorMetadata.objects.filter(entity__pk__in=bare).delete()
    with connection.cursor() as cursor:
        for table in _stray_tables():
            cursor.execute(ddl.drop_table(table))


def enqueue_unqueued(now: datetime) -> None:
    """Enqueue the memories and states that have neither a vector nor a job."""
    for model, kind, rows in _unqueued():
        pks = list(rows.values_list("pk", flat=True))
        EmbeddingJob.objects.enqueue(pks, now=now, kind=kind, model=model)


def activate_model(now: datetime) -> None:
    """Have a model in use where none is active: the one that is being built, or that of the settings.

    Raises:
        EmbeddingError: it cannot be used on this machine.
    """
    if EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).exists():
        return
    building = EmbeddingModel.objects.filter(status=ModelStatus.BUILDING).first()
    model = building or register_model(spec_for(settings.EMBEDDING_MODEL), now=now)
    EmbeddingModel.objects.filter(pk=model.pk).update(status=ModelStatus.ACTIVE, activated_at=now)


def remove_homeless_vectors() -> None:
    """Delete records and jobs of vectors whose model, memory, state or entity is gone."""
    models = EmbeddingModel.objects.values("pk")
    EmbeddingJob.objects.exclude(model__in=models).delete()
    VectorMetadata.objects.exclude(model__in=models).delete()
    records = VectorMetadata.objects.exclude(memory=None)
    records.exclude(memory__in=Memory.objects.values("pk")).delete()
    records = VectorMetadata.objects.exclude(state=None)
    records.exclude(state__in=State.objects.values("pk")).delete()
    known = Entity.objects.values("entity_id")
    EntityVectorMetadata.objects.exclude(entity__in=known).delete()


def _in_use() -> QuerySet[EmbeddingModel]:
    return EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED)


def _tables() -> set[str]:
    return set(connection.introspection.table_names())


def _models_with_table() -> list[EmbeddingModel]:
    return list(_in_use().filter(table_name__in=_tables()))


def _has_entity_vectors() -> bool:
    return ENTITY_VECTORS[0] in _tables()


def _stray_tables() -> set[str]:
    """Return the tables of vectors that belong to no model."""
    with connection.cursor() as cursor:
        cursor.execute(OF_MODELS)
        stored = {name for (name,) in cursor.fetchall()}
    return stored - set(EmbeddingModel.objects.values_list("table_name", flat=True))


def _vectors(table: str) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT vector_id FROM {ddl.quoted(table)}")
        return {int(number) for (number,) in cursor.fetchall()}


def _delete_vectors(table: str, numbers: Iterable[int]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {ddl.quoted(table)} WHERE vector_id = %s", [(pk,) for pk in numbers]
        )


def _differences(model: EmbeddingModel) -> tuple[set[int], set[int]]:
    """Return the numbers of vectors without a record, and of records without a vector."""
    vectors, records = _vectors(model.table_name), set(model.vectors.values_list("pk", flat=True))
    return vectors - records, records - vectors


def _entity_differences() -> tuple[set[int], set[int]]:
    """Return the same of entities; the vectors of deleted ones go with the worker's next round."""
    vectors = _vectors(ENTITY_VECTORS[0])
    bare = set(Entity.objects.filter(vector=None).values_list("pk", flat=True))
    recorded = set(Entity.objects.exclude(vector=None).values_list("pk", flat=True))
    return vectors & bare, recorded - vectors


def _unqueued() -> Iterator[tuple[EmbeddingModel, ItemKind, QuerySet[Memory] | QuerySet[State]]]:
    """Yield by model the findable memories and states without a vector and without a job."""
    for model in _in_use():
        for kind, rows in (
            (ItemKind.MEMORY, Memory.objects.findable()),
            (ItemKind.STATE, State.objects.findable()),
        ):
            made = model.vectors.filter(**{kind.value: OuterRef("pk")})
            waiting = model.jobs.filter(kind=kind, item_id=OuterRef("pk"))
            yield model, kind, rows.filter(~Exists(made), ~Exists(waiting))
