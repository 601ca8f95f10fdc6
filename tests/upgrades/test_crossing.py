"""A start on a database of the release before a squash: a copy, then all of it or nothing."""

from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from core.db.replaced_migrations import Migration
from core.db.schema_versions import Crossing
from core.db.sqlite.base import DatabaseWrapper
from memory_site.cli.database import preparation as database
from memory_site.cli.database.files import server_lock
from memory_site.cli.output import CommandFailed
from tests.db.conftest import migrated, migrated_file, pointing, use_file
from tests.db.rows import make_row

from .contents import backup_opened

__all__ = ["migrated", "migrated_file", "pointing", "use_file"]

OLD, NEW = ("packs", "0001_tables"), ("packs", "0001_squashed")
REPLACED = frozenset({OLD})


def recorded() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


def copies(data_dir: Path) -> list[Path]:
    return sorted((data_dir / "backups").glob("*-upgrade*.tar"))


@pytest.fixture
def cross_by(
    migrated: DatabaseWrapper, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Any:
    """Replace a migration that the database has recorded; statements are the test's."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.MIGRATION_MODULES = {"packs": "tests.upgrades.squashed_packs"}

    def prepare(*statements: str) -> None:
        crossing = Crossing("0.0.9", REPLACED, frozenset({NEW}), statements)
        monkeypatch.setattr(database, "FROM_0_1_0", crossing)

    return prepare


def test_a_start_brings_it_over(
    cross_by: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_row("pack_activations", "alice#work")
    cross_by("UPDATE pack_activations SET pack = 'play'")

    database.prepare_database()

    assert NEW in recorded() and OLD not in recorded()
    (copy,) = copies(tmp_path)
    assert str(copy) in capsys.readouterr().err
    kept = backup_opened(copy, tmp_path / "kept")
    assert kept.execute("SELECT name FROM django_migrations WHERE app = 'packs'").fetchall() == [
        (name,) for _app, name in sorted(REPLACED)
    ]
    assert kept.execute("SELECT count(*) FROM pack_activations WHERE pack = 'play'").fetchone() == (
        0,
    )
    with connection.cursor() as cursor:
        moved = cursor.execute("SELECT pack FROM pack_activations").fetchall()
    assert moved == [("play",)]

    database.prepare_database()
    database.require_database()
    assert copies(tmp_path) == [copy]


def test_only_a_start_brings_it_over(cross_by: Any, tmp_path: Path) -> None:
    cross_by()
    for refuse in (database.require_database, database.refuse_foreign_database):
        with pytest.raises(CommandFailed, match="older version"):
            refuse()
    database.refuse_foreign_database(is_looked_at=True)
    assert OLD in recorded() and not copies(tmp_path)


def test_what_fails_changes_nothing(cross_by: Any, tmp_path: Path) -> None:
    make_row("pack_activations", "alice#work")
    cross_by("DELETE FROM pack_activations", "ALTER TABLE nowhere RENAME TO somewhere")

    with pytest.raises(DatabaseError, match="nowhere"):
        database.prepare_database()

    assert OLD in recorded() and len(copies(tmp_path)) == 1
    with connection.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM pack_activations").fetchone() == (1,)


def test_between_two_releases_nothing_is_tried(cross_by: Any, tmp_path: Path) -> None:
    cross_by()
    MigrationRecorder(connection).record_applied("packs", "0002_tried_once")
    with pytest.raises(CommandFailed, match="never released"):
        database.prepare_database()
    assert not copies(tmp_path)


def test_without_a_backup_nothing_is_migrated(cross_by: Any, tmp_path: Path, settings: Any) -> None:
    cross_by()
    settings.BACKUP_DIR = tmp_path / "film"
    settings.BACKUP_DIR.write_text("a file, and no folder")
    with pytest.raises(CommandFailed, match=r"cannot be backed up.*film"):
        database.prepare_database()
    assert OLD in recorded() and NEW not in recorded()


def test_nothing_is_migrated_beneath_a_server(cross_by: Any, tmp_path: Path) -> None:
    cross_by()
    with server_lock():
        with pytest.raises(CommandFailed, match="stop the server first"):
            database.prepare_database()
        assert OLD in recorded() and NEW not in recorded() and not copies(tmp_path)
        database.prepare_database(is_server=True)
    assert NEW in recorded()
