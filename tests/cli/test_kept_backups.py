"""Backups that are kept: damage is found before one is needed, and the list says what is in them."""

import json
import os
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

from django.db import connection
from django.utils import timezone

from .test_backup import Home, home, make_home, migrated_file, pointing

__all__ = ["home", "make_home", "migrated_file", "pointing"]


def flip(made: Path) -> None:
    held = bytearray(made.read_bytes())
    held[len(held) // 2] ^= 4
    made.write_bytes(held)


def two_backups(home: Home) -> tuple[Path, Path]:
    """Make two backups, a day apart; return the older and the newer one."""
    with patch.object(timezone, "now", return_value=timezone.now() - timedelta(days=1)):
        older = home.back_up()
    return older, home.back_up()


def test_the_doctor_reads_the_newest_and_names_the_one_before(home: Home) -> None:
    older, newer = two_backups(home)
    assert json.loads(home.ok("doctor", "--json"))["findings"] == []
    flip(newer)
    code, said, _problem = home("doctor", "--json")
    (found,) = json.loads(said)["findings"]
    assert (code, found["name"]) == (2, "backup_damaged")
    assert newer.name in found["text"] and older.name in found["remedy"]
    newer.unlink()
    assert json.loads(home.ok("doctor", "--json"))["findings"] == []
    older.write_bytes(older.read_bytes()[:-20])
    code, said, _problem = home("doctor")
    assert code == 2 and older.name in said and "wasurena backup" in said


def test_a_refused_one_leads_to_the_one_before(home: Home) -> None:
    older, newer = two_backups(home)
    flip(newer)
    for option in ([], ["--check"]):
        problem = home.refused("restore", newer.name, *option)
        assert f"wasurena restore {older.name}" in problem
    home.ok("restore", older.name)
    flip(older)
    assert "wasurena restore" not in home.refused("restore", older.name)


def test_a_damaged_database_leads_to_older_backups_too(home: Home) -> None:
    _older, newer = two_backups(home)
    flip(newer)
    connection.close()
    os.truncate(home.database, home.database.stat().st_size * 2 // 3)
    code, said, _problem = home("doctor")
    assert code == 2 and "an older one if the newest is damaged" in said
