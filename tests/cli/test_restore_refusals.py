"""Backups that ``wasurena restore`` refuses: each by name, and nothing is changed."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounts.models import ApiToken
from core.db.backups.archive import check_archive, read_manifest, write_archive
from core.db.backups.copying import recorded_migrations
from core.db.backups.installation import make_backup
from core.db.backups.manifest import Manifest
from core.db.backups.protection import database_members
from core.db.sqlite.files import opened
from core.encryption import Protection
from memory_site.cli.database.files import server_lock

from .test_backup import Home, home, make_home, migrated_file, pointing, save, texts

__all__ = ["home", "make_home", "migrated_file", "pointing"]
Break = Callable[[Path], None]


def crafted(home: Home, database: Path, **values: Any) -> Path:
    """Make a backup with a right checksum that says of any database what the last backup said."""
    manifest = replace(read_manifest(home.back_up()), **values)
    return packed(home.data_dir / "crafted.tar", database, manifest)


def packed(path: Path, database: Path, manifest: Manifest) -> Path:
    with path.open("w+b") as out:
        write_archive(out, manifest, database_members(database, Protection()))
    check_archive(path)
    return path


def refused(home: Home, file: Path, *options: str) -> str:
    """Return why a restore is refused; what there is stays, and the same is said by the check."""
    before = home.files()
    problem = home.refused("restore", str(file), *options)
    assert file.name in problem and "restoring" not in problem, problem
    assert problem.rstrip().endswith("Nothing was changed."), problem
    assert home.files() - before <= {"server.lock", "prepare.lock"}
    assert texts() == ["the heron came back"]
    return problem


@pytest.fixture
def filled(home: Home) -> Home:
    save("the heron came back")
    return home


def test_an_empty_database_is_refused(filled: Home, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    assert "it has 0 bytes instead of" in refused(filled, crafted(filled, empty))
    assert "migrations" in refused(filled, crafted(filled, empty, database_bytes=0))
    file = crafted(filled, empty, database_bytes=0, migrations=())
    assert "holds no database of Wasurena" in refused(filled, file)


def test_the_database_of_another_program_is_refused(filled: Home, tmp_path: Path) -> None:
    other = tmp_path / "letters.sqlite3"
    with sqlite3.connect(other) as letters:
        letters.execute("CREATE TABLE letters (text TEXT)")
    size = other.stat().st_size
    assert "migrations" in refused(filled, crafted(filled, other, database_bytes=size))
    file = crafted(filled, other, database_bytes=size, migrations=())
    assert "holds no database of Wasurena" in refused(filled, file)


@pytest.mark.parametrize("table", ["memories", ApiToken._meta.db_table, "auth_user"])
def test_a_database_that_has_lost_tables_is_refused(
    filled: Home, tmp_path: Path, table: str
) -> None:
    connection.close()
    shutil.copy(filled.database, tmp_path / "lost.sqlite3")
    with opened(tmp_path / "lost.sqlite3", "") as lost:
        lost.execute("PRAGMA foreign_keys = OFF")
        lost.execute(f'DROP TABLE "{table}"')
        lost.execute("PRAGMA journal_mode = DELETE")
    size = (tmp_path / "lost.sqlite3").stat().st_size
    file = crafted(filled, tmp_path / "lost.sqlite3", database_bytes=size)
    assert "missing" in refused(filled, file)


def test_a_migration_of_no_known_version_is_refused_by_the_backups_name(filled: Home) -> None:
    """A development version has the number of the release before."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('memories', '9999_x', '')"
        )
    made = make_backup().path
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_x'")
    for option in ([], ["--check"]):
        problem = refused(filled, made, *option)
        assert "newer version" in problem and "memories.9999_x" in problem


def test_a_refused_restore_leaves_no_new_directory(filled: Home, tmp_path: Path) -> None:
    made = filled.back_up()
    broken = bytearray(made.read_bytes())
    broken[len(broken) // 2] ^= 4
    flipped = made.with_name("flipped.tar")
    flipped.write_bytes(broken)
    refused(filled, flipped, "--into", str(tmp_path / "new" / "place"))
    assert not (tmp_path / "new").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "wasurena.toml").write_text("# mine")
    refused(filled, flipped, "--into", str(tmp_path / "mine"))
    assert (tmp_path / "mine" / "wasurena.toml").exists()
    with server_lock(tmp_path / "busy"):
        assert "stop it first" in filled.refused(
            "restore", str(made), "--into", str(tmp_path / "busy")
        )
    assert (tmp_path / "busy" / "server.lock").exists()
    filled.ok("restore", str(made), "--into", str(tmp_path / "new" / "place"))
    assert recorded_migrations(tmp_path / "new" / "place" / "wasurena.sqlite3", key="")
    assert json.loads(filled.ok("restore", str(made), "--json"))["memories"] == 1
