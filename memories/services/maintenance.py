"""Rebuild indexes and derived knowledge, and finish waiting jobs: for the command line."""

from collections.abc import Callable

from memories import index
from memories.enrichment import rebuild as derived
from memories.index import embedding_jobs
from memories.index.embeddings import EmbeddingError, current_embedder
from memories.search.log import flush as flush_search_log
from memories.search.reranking import status as reranker_status

__all__ = [
    "EmbeddingError",
    "create_missing_tables",
    "current_embedder",
    "derive_waiting",
    "discard_derived",
    "embed_waiting",
    "flush_search_log",
    "rebuild_indexes",
    "reranker_status",
]

create_missing_tables = index.ensure_tables
rebuild_indexes = index.rebuild
discard_derived = derived.discard
embed_waiting = embedding_jobs.drain


def derive_waiting(advance: Callable[[int], None]) -> int:
    """Derive everything that waits, and embed what came of it; return how many memories."""
    count = derived.rebuild(advance)
    embedding_jobs.drain()
    return count
