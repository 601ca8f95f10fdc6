"""Write and search the words of memories: two FTS5 tables and the search documents."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import prefetch_related_objects

from entities.models import Mention
from memories.index.in_memory import rows as space_rows
from memories.index.in_memory.columns import TextFacts, facts_of
from memories.index.in_memory.rows import Lexemes, counted_lexemes, lexemes, with_others
from memories.models import Memory
from nlp.text.tokens import identifiers, index_words

WORD_TABLES = ("memories_fts", "memories_identifiers")
# About 4 MB of FTS5's own pages: a few hundredths of a second.
PAGES_AT_ONCE = 1_000
LEAST_CHANGES = 2
# Rows from here on of an FTS5 ``_data`` table list deleted rows (FTS5_TOMBSTONE_ROWID).
FIRST_TOMBSTONE = 1 << 53


def space_word(user_id: str) -> str:
    """Return the index word that marks a space's rows; one token for every tokenizer."""
    return "sp" + hashlib.blake2s(user_id.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class TextWords:
    """The index data that follows from a memory's text alone.

    Long texts take 40 ms to read, so a save does that before it takes the write lock.
    """

    body: str
    identifiers: tuple[str, ...]
    lexemes: Lexemes
    facts: TextFacts

    @classmethod
    def of(cls, raw_text: str, assistant_text: str) -> "TextWords":
        """Read the words, identifiers and facts of a text."""
        both = f"{raw_text}\n{assistant_text}"
        body = index_words(both)
        return cls(
            body, tuple(identifiers(both)), counted_lexemes(body.split()), TextFacts.of(raw_text)
        )


def put_words(memories: Sequence[Memory], texts: Mapping[int, TextWords] | None = None) -> None:
    """Write the words of ``memories`` to both indexes; tags and mentions must be stored already.

    ``texts`` holds words read before, by primary key; other texts are read here.
    """
    prefetch_related_objects(memories, "tags", "context")
    names = _mentioned_names(memories)
    known = texts or {}
    read = {
        memory.pk: known.get(memory.pk) or TextWords.of(memory.raw_text, memory.assistant_text)
        for memory in memories
    }
    _put_full_text(memories, names, read)
    space_rows.put(
        [_document(memory, names.get(memory.pk, ()), read[memory.pk]) for memory in memories]
    )


def _document(memory: Memory, names: Sequence[str], text: TextWords) -> space_rows.Document:
    context = memory.context.name if memory.context_id and memory.context else ""
    tags = [tag.name for tag in memory.tags.all()]
    others = lexemes([memory.title, memory.category, context, *tags, *names])
    words = with_others(text.lexemes, others)
    facts = facts_of(memory, text.facts)
    return space_rows.Document(memory.pk, memory.user_id, words.tobytes(), facts)


def _put_full_text(
    memories: Sequence[Memory], names: dict[int, list[str]], texts: Mapping[int, TextWords]
) -> None:
    rows, parts = [], []
    for memory in memories:
        space, text = space_word(memory.user_id), texts[memory.pk]
        people = index_words(" ".join([memory.speaker, *names.get(memory.pk, ())]))
        rows.append((memory.pk, space, text.body, people, index_words(_labels(memory))))
        if found := dict.fromkeys([*text.identifiers, *identifiers(memory.title)]):
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


def compact_words() -> int:
    """Rewrite the full-text tables without words of deleted rows; return the number of steps.

    FTS5 only marks rows of a contentless table as deleted; their words stay in the file until
    the segments are merged. It merges in steps, each a transaction of its own if the caller
    has none, so that other writers wait only briefly.
    """
    return sum(_merge(table) for table in WORD_TABLES)


def _merge(table: str) -> int:
    """Merge all segments of one table; a negative number of pages starts the merge."""
    with connection.cursor() as cursor:
        if not _has_deleted(cursor, table):
            return 0
        steps, pages = 0, -PAGES_AT_ONCE
        while _merge_step(cursor, table, pages):
            steps, pages = steps + 1, PAGES_AT_ONCE
        return steps


def _merge_step(cursor: Any, table: str, pages: int) -> bool:
    """Merge about so many pages; return False if none were left."""
    before = _changes(cursor)
    cursor.execute(f"INSERT INTO {table}({table}, rank) VALUES ('merge', %s)", [pages])
    # The command itself counts as one.
    return _changes(cursor) - before >= LEAST_CHANGES


def _changes(cursor: Any) -> int:
    return int(cursor.execute("SELECT total_changes()").fetchone()[0])


def _has_deleted(cursor: Any, table: str) -> bool:
    """Return whether a segment holds words of deleted rows, which special pages list."""
    found = cursor.execute(f"SELECT 1 FROM {table}_data WHERE id >= %s LIMIT 1", [FIRST_TOMBSTONE])
    return found.fetchone() is not None


def empty_words() -> None:
    """Delete all rows of the full-text tables."""
    with connection.cursor() as cursor:
        for table in WORD_TABLES:
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('delete-all')")


def indexed_memories() -> set[int]:
    """Return the numbers of all memories that have a row in one of the full-text tables."""
    with connection.cursor() as cursor:
        found: set[int] = set()
        for table in WORD_TABLES:
            cursor.execute(f"SELECT id FROM {table}_docsize")
            found |= {int(pk) for (pk,) in cursor.fetchall()}
    return found


def matching_rows(table: str, match: str, limit: int) -> list[int]:
    """Return the newest matching rows; ranking them would read every space."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH %s ORDER BY rowid DESC LIMIT {limit:d}",
            [match],
        )
        return [int(pk) for (pk,) in cursor.fetchall()]
