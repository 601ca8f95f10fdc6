"""A start on a database that recorded migrations which fewer ones replaced, all or some of them."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from core.db.replaced_migrations import SQUASH, Migration
from core.db.sqlite.base import DatabaseWrapper
from memories.services.doctor.schema import schema_findings
from memory_site.cli.database import preparation as database
from memory_site.cli.output import CommandFailed
from tests.db.conftest import migrated, migrated_file, pointing, use_file
from tests.db.rows import make_row

from .contents import backup_opened, contents, opened, schema

__all__ = ["migrated", "migrated_file", "pointing", "use_file"]

LAST = ("memories", "0012_external_ids")
# As it was before the last: of a person's ids, each was there once.
INDEX_BEFORE = (
    'CREATE UNIQUE INDEX "uq_memories_external_id" ON "memories"'
    ' ("base_user", "source", "external_id") WHERE "external_id" IS NOT NULL'
)


def recorded() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


def execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@pytest.fixture
def replaced(migrated: DatabaseWrapper, tmp_path: Path, settings: Any) -> Path:
    """A database with all of the replaced migrations, and a row of somebody."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    recorder = MigrationRecorder(connection)
    for key in SQUASH.successors:
        recorder.record_unapplied(*key)
    for key in SQUASH.replaced:
        recorder.record_applied(*key)
    make_row("memory_links", "alice#work")
    return Path(str(migrated.settings_dict["NAME"]))


def without_migrations(path: Path) -> Any:
    return {**contents(opened(path))["tables"], "django_migrations": None}


def test_a_start_records_the_successors(
    replaced: Path, migrated_file: Path, tmp_path: Path
) -> None:
    before = without_migrations(replaced)
    replaced_only = recorded()

    database.prepare_database()

    assert recorded() == replaced_only - SQUASH.replaced | SQUASH.successors
    assert without_migrations(replaced) == before
    assert schema(opened(replaced)) == schema(opened(migrated_file))
    (copy,) = (tmp_path / "backups").glob("*-upgrade*.tar")
    kept = contents(backup_opened(copy, tmp_path / "kept"))["migrations"]
    assert {(app, name) for app, name in kept} == replaced_only
    database.require_database()


def test_what_is_missing_of_them_is_applied_first(replaced: Path, migrated_file: Path) -> None:
    execute('DROP INDEX "uq_memories_external_id"', INDEX_BEFORE)
    MigrationRecorder(connection).record_unapplied(*LAST)
    before = without_migrations(replaced)

    database.prepare_database()

    assert SQUASH.successors <= recorded() and not SQUASH.replaced & recorded()
    assert without_migrations(replaced) == before
    assert schema(opened(replaced)) == schema(opened(migrated_file))


def test_only_a_start_brings_it_over(replaced: Path) -> None:
    had = recorded()
    for refuse in (database.require_database, database.refuse_foreign_database):
        with pytest.raises(CommandFailed, match="older version"):
            refuse()
    assert [one.name for one in schema_findings()] == ["schema_older"]
    assert recorded() == had


def test_with_a_gap_it_is_refused(replaced: Path, tmp_path: Path) -> None:
    MigrationRecorder(connection).record_unapplied("memories", "0008_privacy")
    had = recorded()
    with pytest.raises(CommandFailed, match="never released"):
        database.prepare_database()
    assert [one.name for one in schema_findings()] == ["schema_unreleased"]
    assert recorded() == had and not list((tmp_path / "backups").glob("*"))
