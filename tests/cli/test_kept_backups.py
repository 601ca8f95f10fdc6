"""Backups that are kept: damage is found before one is needed, and the list says what is in them."""

import json
import os
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone

from core.db.backups.folder import REPAIR, listed
from core.db.backups.installation import make_backup
from memories.services.forget import forget

from .test_backup import ALICE, Home, home, make_home, migrated_file, pointing, save

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


def test_the_list_shows_whole_names_and_what_they_hold(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    gone = save("purplephant E77")
    first, second = make_backup(reason=REPAIR).path, make_backup(reason=REPAIR).path
    row = json.loads(home.ok("backup", "--list", "--json"))[0]
    assert row["holds_forgotten"] is False and row["expires_at"] > row["created_at"]
    forget(ALICE, [gone], confirm=True)
    made = home.back_up()
    shown = home.ok("backup", "--list")
    assert first.name in shown and second.name in shown and made.name in shown
    assert "before" in shown and "repair" in shown and "–" not in shown
    assert f"{first.name} holds what was forgotten since" in shown
    assert f"{made.name} holds" not in shown
    rows = json.loads(home.ok("backup", "--list", "--json"))
    assert [row["holds_forgotten"] for row in rows] == [False, True, True]


def test_a_restore_says_where_later_data_is(home: Home, tmp_path: Path) -> None:
    made = home.back_up()
    save("the heron came back")
    time = f"{listed(made.parent)[0].created_at.astimezone():%Y-%m-%d %H:%M}"
    code, _said, noted = home("restore", made.name, "--into", str(tmp_path / "new"))
    assert code == 0 and f"after {time}, with users and tokens, is not in it" in noted
    code, _said, noted = home("restore", made.name)
    (kept,) = home.data_dir.glob("*.before-restore-*")
    assert code == 0 and str(kept) in noted
    assert f"after {time}, with users and tokens, is only in the old database" in noted


def test_a_damaged_database_leads_to_older_backups_too(home: Home) -> None:
    _older, newer = two_backups(home)
    flip(newer)
    connection.close()
    os.truncate(home.database, home.database.stat().st_size * 2 // 3)
    code, said, _problem = home("doctor")
    assert code == 2 and "an older one if the newest is damaged" in said
