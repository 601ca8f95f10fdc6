"""Write, delete and search vectors of memories, states and entities, one vec0 table a model."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet

from core.db.prepared import PreparedInsert
from core.db.sqlite import ddl
from core.db.sqlite.maintenance import has_vectors
from memories.index.embeddings import ModelSpec, Vectors
from memories.models import EmbeddingModel, ItemKind, Memory, ModelStatus, State, VectorMetadata
from nlp.text.tokens import content_hash, detect

ENTITY_VECTORS = ("vss_entities", 512)
READ_AT_ONCE = 500
KIND_NUMBER = {ItemKind.MEMORY: 1, ItemKind.STATE: 2}


def blob(vector: Vectors) -> bytes:
    """Return a vector as sqlite-vec reads it: little-endian 32-bit floats."""
    return np.asarray(vector, dtype="<f4").tobytes()


def ensure_table(model: EmbeddingModel) -> None:
    """Create the model's vector table if it is missing."""
    with connection.cursor() as cursor:
        cursor.execute(ddl.create_vec0(model.table_name, model.dimension))


def ensure_tables() -> None:
    """Create the vector tables that a start without sqlite-vec could not make."""
    if not has_vectors():
        return
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        ensure_table(model)
    with connection.cursor() as cursor:
        cursor.execute(ddl.create_vec0(*ENTITY_VECTORS))


def register_model(spec: ModelSpec, *, now: datetime) -> EmbeddingModel:
    """Return the stored record of a model; create it as building on first use."""
    model, _ = EmbeddingModel.objects.get_or_create(
        name=spec.name,
        version=spec.version,
        defaults={
            "dimension": spec.dimension,
            "table_name": _table_name(spec),
            "thresholds": spec.thresholds(),
            "created_at": now,
        },
    )
    return model


def _table_name(spec: ModelSpec) -> str:
    digest = hashlib.blake2s(f"{spec.name} {spec.version}".encode(), digest_size=4).hexdigest()
    return f"vss_memories_{digest}"


_new_vectors = PreparedInsert(VectorMetadata)


def remove_vectors(memory_ids: Sequence[int], model: EmbeddingModel | None = None) -> int:
    """Delete the vectors of these memories (of one model, or of all); return how many."""
    return _delete_vectors(_made_by(model, VectorMetadata.objects.filter(memory__in=memory_ids)))


def remove_vectors_of_states(state_ids: Sequence[int], model: EmbeddingModel | None = None) -> int:
    """Delete the vectors of these states (of one model, or of all); return how many."""
    return _delete_vectors(_made_by(model, VectorMetadata.objects.filter(state__in=state_ids)))


def _made_by(
    model: EmbeddingModel | None, vectors: QuerySet[VectorMetadata]
) -> QuerySet[VectorMetadata]:
    return vectors if model is None else vectors.filter(model=model)


def _delete_vectors(vectors: QuerySet[VectorMetadata]) -> int:
    found = list(vectors.values_list("id", "model__table_name"))
    if has_vectors():
        with connection.cursor() as cursor:
            for vector_id, table in found:
                cursor.execute(
                    f"DELETE FROM {ddl.quoted(table)} WHERE vector_id = %s",
                    [vector_id],
                )
    vectors.delete()
    return len(found)


@dataclass(frozen=True, slots=True)
class Embedded:
    """The vectors of a memory or a state: one row per chunk, with starts and lengths."""

    item: Memory | State
    vectors: Vectors
    starts: Sequence[int]
    lengths: Sequence[int]


def put_vectors(model: EmbeddingModel, embedded: Sequence[Embedded], *, now: datetime) -> None:
    """Replace the vectors of these items; one transaction with the end of their jobs."""
    ensure_table(model)
    memories = [made.item.pk for made in embedded if isinstance(made.item, Memory)]
    states = [made.item.pk for made in embedded if isinstance(made.item, State)]
    with transaction.atomic():
        remove_vectors(memories, model)
        if states:
            remove_vectors_of_states(states, model)
        rows = [row for item in embedded for row in _metadata(model, item, now)]
        _new_vectors.store_with_ids(rows)
        flat = np.concatenate([item.vectors for item in embedded])
        with connection.cursor() as cursor:
            cursor.executemany(
                f"INSERT INTO {ddl.quoted(model.table_name)}"
                "(vector_id, user_id, kind, item_id, embedding) VALUES (%s, %s, %s, %s, %s)",
                [
                    (
                        row.pk,
                        row.user_id,
                        KIND_NUMBER[ItemKind(row.kind)],
                        row.item_id,
                        blob(vector),
                    )
                    for row, vector in zip(rows, flat, strict=True)
                ],
            )


def _metadata(model: EmbeddingModel, made: Embedded, now: datetime) -> list[VectorMetadata]:
    about = _of_state(made.item) if isinstance(made.item, State) else _of_memory(made.item)
    return [
        VectorMetadata(
            **about,
            model=model,
            user_id=made.item.user_id,
            chunk_index=at,
            char_start=start,
            text_length=length,
            embedding_model=model.name,
            embedding_version=model.version,
            vector_dimension=model.dimension,
            created_at=now,
        )
        for at, (start, length) in enumerate(zip(made.starts, made.lengths, strict=True))
    ]


def _of_memory(memory: Memory) -> dict[str, Any]:
    return {
        "kind": ItemKind.MEMORY,
        "memory": memory,
        "session_id": memory.session_id,
        "device_id": memory.device_id,
        "language": memory.language,
        "content_hash": memory.content_hash,
    }


def _of_state(state: State) -> dict[str, Any]:
    text = state.indexed_text
    return {
        "kind": ItemKind.STATE,
        "state": state,
        "language": detect(text),
        "content_hash": content_hash(text),
    }


def put_entity_vectors(
    rows: Sequence[tuple[int, str, Vectors]], *, dimension: int, is_fresh: bool = False
) -> None:
    """Write entities' vectors: ``(pk, user_id, vector)``; ``is_fresh`` begins an empty table.

    The table has one dimension; a model of another one needs a new table.
    """
    name = ENTITY_VECTORS[0]
    with transaction.atomic(), connection.cursor() as cursor:
        if is_fresh:
            cursor.execute(ddl.drop_table(name))
        cursor.execute(ddl.create_vec0(name, dimension))
        cursor.executemany(
            f"DELETE FROM {ddl.quoted(name)} WHERE vector_id = %s", [(pk,) for pk, _, _ in rows]
        )
        cursor.executemany(
            f"INSERT INTO {ddl.quoted(name)}(vector_id, user_id, kind, item_id, embedding) "
            "VALUES (%s, %s, 0, %s, %s)",
            [(pk, user_id, pk, blob(vector)) for pk, user_id, vector in rows],
        )


def remove_entity_vectors(pks: Sequence[int]) -> None:
    """Delete the vectors of these entities; the caller deletes their metadata."""
    if not has_vectors():
        return
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {ddl.quoted(ENTITY_VECTORS[0])} WHERE vector_id = %s",
            [(pk,) for pk in pks],
        )


def remove_vectors_of_deleted_entities() -> None:
    """Delete the vectors of entities that are gone: what deletes a row does not always know of them."""
    name = ENTITY_VECTORS[0]
    if name not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT vector_id FROM {ddl.quoted(name)} EXCEPT SELECT id FROM entities")
        gone = [int(pk) for (pk,) in cursor.fetchall()]
    if gone:
        remove_entity_vectors(gone)


def nearest_entities(user_id: str, vector: Vectors, count: int) -> list[tuple[int, float]]:
    """Return the entities of a space nearest to a vector of length 1, with their cosines."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT item_id, distance FROM {ddl.quoted(ENTITY_VECTORS[0])} "
            "WHERE embedding MATCH %s AND k = %s AND user_id = %s ORDER BY distance",
            [blob(vector), count, user_id],
        )
        found = cursor.fetchall()
    # vec0 returns the Euclidean distance; for unit vectors it gives the cosine.
    return [(int(pk), 1.0 - float(distance) ** 2 / 2) for pk, distance in found]


def entity_vectors(pks: Sequence[int]) -> dict[int, Vectors]:
    """Return the vectors of these entities; empty without sqlite-vec or before any was made."""
    name = ENTITY_VECTORS[0]
    if not has_vectors() or not pks or name not in connection.introspection.table_names():
        return {}
    found: dict[int, Vectors] = {}
    with connection.cursor() as cursor:
        for start in range(0, len(pks), READ_AT_ONCE):
            cursor.execute(
                f"SELECT vector_id, embedding FROM {ddl.quoted(name)} "
                "WHERE vector_id IN (SELECT value FROM json_each(%s))",
                [json.dumps(list(pks[start : start + READ_AT_ONCE]))],
            )
            found |= {int(pk): np.frombuffer(stored, dtype="<f4") for pk, stored in cursor}
    return found
