"""The operator's page of backups, on real files."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from accounts.services.tokens import token_create
from core.caller import Caller
from core.db.backups import copying, installation
from core.db.backups.archive import check_archive
from core.db.backups.creation import Source
from memories.services.backups import listing
from memories.services.doctor import files
from tests.core.backups.conftest import fill

LIST, START = "/status/backups/", "/status/backups/start/"


@pytest.fixture
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data directory with a database of its own: a test's transaction is in no file."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    fill(tmp_path / "wasurena.sqlite3", "")
    source = Source(tmp_path / "wasurena.sqlite3", "", tmp_path, "0.1.0")
    # Each by its own: a module that is imported now would keep the other one's.
    for module in (installation, files):
        monkeypatch.setattr(module, "backup_source", lambda: source)
    yield tmp_path / "backups"


@pytest.fixture
def operator(site: Client) -> Client:
    User.objects.filter(username="alice").update(is_superuser=True)
    return site


def test_it_works(operator: Client, folder: Path) -> None:
    assert "No backup yet" in operator.get(LIST).content.decode()
    shown = operator.post(START, follow=True).content.decode()
    (made,) = folder.iterdir()
    assert "Backed up" in shown and made.name in shown and "not encrypted" in shown
    sent = operator.get(f"/api/database/backups/{made.name}")
    held = b"".join(sent.streaming_content)
    assert held == made.read_bytes() and "attachment" in sent["Content-Disposition"]
    check_archive(made)
    assert "Backed up" in operator.get("/status/").content.decode()


def test_a_part_shows_how_it_stands(operator: Client, folder: Path) -> None:
    shown = operator.post(START, headers={"hx-request": "true"}).content.decode()
    assert shown.lstrip().startswith("<section") and "Backed up" in shown


def test_a_failure_and_a_damaged_one_are_shown(operator: Client, folder: Path) -> None:
    operator.post(START)
    (made,) = folder.iterdir()
    made.write_bytes(made.read_bytes()[:-10])
    shown = operator.get(LIST).content.decode()
    assert "damaged" in shown
    made.unlink()
    folder.rmdir()
    folder.write_text("a file")
    shown = operator.post(START, follow=True).content.decode()
    assert "The last backup failed" in shown and str(folder) in shown
    assert "The last backup failed" in operator.get("/status/").content.decode()


def test_one_that_runs_shows_how_far_it_is(
    operator: Client, folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page asks again each second, and no more once it is done."""
    settings.BACKGROUND_MODE = "thread"
    monkeypatch.setattr(copying, "PAGES_AT_ONCE", 4)
    monkeypatch.setattr(copying, "PAUSE", 0.1)
    part = {"hx-request": "true"}
    shown = operator.post(START, headers=part).content.decode()
    assert "A backup is being made" in shown and "every 1s" in shown and "copying" in shown
    assert operator.post(START).status_code == 409
    deadline = time.monotonic() + 30
    while "every 1s" in (shown := operator.get(LIST, headers=part).content.decode()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert "Backed up" in shown and len(list(folder.iterdir())) == 1


def test_nobody_else_sees_or_makes_one(site: Client, stranger: Client, folder: Path) -> None:
    for client in (site, stranger):
        assert client.get(LIST).status_code == 403
        assert client.post(START).status_code == 403
        assert "Backups" not in client.get("/status/").content.decode()
    assert not folder.exists()


def test_over_rest(operator: Client, folder: Path, other: Caller) -> None:
    made_by = {
        scope: APIClient(HTTP_AUTHORIZATION=f"Bearer {token_create(user_name=name, scopes=scopes)[1]}")
        for scope, name, scopes in (
            ("admin", "alice", ["read", "write", "admin"]),
            ("write", "alice", ["read", "write"]),
            ("other", "bob", ["read", "write", "admin"]),
        )
    }  # fmt: skip
    address = "/api/database/backups/"
    for scope in ("write", "other"):
        assert made_by[scope].get(address).status_code == 403
        assert made_by[scope].post(address).status_code == 403
    admin = made_by["admin"]
    started = admin.post(address)
    assert started.status_code == 202 and started.json()["state"] == "ok"
    (row,) = admin.get(address).json()["results"]
    assert row["verified"] and row["encryption"] == "none" and row["reason"] == "manual"
    got = admin.get(address + row["name"])
    assert len(b"".join(got.streaming_content)) == row["bytes"]
    for scope in ("write", "other"):
        assert made_by[scope].get(address + row["name"]).status_code == 403
    for name in ("wasurena-20200101T000000Z-daily.tar", "..%2Fwasurena.sqlite3", "secret_key"):
        assert admin.get(address + name).status_code == 404


def test_one_at_a_time_over_rest(operator: Client, folder: Path, monkeypatch: Any) -> None:
    running = installation.Progress("copying", 1, 4)
    monkeypatch.setattr(listing, "running_backup", lambda: running)
    assert operator.post(START).status_code == 409
