"""``wasurena restore --check``: what it opens, and what it says that it did not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pyrage import x25519

from .test_backup import Home, home, make_home, migrated_file, pointing, save

__all__ = ["home", "make_home", "migrated_file", "pointing"]
IDENTITY = x25519.Identity.generate()
OPENED = "read from end to end"


def passed(home: Home, made: Path, *options: str) -> str:
    """Return what a check says that finds nothing; it leaves nothing behind."""
    before = home.files()
    said = home.ok("restore", str(made), "--check", *options)
    assert "is whole" in said and home.files() == before
    return said


def test_a_plain_one_is_opened(home: Home) -> None:
    made = home.back_up()
    assert OPENED in passed(home, made)
    told = json.loads(home.ok("restore", str(made), "--check", "--json"))
    assert told["database_checked"] is True and told["needed"] is None


def test_one_with_a_passphrase(home: Home, tmp_path: Path) -> None:
    word, wrong = tmp_path / "word", tmp_path / "wrong"
    word.write_text("correct horse\n")
    wrong.write_text("battery staple\n")
    made = home.back_up("--passphrase-file", str(word))
    assert OPENED in passed(home, made, "--passphrase-file", str(word))
    before = home.files()
    problem = home.refused("restore", str(made), "--check", "--passphrase-file", str(wrong))
    assert "the passphrase does not open" in problem and home.files() == before
    said = passed(home, made)
    assert OPENED not in said and "not opened" in said and "--passphrase-file" in said
    told = json.loads(home.ok("restore", str(made), "--check", "--json"))
    assert told["database_checked"] is False and told["needed"] == "--passphrase-file"


def test_one_for_a_recipient(home: Home, tmp_path: Path) -> None:
    made = home.back_up("--recipient", str(IDENTITY.to_public()))
    for name, identity in (("mine", IDENTITY), ("other", x25519.Identity.generate())):
        (tmp_path / name).write_text(f"{identity}\n")
    assert OPENED in passed(home, made, "--identity", str(tmp_path / "mine"))
    assert "--identity" in passed(home, made)
    refused = home.refused("restore", str(made), "--check", "--identity", str(tmp_path / "other"))
    assert "of another one" in refused


def test_one_with_the_key_of_the_database(
    make_home: Callable[..., Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_home("鍵 of the house")
    save("the heron came back")
    made = home.back_up()
    assert OPENED in passed(home, made)
    options: dict[str, Any] = connection.settings_dict["OPTIONS"]
    monkeypatch.setitem(options, "encryption_key", "another")
    assert "WASURENA_DB_KEY" in home.refused("restore", str(made), "--check")
    monkeypatch.setitem(options, "encryption_key", "")
    assert "Give WASURENA_DB_KEY" in passed(home, made)
