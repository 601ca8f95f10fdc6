"""The only writer of the full-text and vector tables.

A memory's rows here are derived: they exist exactly while the memory may be
found, and can be thrown away and rebuilt (``wasurena rebuild``).
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from entities.models import EntityAlias, Mention
from memory_site.db import ddl

from .embeddings import ModelSpec, Vectors
from .hashing import content_hash
from .index_text import identifiers, index_words
from .language import detect
from .models import (
    EmbeddingJob,
    EmbeddingModel,
    ItemKind,
    Memory,
    ModelStatus,
    SearchDocument,
    State,
    VectorMetadata,
)
from .space_index import rows as space_rows
from .space_index.facts import facts_of, facts_of_state
from .space_index.lexemes import lexemes
from .state_text import is_findable, state_text

KIND_NUMBER = {ItemKind.MEMORY: 1, ItemKind.STATE: 2}
WORD_TABLES = ("memories_fts", "memories_identifiers")
ENTITY_VECTORS = ("vss_entities", 512)
BATCH = 500


def space_word(user_id: str) -> str:
    """Return the index word that marks a space's rows; one token for every tokenizer."""
    return "sp" + hashlib.blake2s(user_id.encode(), digest_size=8).hexdigest()


def put_words(memories: Sequence[Memory]) -> None:
    """Write the words of ``memories`` to both indexes; tags and mentions must be stored already."""
    prefetch_related_objects(memories, "tags", "context")
    names = _mentioned_names(memories)
    _put_full_text(memories, names)
    space_rows.put([_document(memory, names.get(memory.pk, ())) for memory in memories])


def _document(memory: Memory, names: Sequence[str]) -> space_rows.Document:
    context = memory.context.name if memory.context_id and memory.context else ""
    tags = [tag.name for tag in memory.tags.all()]
    said = [memory.raw_text, memory.assistant_text]
    words = lexemes([*said, memory.title, memory.category, context, *tags, *names])
    return space_rows.Document(memory.pk, memory.user_id, words.tobytes(), facts_of(memory))


def _put_full_text(memories: Sequence[Memory], names: dict[int, list[str]]) -> None:
    rows, parts = [], []
    for memory in memories:
        space = space_word(memory.user_id)
        body = index_words(f"{memory.raw_text}\n{memory.assistant_text}")
        people = index_words(" ".join([memory.speaker, *names.get(memory.pk, ())]))
        rows.append((memory.pk, space, body, people, index_words(_labels(memory))))
        if found := identifiers(f"{memory.raw_text}\n{memory.assistant_text}\n{memory.title}"):
            parts.append((memory.pk, space, "\n".join(found)))
    _remove_full_text([memory.pk for memory in memories])
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO memories_fts(rowid, space, body, people, labels) "
            "VALUES (%s, %s, %s, %s, %s)",
            rows,
        )
        cursor.executemany(
            "INSERT INTO memories_identifiers(rowid, space, identifiers) VALUES (%s, %s, %s)", parts
        )


def _labels(memory: Memory) -> str:
    context = memory.context.name if memory.context_id and memory.context else ""
    tags = [tag.name for tag in memory.tags.all()]
    return " ".join([memory.title, memory.category, memory.memory_type, context, *tags])


def _mentioned_names(memories: Sequence[Memory]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = {}
    rows = Mention.objects.filter(memory__in=[memory.pk for memory in memories]).values_list(
        "memory_id", "entity__name"
    )
    for memory_id, name in rows:
        names.setdefault(memory_id, []).append(name)
    return names


def put_states(states: Sequence[State], *, now: datetime) -> None:
    """Index states as they are now: those that may be found, and none of the others.

    Subjects have to be loaded, or are read one by one.
    """
    hidden = [state.pk for state in states if not is_findable(state)]
    findable = [state for state in states if is_findable(state)]
    remove_states(hidden)
    names = _other_names(findable)
    space_rows.put([_state_document(state, names[state.subject_id]) for state in findable])
    enqueue([state.pk for state in findable], now=now, kind=ItemKind.STATE)


def _other_names(states: Sequence[State]) -> dict[UUID | None, list[str]]:
    """Return the aliases of the subjects: who asks for Haruka means 水野遥."""
    names: dict[UUID | None, list[str]] = defaultdict(list)
    subjects = {state.subject_id for state in states if state.subject_id}
    found = EntityAlias.objects.filter(entity__entity_id__in=subjects)
    rows = found if subjects else found.none()
    for alias in rows:
        names[alias.entity_id].append(alias.alias)
    return names


def _state_document(state: State, names: Sequence[str]) -> space_rows.Document:
    text = state_text(state)
    words = lexemes([text, state.value, *names])
    facts = facts_of_state(state, text)
    return space_rows.Document(state.pk, state.user_id, words.tobytes(), facts, ItemKind.STATE)


def remove_states(state_ids: Sequence[int]) -> None:
    """Take these states out of every index."""
    if not state_ids:
        return
    space_rows.remove(state_ids, ItemKind.STATE)
    _delete_vectors(VectorMetadata.objects.filter(state__in=state_ids))
    EmbeddingJob.objects.filter(kind=ItemKind.STATE, item_id__in=state_ids).delete()


def remove_words(memory_ids: Sequence[int]) -> None:
    """Delete the words of these memories from both indexes."""
    _remove_full_text(memory_ids)
    space_rows.remove(memory_ids)


def _remove_full_text(memory_ids: Sequence[int]) -> None:
    with connection.cursor() as cursor:
        for table in WORD_TABLES:
            cursor.executemany(
                f"DELETE FROM {table} WHERE rowid = %s", [(pk,) for pk in memory_ids]
            )


def compact_words() -> None:
    """Write the full-text tables anew without the words of deleted rows.

    FTS5 only marks rows of a contentless table as deleted; their words stay in
    the file until the segments are merged (0.4 s at 100,000 memories).
    """
    with connection.cursor() as cursor:
        for table in WORD_TABLES:
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")


def put(memories: Sequence[Memory], *, now: datetime) -> None:
    """Index those that may be found: words at once, vectors through the outbox."""
    findable = [memory for memory in memories if memory.is_findable]
    put_words(findable)
    enqueue([memory.pk for memory in findable], now=now)


def enqueue(item_ids: Sequence[int], *, now: datetime, kind: ItemKind = ItemKind.MEMORY) -> None:
    """Note that these items need vectors, for every model in use."""
    if not item_ids:
        return
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        enqueue_for(model, item_ids, now=now, kind=kind)


def enqueue_for(
    model: EmbeddingModel,
    item_ids: Sequence[int],
    *,
    now: datetime,
    kind: ItemKind = ItemKind.MEMORY,
) -> None:
    """Note that these items need vectors of one model; asking again starts over."""
    EmbeddingJob.objects.bulk_create(
        [EmbeddingJob(model=model, kind=kind, item_id=pk, enqueued_at=now) for pk in item_ids],
        update_conflicts=True,
        unique_fields=["model", "kind", "item_id"],
        update_fields=["enqueued_at", "claimed_at", "attempts", "last_error"],
        batch_size=BATCH,
    )


def remove(memory_ids: Sequence[int]) -> None:
    """Take these memories out of every index."""
    remove_words(memory_ids)
    remove_vectors(memory_ids)
    EmbeddingJob.objects.filter(kind=ItemKind.MEMORY, item_id__in=memory_ids).delete()


def remove_vectors(memory_ids: Sequence[int], model: EmbeddingModel | None = None) -> int:
    """Delete the vectors of these memories (of one model, or of all); return how many."""
    vectors = VectorMetadata.objects.filter(memory__in=memory_ids)
    if model is not None:
        vectors = vectors.filter(model=model)
    return _delete_vectors(vectors)


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
    """The vectors of a memory or a state: one row per chunk, and where each chunk starts."""

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
            _delete_vectors(VectorMetadata.objects.filter(state__in=states, model=model))
        rows = [row for item in embedded for row in _metadata(model, item, now)]
        stored = VectorMetadata.objects.bulk_create(rows, batch_size=BATCH)
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
                    for row, vector in zip(stored, flat, strict=True)
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


def blob(vector: Vectors) -> bytes:
    """Return a vector as sqlite-vec reads it: little-endian 32-bit floats."""
    return np.asarray(vector, dtype="<f4").tobytes()


def has_vectors() -> bool:
    """Whether sqlite-vec works on this connection."""
    return bool(getattr(connection, "has_vectors", False))


def ensure_table(model: EmbeddingModel) -> None:
    """Create the model's vector table where it is missing."""
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
    """Return the stored record of a model, made (as building) on first use."""
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


def put_words_again(memory_ids: Sequence[int]) -> None:
    """Write the full-text rows of these memories anew, after a name that they hold has changed."""
    for start in range(0, len(memory_ids), BATCH):
        batch = memory_ids[start : start + BATCH]
        put_words(list(Memory.objects.findable().filter(pk__in=batch).with_rendering()))


def findable_batches(size: int = BATCH) -> Iterable[list[Memory]]:
    """Yield every findable memory in batches, by id."""
    last = 0
    while batch := list(
        Memory.objects.findable().filter(pk__gt=last).with_rendering().order_by("pk")[:size]
    ):
        yield batch
        last = batch[-1].pk


def rebuild(now: datetime | None = None) -> int:
    """Write every index again from the memories; vectors follow through the queue."""
    now = now or timezone.now()
    count = 0
    with transaction.atomic():
        _empty_words()
        for kind in ItemKind:
            rows = SearchDocument.objects.filter(kind=kind)
            space_rows.remove(list(rows.values_list("item_id", flat=True)), kind)
        for batch in findable_batches():
            put(batch, now=now)
            count += len(batch)
        put_states(list(State.objects.select_related("subject")), now=now)
    return count


def _empty_words() -> None:
    with connection.cursor() as cursor:
        for table in WORD_TABLES:
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('delete-all')")


def put_entity_vectors(
    rows: Sequence[tuple[int, str, Vectors]], *, dimension: int, is_fresh: bool = False
) -> None:
    """Write entities' vectors: ``(pk, user_id, vector)``; ``is_fresh`` begins an empty table.

    The table has one width, so a model of another dimension needs it anew.
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


def nearest_entities(user_id: str, vector: Vectors, count: int) -> list[tuple[int, float]]:
    """Return the entities of a space nearest to a vector of length 1, with their cosines."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT item_id, distance FROM {ddl.quoted(ENTITY_VECTORS[0])} "
            "WHERE embedding MATCH %s AND k = %s AND user_id = %s ORDER BY distance",
            [blob(vector), count, user_id],
        )
        found = cursor.fetchall()
    # vec0 measures the straight distance; of vectors of length 1 it gives the cosine.
    return [(int(pk), 1.0 - float(distance) ** 2 / 2) for pk, distance in found]
