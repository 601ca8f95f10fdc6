"""``wasurena doctor --repair`` deletes what interrupted work left, and nothing of the person's."""

import json
import os
import time
from pathlib import Path
from typing import Any

from .test_backup import Home, home, make_home, migrated_file, pointing

__all__ = ["home", "make_home", "migrated_file", "pointing"]
OF_THE_PERSON = (
    "thesis.partial", "notes.trial-1.txt", ".download.part", "my.restoring-old-car.md",
    "instance_id.1.txt", "daemon.json.2.bak", "wasurena.sqlite3.repairing-the-roof.md",
)  # fmt: skip
IN_DATA_DIR = (
    "backup-copy.partial", "backup-copy.partial-wal", "wasurena.sqlite3.restoring",
    "wasurena.sqlite3.restoring-12", "wasurena.sqlite3.repairing-journal", "instance_id.12",
    "wasurena.sqlite3.trial-12", "daemon.json.12", "backup_failed.json.12",
)  # fmt: skip
IN_CACHE = ("backup_progress.json.12", "lock_times/12.part")
IN_BACKUPS = (".wasurena-20261124T010203Z-daily.tar.part",)


def write_old(folder: Path, *names: str) -> set[Path]:
    """Write files that are two hours old."""
    before = time.time() - 7_200
    paths = {folder / name for name in names}
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
        os.utime(path, (before, before))
    return paths


def test_files_of_the_person_are_no_finding_and_stay(
    home: Home, tmp_path: Path, settings: Any
) -> None:
    settings.BACKUP_DIR = tmp_path / "documents"
    mine = write_old(settings.BACKUP_DIR, *OF_THE_PERSON) | write_old(home.data_dir, *OF_THE_PERSON)
    assert json.loads(home.ok("doctor", "--json"))["findings"] == []
    home.ok("doctor", "--repair")
    assert all(path.exists() for path in mine)


def test_what_the_program_left_is_deleted_by_its_name(
    home: Home, tmp_path: Path, settings: Any
) -> None:
    settings.BACKUP_DIR = tmp_path / "documents"
    left = write_old(home.data_dir, *IN_DATA_DIR) | write_old(home.data_dir / "cache", *IN_CACHE)
    left |= write_old(settings.BACKUP_DIR, *IN_BACKUPS)
    young = home.data_dir / "wasurena.sqlite3.trial-13"
    young.write_text("in use")
    code, said, _problem = home("doctor", "--json")
    (found,) = json.loads(said)["findings"]
    assert (code, found["name"], found["count"]) == (1, "leftover_files", len(left))
    home.ok("doctor", "--repair")
    assert not any(path.exists() for path in left) and young.exists()
