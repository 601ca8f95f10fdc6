"""SQL of the virtual tables and triggers; names are quoted, and come from code only."""

from collections.abc import Sequence
from dataclasses import dataclass

# Vectors lie in blocks of one partition each; small blocks keep small spaces small
# (512 floats x 256 rows = 512 KiB), and cost nothing measurable in large ones.
VEC0_CHUNK_SIZE = 256


@dataclass(frozen=True, slots=True)
class Reference:
    """A column that points at a row of a table; ``owner`` is that table's owner column."""

    column: str
    table: str
    key: str = "id"
    owner: str = "user_id"


def quoted(name: str) -> str:
    """Quote an identifier."""
    return '"' + name.replace('"', '""') + '"'


def create_vec0(name: str, dimension: int) -> str:
    """Return a vec0 table partitioned by space, so that a search scans one space only.

    ``vector_id`` is the row of the metadata table, ``item_id`` what the vector
    stands for, ``kind`` 1 for memories and 2 for states.
    """
    return (
        f"CREATE VIRTUAL TABLE IF NOT EXISTS {quoted(name)} USING vec0("
        "vector_id INTEGER PRIMARY KEY, user_id TEXT PARTITION KEY, kind INTEGER, "
        f"+item_id INTEGER, embedding FLOAT[{int(dimension)}], chunk_size={VEC0_CHUNK_SIZE})"
    )


def create_fts5(name: str, columns: Sequence[str], tokenize: str) -> str:
    """Return a contentless FTS5 table whose rows can be deleted and replaced."""
    listed = ", ".join(quoted(column) for column in columns)
    return (
        f"CREATE VIRTUAL TABLE {quoted(name)} USING fts5("
        f"{listed}, content='', contentless_delete=1, tokenize='{tokenize}')"
    )


def drop_table(name: str) -> str:
    """Return a DROP TABLE statement."""
    return f"DROP TABLE IF EXISTS {quoted(name)}"


def drop_trigger(name: str) -> str:
    """Return a DROP TRIGGER statement."""
    return f"DROP TRIGGER IF EXISTS {quoted(name)}"


def _trigger(name: str, event: str, table: str, condition: str, refusal: str) -> str:
    """Return a trigger that refuses a write when ``condition`` holds."""
    return (
        f"CREATE TRIGGER {quoted(name)} BEFORE {event} ON {quoted(table)} WHEN {condition} "
        f"BEGIN SELECT RAISE(ABORT, '{table}: {refusal}'); END"
    )


def _person(owner: str) -> str:
    """Return the person part of a ``person#pack`` expression, or of a bare ``person``."""
    return f"substr({owner}, 1, instr({owner} || '#', '#') - 1)"


def same_owner_names(table: str) -> list[str]:
    """Return the names of a table's ownership triggers."""
    return [f"{table}_same_owner_insert", f"{table}_same_owner_update"]


def same_owner_triggers(
    table: str, references: Sequence[Reference], *, owner: str | None
) -> list[str]:
    """Return triggers that refuse rows whose references belong to different people."""
    person = _person(f"NEW.{quoted(owner)}") if owner else _person_behind(references[0])
    foreign = " OR ".join(
        f"EXISTS (SELECT 1 FROM {quoted(r.table)} p"
        f" WHERE p.{quoted(r.key)} = NEW.{quoted(r.column)}"
        f" AND {_person(f'p.{quoted(r.owner)}')} <> {person})"
        for r in references
    )
    columns = [*([owner] if owner else []), *(r.column for r in references)]
    insert, update = same_owner_names(table)
    refusal = "rows of different people"
    update_of = f"UPDATE OF {', '.join(quoted(column) for column in columns)}"
    return [
        _trigger(insert, "INSERT", table, foreign, refusal),
        _trigger(update, update_of, table, foreign, refusal),
    ]


def _person_behind(reference: Reference) -> str:
    return (
        f"(SELECT {_person(f'o.{quoted(reference.owner)}')} FROM {quoted(reference.table)} o"
        f" WHERE o.{quoted(reference.key)} = NEW.{quoted(reference.column)})"
    )


def fixed_owner_names(table: str) -> list[str]:
    """Return the names of a table's owner triggers."""
    return [f"{table}_fixed_owner_update", f"{table}_fixed_owner_replace"]


def fixed_owner_triggers(table: str, *, key: str, owner: str) -> list[str]:
    """Return triggers that refuse to give a row, with what points at it, to another person.

    REPLACE deletes the old row without firing UPDATE or DELETE triggers, and a
    row that takes another's key takes over its references: both are refused.
    """
    update, replace = fixed_owner_names(table)
    key, owner = quoted(key), quoted(owner)
    old, new = _person(f"OLD.{owner}"), _person(f"NEW.{owner}")
    moved = f"{new} IS NOT {old} OR NEW.{key} IS NOT OLD.{key}"
    taken = (
        f"EXISTS (SELECT 1 FROM {quoted(table)} o WHERE o.{key} = NEW.{key}"
        f" AND {_person(f'o.{owner}')} IS NOT {new})"
    )
    refusal = "a row cannot change its person"
    return [
        _trigger(update, f"UPDATE OF {owner}, {key}", table, moved, refusal),
        _trigger(replace, "INSERT", table, taken, refusal),
    ]


def append_only_names(table: str) -> list[str]:
    """Return the names of a journal's triggers."""
    return [f"{table}_no_update", f"{table}_no_delete", f"{table}_no_replace"]


def append_only_triggers(
    table: str, payload: Sequence[str], notes: Sequence[str], fixed: Sequence[str]
) -> list[str]:
    """Return triggers that allow nothing but emptying a row when ``erased_at`` is set."""
    emptied = [f"NEW.{quoted(column)} IS NULL" for column in payload]
    blanked = [f"NEW.{quoted(column)} IN (OLD.{quoted(column)}, '')" for column in notes]
    unchanged = [f"NEW.{quoted(column)} IS OLD.{quoted(column)}" for column in fixed]
    erasure = " AND ".join(["NEW.erased_at IS NOT NULL", *emptied, *blanked, *unchanged])
    exists = f"EXISTS (SELECT 1 FROM {quoted(table)} o WHERE o.id = NEW.id)"
    update, delete, replace = append_only_names(table)
    return [
        _trigger(update, "UPDATE", table, f"NOT ({erasure})", "append-only"),
        _trigger(delete, "DELETE", table, "TRUE", "append-only"),
        _trigger(replace, "INSERT", table, exists, "append-only"),
    ]
