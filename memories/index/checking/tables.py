"""Count what the index tables miss, or hold too much, beside the memories and states themselves."""

from dataclasses import dataclass, field

from django.db import connection

from core.db.sqlite import ddl
from core.db.sqlite.maintenance import has_vectors
from memories.index.tables.sqlite.full_text import WORD_TABLES
from memories.index.tables.sqlite.vectors import ENTITY_VECTORS
from memories.models import EmbeddingModel, ItemKind, Memory, ModelStatus, SearchDocument, State

from .vectors import VectorState, vector_state
from .words import counted_once, word_differences

# As the migrations make them.
FULL_TEXT = {
    "memories_fts": (("space", "body", "people", "labels"), "porter unicode61 remove_diacritics 2"),
    "memories_identifiers": (("space", "identifiers"), "trigram"),
}


@dataclass(slots=True)
class IndexState:
    """Figures by finding: rows that are missing, too many, or made by an older version."""

    missing_tables: list[str] = field(default_factory=list)
    words_missing: int = 0
    words_extra: int = 0
    documents_missing: int = 0
    documents_extra: int = 0
    counted_once: int = 0
    vectors: VectorState = field(default_factory=VectorState)


def index_state() -> IndexState:
    """Return how the index stands; nothing is changed."""
    found = IndexState(missing_tables=missing_tables())
    if not set(WORD_TABLES) & set(found.missing_tables):
        missing, extra = word_differences()
        found.words_missing, found.words_extra = len(missing), len(extra)
    _compare_documents(found)
    found.counted_once = counted_once()
    if has_vectors():
        found.vectors = vector_state()
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
