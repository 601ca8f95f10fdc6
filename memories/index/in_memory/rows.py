"""Reading and writing the compact rows that the indexes in memory are built from."""

import json
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from core.db.sqlite import ddl
from memories.models import ItemKind
from nlp.morphology import stem
from nlp.text.tokens import index_words

from .columns import distinct
from .vectors import NewVectors

Items = NDArray[np.int64]
# The same encoding in SQL: of a row of search_documents, and of a row m of vector_metadata.
DOCUMENT_ITEM = "item_id * 2 + (kind = 'state')"
VECTOR_ITEM = "coalesce(m.memory_id * 2, m.state_id * 2 + 1)"
# The condition that a row of search_documents belongs to the item number ``value``.
DOCUMENT_OF_ITEM = (
    "kind = CASE value %% 2 WHEN 0 THEN 'memory' ELSE 'state' END AND item_id = value / 2"
)
_LATIN = re.compile(r"[a-z]+")
WRITE = """
    INSERT INTO search_documents (kind, item_id, user_id, change, is_findable, lexemes, facts)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (kind, item_id) DO UPDATE SET user_id = excluded.user_id, change = excluded.change,
        is_findable = excluded.is_findable, lexemes = excluded.lexemes, facts = excluded.facts
"""
EMPTY = """
    UPDATE search_documents SET change = %s, is_findable = 0, lexemes = x'', facts = x''
    WHERE kind = %s AND item_id = %s
"""
READ = f"""
    SELECT {DOCUMENT_ITEM}, change, is_findable, lexemes, facts FROM search_documents
    WHERE user_id = %s AND change > %s ORDER BY change
"""
HEADS = """
    SELECT value,
        (SELECT coalesce(max(change), 0) FROM search_documents WHERE user_id = value),
        (SELECT coalesce(max(id), 0) FROM vector_metadata WHERE user_id = value),
        (SELECT coalesce(min(change), 0) FROM search_documents WHERE user_id = value)
    FROM json_each(%s)
"""
VECTORS = f"""
    SELECT m.id, {VECTOR_ITEM}, v.embedding
    FROM vector_metadata m JOIN {{table}} v ON v.vector_id = m.id
    WHERE m.model_id = %s AND m.user_id = %s AND m.id > %s ORDER BY m.id
"""
LEXEMES = f"""
    SELECT value, lexemes FROM json_each(%s) JOIN search_documents
    ON {DOCUMENT_OF_ITEM}
"""
VECTOR_BATCH = 10_000
DOCUMENT_BATCH = 100_000
# Large enough that two numbers seldom collide, small enough never to overflow.
STRIDE = 1_000_000
# A word that occurs more often says no more; four bits hold so many.
MOST_TIMES = 15


def encode(pk: int, kind: ItemKind = ItemKind.MEMORY) -> int:
    """Return the item number of a memory or state."""
    return pk * 2 + (kind == ItemKind.STATE)


def encode_all(pks: Iterable[int] | Items, kind: ItemKind = ItemKind.MEMORY) -> Items:
    """Return the item numbers of memories or states as an array."""
    keys = pks if isinstance(pks, np.ndarray) else np.array(list(pks), dtype=np.int64)
    return keys * 2 + (kind == ItemKind.STATE)


def decode(item: int) -> tuple[ItemKind, int]:
    """Return the kind and the primary key of an item."""
    pk, is_state = divmod(item, 2)
    return (ItemKind.STATE if is_state else ItemKind.MEMORY), pk


def decode_all(items: Items) -> tuple[NDArray[np.bool_], Items]:
    """Return which items are memories, and the primary keys of all of them."""
    return items % 2 == 0, items // 2


Lexemes = NDArray[np.uint32]


@lru_cache(maxsize=10_000)
def lexeme(word: str) -> int:
    """Return the number of a folded word: of its English stem, or of a CJK pair as it is.

    Two words collide once in some hundred million pairs, which is harmless.
    """
    return crc32((stem(word) if _LATIN.fullmatch(word) else word).encode())


def lexemes(texts: Iterable[str]) -> Lexemes:
    """Return the different words of some texts as sorted numbers."""
    return as_lexemes(word for text in texts for word in index_words(text).split())


def as_lexemes(words: Iterable[str]) -> Lexemes:
    """Return the different ones of some index words as sorted numbers."""
    return np.array(sorted({lexeme(word) for word in set(words)}), dtype="<u4")


def counted_lexemes(words: Iterable[str]) -> Lexemes:
    """Return index words as sorted numbers, each as often as it occurs, up to ``MOST_TIMES``."""
    counts = Counter(map(lexeme, words))
    numbers = sorted(counts)
    times = [min(counts[number], MOST_TIMES) for number in numbers]
    return np.repeat(np.array(numbers, dtype="<u4"), times)


def with_others(counted: Lexemes, others: Lexemes) -> Lexemes:
    """Return counted lexemes, and each of the others that is not among them once."""
    return np.sort(np.concatenate([counted, np.setdiff1d(others, counted)])).astype("<u4")


@dataclass(frozen=True, slots=True)
class Document:
    """A search document to write; ``lexemes`` are sorted, and repeated as often as they occur."""

    item_id: int
    user_id: str
    lexemes: bytes
    facts: bytes
    kind: ItemKind = ItemKind.MEMORY


class Row(NamedTuple):
    """A search document as it is read; ``item`` is an item number.

    A tuple, as the database gives it (``is_findable`` is 0 or 1): a space may have a million.
    """

    item: int
    change: int
    is_findable: bool
    lexemes: bytes
    facts: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The last change and the last vector of a space, and its oldest change."""

    change: int
    vector_id: int
    first: int


def put(documents: Sequence[Document]) -> None:
    """Write documents; call it in the transaction that changes the items themselves."""
    with connection.cursor() as cursor:
        first = _next_change()
        cursor.executemany(
            WRITE,
            [
                (row.kind, row.item_id, row.user_id, change, True, row.lexemes, row.facts)
                for change, row in enumerate(documents, first)
            ],
        )


def remove(item_ids: Iterable[int], kind: ItemKind = ItemKind.MEMORY) -> None:
    """Empty the documents of these items; the change number tells every process."""
    with connection.cursor() as cursor:
        first = _next_change()
        cursor.executemany(EMPTY, [(change, kind, pk) for change, pk in enumerate(item_ids, first)])


def _next_change() -> int:
    """Return a change number above all others, which no rolled-back transaction has used.

    SQLite has one writer, so numbers grow in the order of commits. They follow the clock in
    microseconds, so that no number of a failed transaction is used again. If the clock was
    ahead before, a random step avoids collisions.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(change), 0) + 1 FROM search_documents")
        first, clock = int(cursor.fetchone()[0]), time.time_ns() // 1_000
    return clock if clock >= first else first + secrets.randbelow(STRIDE)


def heads(user_ids: Sequence[str]) -> dict[str, Head]:
    """Return the head of each space in one statement; zeros for an empty space."""
    with connection.cursor() as cursor:
        cursor.execute(HEADS, [json.dumps(list(user_ids))])
        return {
            str(user_id): Head(int(change), int(vector_id), int(first))
            for user_id, change, vector_id, first in cursor.fetchall()
        }


def changed_since(user_id: str, change: int) -> Iterator[list[Row]]:
    """Yield the documents of a space that were written after a change number, in order, in batches."""
    with connection.cursor() as cursor:
        cursor.execute(READ, [user_id, change])
        while rows := cursor.fetchmany(DOCUMENT_BATCH):
            yield list(map(Row._make, rows))


def lexemes_of(item_numbers: Sequence[int]) -> dict[int, Lexemes]:
    """Return the sorted lexemes of items, each once; items that no longer exist are left out."""
    with connection.cursor() as cursor:
        cursor.execute(LEXEMES, [json.dumps(list(item_numbers))])
        found = cursor.fetchall()
    return {int(item): distinct(np.frombuffer(words, dtype="<u4")) for item, words in found}


def vectors_after(table: str, user_id: str, model_id: int, last_id: int) -> Iterator[NewVectors]:
    """Yield a space's vectors with larger ids, in batches that keep an item's pieces together."""
    with connection.cursor() as cursor:
        cursor.execute(VECTORS.format(table=ddl.quoted(table)), [model_id, user_id, last_id])
        held: list[tuple[Any, ...]] = []
        while rows := cursor.fetchmany(VECTOR_BATCH):
            held += rows
            last = held[-1][1]
            ended = next((at for at in range(len(held), 0, -1) if held[at - 1][1] != last), 0)
            if ended:
                yield _as_vectors(held[:ended])
                held = held[ended:]
        if held:
            yield _as_vectors(held)


def _as_vectors(rows: Sequence[tuple[Any, ...]]) -> NewVectors:
    ids, numbers, values = zip(*rows, strict=True)
    matrix = np.frombuffer(b"".join(values), dtype="<f4").reshape(len(rows), -1)
    return NewVectors(np.array(ids, dtype=np.int64), np.array(numbers, dtype=np.int64), matrix)


def exact_vectors(table: str, vector_ids: Sequence[int]) -> dict[int, bytes]:
    """Return vectors from the store of record by id; vectors that no longer exist are left out."""
    # As a join: an IN list would make vec0 read the whole table.
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT v.vector_id, v.embedding FROM json_each(%s) j "
            f"JOIN {ddl.quoted(table)} v ON v.vector_id = j.value",
            [json.dumps(list(vector_ids))],
        )
        return {int(pk): bytes(values) for pk, values in cursor.fetchall()}
