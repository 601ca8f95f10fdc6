"""Two installations with one folder of backups: each has, lists and deletes its own."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from core.db.backups import manifest as manifests
from core.db.backups.folder import DAILY, listed
from core.db.backups.installation import (
    back_up_if_due,
    backup_status,
    make_backup,
    newest_backup,
    own_backups,
    remove_expired,
)
from core.db.backups.manifest import Manifest

from .test_backup import (
    IDENTITY,
    KEY,
    Home,
    home,
    make_home,
    migrated_file,
    pointing,
    save,
    texts,
)

__all__ = ["home", "make_home", "migrated_file", "pointing"]
HERE, THERE = "1" * 32, "2" * 32


def become(home: Home, instance: str) -> None:
    """Be another installation from now on."""
    (home.data_dir / "instance_id").write_text(instance)


@contextmanager
def days_ago(days: float) -> Iterator[None]:
    with patch.object(timezone, "now", return_value=timezone.now() - timedelta(days=days)):
        yield


def back_up_there(home: Home, days: float = 0, reason: str = DAILY) -> Path:
    """Make a backup of the other installation."""
    become(home, THERE)
    with days_ago(days):
        made = make_backup(reason=reason).path
    become(home, HERE)
    return made


def back_up_in_first_format(home: Home, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a backup as before a backup named its installation."""
    written = Manifest.as_json

    def without(self: Manifest) -> bytes:
        values = json.loads(written(self))
        return json.dumps({k: v for k, v in values.items() if k != "instance"}).encode()

    with monkeypatch.context() as patched:
        patched.setattr(manifests, "VERSION", 1)
        patched.setattr(Manifest, "as_json", without)
        return back_up_there(home, days=400)


@pytest.fixture
def shared(home: Home, tmp_path: Path, settings: Any) -> Home:
    settings.BACKUP_DIR = tmp_path / "shared"
    become(home, HERE)
    save("the heron came back")
    return home


def test_the_backup_of_another_installation_is_none_of_this_one(shared: Home) -> None:
    there = back_up_there(shared)
    assert newest_backup() is None and backup_status().state == "none"
    mine = back_up_if_due()
    assert mine and back_up_if_due() is None
    assert [one.name for one in own_backups()] == [mine.name]
    rows = json.loads(shared.ok("backup", "--list", "--json"))
    assert [row["path"] for row in rows] == [str(mine.path)]
    _code, said, noted = shared("backup", "--list")
    assert there.name not in said and there.name in noted and "1 other backup" in noted


def test_no_backup_of_another_installation_is_deleted(shared: Home) -> None:
    there = back_up_there(shared, days=400)
    also_there = back_up_there(shared, days=0.2)
    for days in range(60, -1, -1):
        with days_ago(days):
            make_backup(reason=DAILY)
    remove_expired(timezone.now())
    assert there.exists() and also_there.exists() and len(own_backups()) < 12


def test_a_restore_of_another_ones_backup_is_refused_by_name(shared: Home) -> None:
    there = back_up_there(shared)
    save("the bicycle is in the shed")
    problem = shared.refused("restore", there.name)
    assert there.name in problem and "--into" in problem and "--foreign" in problem
    assert len(texts()) == 2
    code, _said, noted = shared("restore", there.name, "--check")
    assert code == 0 and "another installation" in noted
    shared.ok("restore", there.name, "--foreign")
    assert texts() == ["the heron came back"]


def test_a_new_machine_takes_any_backup(shared: Home, tmp_path: Path) -> None:
    there = back_up_there(shared)
    shared.ok("restore", there.name, "--into", str(tmp_path / "new"))
    assert (tmp_path / "new" / "wasurena.sqlite3").exists()
    shared.database.unlink()
    (shared.data_dir / "instance_id").unlink()
    shared.ok("restore", there.name)
    assert texts() == ["the heron came back"]


def test_a_data_directory_that_was_copied_keeps_its_backups(
    home: Home, tmp_path: Path, settings: Any
) -> None:
    made = home.back_up()
    shutil.copytree(home.data_dir, tmp_path / "moved")
    settings.DATA_DIR = tmp_path / "moved"
    settings.BACKUP_DIR = settings.DATA_DIR / "backups"
    assert [one.name for one in own_backups()] == [made.name]


@pytest.mark.parametrize("options", [(), ("--recipient", str(IDENTITY.to_public()))])
def test_encrypted_ones_are_told_apart_without_a_key(
    make_home: Callable[..., Home], options: tuple[str, ...]
) -> None:
    home = make_home(KEY)
    become(home, THERE)
    home.back_up(*options)
    become(home, HERE)
    assert own_backups() == []
    become(home, THERE)
    assert len(own_backups()) == 1


def test_one_without_an_installation_is_ones_own_in_the_data_directory_only(
    home: Home, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    become(home, HERE)
    made = back_up_in_first_format(home, monkeypatch)
    assert [one.name for one in own_backups()] == [made.name]
    settings.BACKUP_DIR = tmp_path / "shared"
    shutil.copytree(made.parent, settings.BACKUP_DIR)
    assert own_backups() == []
    for _count in range(4):
        make_backup()
    assert (settings.BACKUP_DIR / made.name).exists()
    home.ok("restore", made.name)


def test_a_damaged_one_is_named_unless_it_is_another_ones(shared: Home) -> None:
    there, mine = back_up_there(shared), make_backup().path
    there.write_bytes(there.read_bytes()[:-10])
    assert json.loads(shared.ok("doctor", "--json"))["findings"] == []
    mine.write_bytes(mine.read_bytes()[:-10])
    code, said, _problem = shared("doctor")
    assert code == 2 and mine.name in said and there.name not in said
    problem = shared.refused("restore", mine.name)
    assert "incomplete" in problem and "wasurena restore" not in problem
    assert {one.name for one in own_backups()} == {mine.name}


def test_the_file_names_no_secret_of_the_directory(shared: Home) -> None:
    (one,) = listed(back_up_there(shared).parent)
    assert one.instance and one.instance != THERE
