"""What a full migration leaves in the file; all of it can be taken back and made again."""

import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from core.db.inspection.structure import missing_structure
from core.db.sqlite import ddl
from core.db.sqlite.base import DatabaseWrapper

from .conftest import UseFile
from .rows import make_row

VIRTUAL_TABLES = {"memories_fts", "memories_identifiers", "vss_entities", "vss_memories"}
SAME_OWNER = {
    "bulk_decision_items",
    "entities",
    "entity_aliases",
    "entity_memory_links",
    "entity_relation_evidence",
    "entity_relations",
    "entity_types",
    "entity_vector_metadata",
    "event_affects",
    "feedback",
    "memories",
    "memory_links",
    "memory_tags",
    "mention_rulings",
    "proposal_evidence",
    "proposals",
    "relation_types",
    "retrieval_runs",
    "state",
    "state_entities",
    "state_evidence",
    "thread_memberships",
    "vector_metadata",
}
FIXED_OWNER = {
    "bulk_decisions",
    "contexts",
    "entities",
    "entity_types",
    "event_threads",
    "inbox_rules",
    "memories",
    "privacy_jobs",
    "proposals",
    "relation_types",
    "retrieval_runs",
    "sessions",
    "state",
    "tags",
}
# They note which nodes of the graph change.
EDGES = (
    "memory_links",
    "entity_relations",
    "entity_memory_links",
    "memory_tags",
    "thread_memberships",
)
NODES = {
    "memories": ("insert", "delete", "context", "update"),
    "entities": ("update", "delete"),
    "tags": ("update",),
    "contexts": ("update",),
}
TRIGGERS = {
    *(f"graph_{table}_{event}" for table in EDGES for event in ("insert", "delete", "update")),
    *(f"graph_{table}_{event}" for table, events in NODES.items() for event in events),
    *(f"{table}_same_owner_{event}" for table in SAME_OWNER for event in ("insert", "update")),
    *(f"{table}_fixed_owner_{event}" for table in FIXED_OWNER for event in ("update", "replace")),
    *(f"revisions_no_{event}" for event in ("update", "delete", "replace")),
}


def schema() -> dict[str, str]:
    """Return every table, index and trigger that is not SQLite's or Django's own."""
    with connection.cursor() as cursor:
        rows = cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
            " AND name NOT LIKE 'sqlite_%%' AND name <> 'django_migrations'"
        ).fetchall()
    return dict(rows)


def named(prefix: str) -> set[str]:
    return {name for name, sql in schema().items() if sql.startswith(prefix)}


def migrate_to_zero() -> None:
    for app in sorted(MigrationLoader(connection).migrated_apps):
        call_command("migrate", app, "zero", verbosity=0)


def test_triggers_and_virtual_tables(migrated: DatabaseWrapper) -> None:
    assert named("CREATE TRIGGER") == TRIGGERS
    assert named("CREATE VIRTUAL TABLE") == VIRTUAL_TABLES


def test_each_trigger_that_is_gone_is_missed(migrated: DatabaseWrapper) -> None:
    assert missing_structure() == []
    with connection.cursor() as cursor:
        for name in TRIGGERS:
            cursor.execute(ddl.drop_trigger(name))
    assert {one.name for one in missing_structure()} == TRIGGERS


def test_nothing_is_missing(migrated: DatabaseWrapper) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    call_command("migrate", check_unapplied=True, verbosity=0)


# Every migration of memories goes back and forward below, in a file without vectors.
@pytest.mark.slow
def test_back_to_nothing_and_forward_again(migrated: DatabaseWrapper) -> None:
    before = schema()
    for table in ("memory_links", "entity_relations", "state_entities", "feedback"):
        make_row(table, "alice#work")

    migrate_to_zero()
    assert schema() == {}

    call_command("migrate", verbosity=0)
    assert schema() == before


@pytest.mark.slow
def test_back_and_forward_without_vectors(
    use_file: UseFile, migrated_file: Path, tmp_path: Path
) -> None:
    shutil.copy(migrated_file, tmp_path / "memory.sqlite3")
    use_file(load_vectors=False)
    before = schema()

    for app in ("memories", "graph", "entities"):
        call_command("migrate", app, "zero", verbosity=0)
    call_command("migrate", verbosity=0)

    assert named("CREATE TRIGGER") == TRIGGERS
    assert schema() == before


def test_vectors_arrive_later(use_file: UseFile) -> None:
    use_file(load_vectors=False)
    call_command("migrate", verbosity=0)
    assert not connection.has_vectors
    assert named("CREATE VIRTUAL TABLE") == {"memories_fts", "memories_identifiers"}

    use_file()
    call_command("migrate", "memories", "0001", verbosity=0)
    call_command("migrate", verbosity=0)
    assert named("CREATE VIRTUAL TABLE") == VIRTUAL_TABLES


@pytest.mark.parametrize("load_vectors", [True, False])
def test_flush_empties_journal_and_indexes(
    use_file: UseFile, migrated_file: Path, tmp_path: Path, load_vectors: bool
) -> None:
    shutil.copy(migrated_file, tmp_path / "memory.sqlite3")
    use_file(load_vectors=load_vectors)
    before = schema()
    make_row("memory_links", "alice#work")
    make_row("revisions", "alice#work")
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO memories_fts (rowid, space, body) VALUES (1, 'a', 'secret')")
        if load_vectors:
            cursor.execute(
                "INSERT INTO vss_memories (vector_id, user_id, kind, item_id, embedding)"
                " VALUES (1, 'a#b', 1, 1, zeroblob(2048))"
            )

    call_command("flush", interactive=False, verbosity=0)

    assert schema() == before
    with connection.cursor() as cursor:
        for table in ("memories", "revisions", "memories_fts"):
            assert cursor.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        found = cursor.execute("SELECT rowid FROM memories_fts WHERE memories_fts MATCH 'secret'")
        assert found.fetchall() == []
        if load_vectors:
            assert cursor.execute("SELECT count(*) FROM vss_memories").fetchone() == (0,)
