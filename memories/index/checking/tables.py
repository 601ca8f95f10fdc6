"""Count what the index tables miss, or hold too much, beside the memories and states themselves."""

from dataclasses import dataclass, field

import numpy as np
from django.db import connection

from core.db.sqlite import ddl
from core.db.sqlite.maintenance import has_vectors
from memories.index.in_memory.rows import as_lexemes
from memories.index.tables.sqlite.full_text import WORD_TABLES
from memories.index.tables.sqlite.vectors import ENTITY_VECTORS
from memories.models import EmbeddingModel, ItemKind, Memory, ModelStatus, SearchDocument, State
from nlp.text.tokens import index_words

# As the migrations make them.
FULL_TEXT = {
    "memories_fts": (("space", "body", "people", "labels"), "porter unicode61 remove_diacritics 2"),
    "memories_identifiers": (("space", "identifiers"), "trigram"),
}
# Memories whose texts are read to see how their words were counted: the oldest rows of the index.
SAMPLED = 500


@dataclass(slots=True)
class IndexState:
    """Figures by finding: rows that are missing, too many, or made by an older version."""

    missing_tables: list[str] = field(default_factory=list)
    words_missing: int = 0
    words_extra: int = 0
    documents_missing: int = 0
    documents_extra: int = 0
    counted_once: int = 0
    vectors_missing: int = 0
    vectors_orphaned: int = 0


def index_state() -> IndexState:
    """Return how the index stands; nothing is changed."""
    found = IndexState(missing_tables=missing_tables())
    if "memories_fts" not in found.missing_tables:
        stored = _numbers("SELECT id FROM memories_fts_docsize")
        findable = set(Memory.objects.findable().values_list("pk", flat=True))
        found.words_missing = len(findable - stored)
        found.words_extra = len(stored - findable)
    _compare_documents(found)
    found.counted_once = _counted_once()
    if has_vectors():
        _compare_vectors(found)
    return found


def missing_tables() -> list[str]:
    """Return the index tables that are not there."""
    names = list(WORD_TABLES)
    if has_vectors():
        models = EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED)
        names += [ENTITY_VECTORS[0], *models.values_list("table_name", flat=True)]
    existing = set(connection.introspection.table_names())
    return [name for name in names if name not in existing]


def create_word_tables() -> None:
    """Create the full-text tables that are not there."""
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for name, (columns, tokenizer) in FULL_TEXT.items():
            if name not in existing:
                cursor.execute(ddl.create_fts5(name, list(columns), tokenizer))


def replace_word_tables() -> None:
    """Make the full-text tables anew and empty; their rows follow by `index.rebuild`."""
    with connection.cursor() as cursor:
        for name in FULL_TEXT:
            cursor.execute(ddl.drop_table(name))
    create_word_tables()


def drop_vector_tables() -> None:
    """Drop the tables of vectors without reading them: a damaged page would keep them from going.

    Call it on a copy that nobody else has open. Their pages leave the file.
    """
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA writable_schema = ON")
        cursor.execute("DELETE FROM sqlite_master WHERE tbl_name GLOB 'vss_*'")
        cursor.execute("PRAGMA writable_schema = RESET")
        cursor.execute("VACUUM")
    connection.close()


def rebuild_lookups() -> None:
    """Make SQLite's own indexes anew from the rows."""
    with connection.cursor() as cursor:
        cursor.execute("REINDEX")


def _numbers(sql: str) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return {int(number) for (number,) in cursor.fetchall()}


def _compare_documents(found: IndexState) -> None:
    for kind, rows in (
        (ItemKind.MEMORY, Memory.objects.findable()),
        (ItemKind.STATE, State.objects.findable()),
    ):
        findable = set(rows.values_list("pk", flat=True))
        documents = SearchDocument.objects.filter(kind=kind, is_findable=True)
        stored = set(documents.values_list("item_id", flat=True))
        found.documents_missing += len(findable - stored)
        found.documents_extra += len(stored - findable)


def _counted_once() -> int:
    """Return how many sampled memories say a word several times of which the index counts one.

    An index of before words were counted holds each once; it finds the same, ranked worse.
    """
    sample = Memory.objects.findable().order_by("pk")[:SAMPLED]
    texts = {memory.pk: f"{memory.raw_text}\n{memory.assistant_text}" for memory in sample}
    documents = SearchDocument.objects.filter(kind=ItemKind.MEMORY, item_id__in=list(texts))
    return sum(
        _is_once(texts[item], bytes(stored))
        for item, stored in documents.values_list("item_id", "lexemes")
        if stored
    )


def _is_once(text: str, stored: bytes) -> bool:
    numbers = np.frombuffer(stored, dtype="<u4")
    if len(np.unique(numbers)) < len(numbers):
        return False
    words = index_words(text).split()
    # Different words may share a stem, and so a number.
    return len(as_lexemes(words)) < len(words)


def _compare_vectors(found: IndexState) -> None:
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        if model.table_name in found.missing_tables:
            continue
        orphans, bare = vector_differences(model)
        found.vectors_orphaned += len(orphans)
        found.vectors_missing += len(bare)


def vector_differences(model: EmbeddingModel) -> tuple[set[int], set[int]]:
    """Return the numbers of vectors without a record, and of records without a vector."""
    vectors = _numbers(f"SELECT vector_id FROM {ddl.quoted(model.table_name)}")
    records = set(model.vectors.values_list("pk", flat=True))
    return vectors - records, records - vectors


def remove_orphaned_vectors() -> None:
    """Delete vectors without a record, and records without a vector."""
    absent = set(missing_tables())
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        if model.table_name in absent:
            model.vectors.all().delete()
            continue
        orphans, bare = vector_differences(model)
        with connection.cursor() as cursor:
            cursor.executemany(
                f"DELETE FROM {ddl.quoted(model.table_name)} WHERE vector_id = %s",
                [(pk,) for pk in orphans],
            )
        model.vectors.filter(pk__in=bare).delete()
