"""Write and delete the vectors of memories and states, with their metadata."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet

from core.db.prepared import PreparedInsert
from core.db.sqlite import ddl
from memories.index.embeddings import Vectors
from memories.index.states import state_text
from memories.models import EmbeddingModel, ItemKind, Memory, State, VectorMetadata
from nlp.text.fold import content_hash
from nlp.text.script import detect

from .vector_tables import blob, ensure_table, has_vectors

KIND_NUMBER = {ItemKind.MEMORY: 1, ItemKind.STATE: 2}

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
    text = state_text(state)
    return {
        "kind": ItemKind.STATE,
        "state": state,
        "language": detect(text),
        "content_hash": content_hash(text),
    }
