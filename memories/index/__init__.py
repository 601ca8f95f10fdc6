"""The index: the only writer of the full-text and vector tables. Imports schemas and models.

The rows of a memory or state are derived: they exist exactly while it is findable, and
``wasurena rebuild`` can make them again.
"""

from core.db.sqlite.maintenance import has_vectors
from memories.index.tables.sqlite.vectors import (
    Embedded,
    ensure_table,
    ensure_tables,
    entity_vectors,
    nearest_entities,
    put_entity_vectors,
    put_vectors,
    register_model,
    remove_entity_vectors,
    remove_vectors,
    remove_vectors_of_deleted_entities,
)

from .tables.memories import (
    findable_batches,
    put,
    put_states,
    put_words_again,
    remove,
    remove_states,
)
from .tables.rebuilding import rebuild
from .tables.sqlite.full_text import TextWords, compact_words, matching_rows, space_word

__all__ = [
    "Embedded",
    "TextWords",
    "compact_words",
    "ensure_table",
    "ensure_tables",
    "entity_vectors",
    "findable_batches",
    "has_vectors",
    "matching_rows",
    "nearest_entities",
    "put",
    "put_entity_vectors",
    "put_states",
    "put_vectors",
    "put_words_again",
    "rebuild",
    "register_model",
    "remove",
    "remove_entity_vectors",
    "remove_states",
    "remove_vectors",
    "remove_vectors_of_deleted_entities",
    "space_word",
]
