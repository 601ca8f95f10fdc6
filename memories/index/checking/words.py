"""Compare the index of words with the texts of the memories."""

from collections.abc import Iterator

import numpy as np
from django.db import connection

from memories.index.in_memory.rows import as_lexemes
from memories.index.tables.sqlite.full_text import WORD_TABLES
from memories.models import ItemKind, Memory, SearchDocument
from nlp.text.tokens import identifiers, index_words

WORDS, IDENTIFIERS = WORD_TABLES
# Memories whose texts are read to see how their words were counted: the oldest rows of the index.
SAMPLED = 500


def word_differences() -> tuple[set[int], set[int]]:
    """Return the memories whose words are missing, and rows of memories that are not findable."""
    findable = set(Memory.objects.findable().values_list("pk", flat=True))
    words, parts = _indexed(WORDS), _indexed(IDENTIFIERS)
    missing = (findable - words) | set(_with_identifiers(findable - parts))
    return missing, (words | parts) - findable


def _indexed(table: str) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM {table}_docsize")
        return {int(number) for (number,) in cursor.fetchall()}


def _with_identifiers(chosen: set[int]) -> Iterator[int]:
    """Yield those of the memories that the table of identifiers should have: few memories name any."""
    texts = Memory.objects.findable().values_list("pk", "title", "raw_text", "assistant_text")
    for pk, *parts in texts.iterator(chunk_size=500):
        if pk in chosen and identifiers("\n".join(parts)):
            yield pk


def counted_once() -> int:
    """Return how many sampled memories say a word several times of which the index counts one.

    An index of before words were counted holds each once; it finds the same, ranked worse.
    """
    sample = Memory.objects.findable().order_by("pk")
    rows = sample.values_list("pk", "raw_text", "assistant_text")[:SAMPLED]
    texts = {pk: f"{raw_text}\n{assistant_text}" for pk, raw_text, assistant_text in rows}
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
