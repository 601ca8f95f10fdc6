"""``wasurena forget``, ``privacy scan`` and ``user erase``: shown first, then gone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from core.caller import Caller
from memories.models import Memory, Tag
from memories.schemas import SavedOut
from nlp.readers import PrivacyPolicy
from packs.privacy import policy_of

from .conftest import Done

Cli = Callable[..., Done]
Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def stored(owner: Caller, save: Save) -> None:
    save(owner, "The budget for Aozora is 30,000 euros.", pack="work", tags=["money"])
    save(owner, "The password is hunter2!x9Q, keep it.", pack="work")


def test_forgetting_by_a_filter(cli: Cli, stored: None) -> None:
    shown = cli("forget", "--user", "alice", "--tag", "money")
    assert shown.returncode == 0 and "Memories: 1" in shown.stdout
    assert "--yes" in shown.stderr and "Aozora" in shown.stdout
    assert "stays: tag money" in shown.stdout and "unless --names" in shown.stderr
    named = cli("forget", "--user", "alice", "--tag", "money", "--names")
    assert "goes too: tag money" in named.stdout and "unless --names" not in named.stderr
    nothing = cli("forget", "--user", "alice")
    assert nothing.returncode == 2 and "at least one condition" in nothing.stderr
    done = cli("forget", "--user", "alice", "--tag", "money", "--yes", "--json")
    told = json.loads(done.stdout)
    assert (told["confirmed"], told["memory_count"]) == (True, 1)
    assert Memory.objects.count() == 1


def test_a_day_that_is_none(cli: Cli, stored: None) -> None:
    wrong = cli("forget", "--user", "alice", "--day", "yesterday")
    assert wrong.returncode == 2 and "YYYY-MM-DD" in wrong.stderr


def test_what_an_earlier_forget_left(cli: Cli, stored: None) -> None:
    asked = ("forget", "--user", "alice", "--matching", "money")
    cli("forget", "--user", "alice", "--tag", "money", "--yes")
    shown = cli(*asked)
    assert shown.returncode == 0 and "stays: tag money" in shown.stdout
    refused = cli(*asked, "--yes")
    assert refused.returncode == 2 and "1 names and searches" in refused.stderr
    assert cli(*asked, "--names", "--yes").returncode == 0 and not Tag.objects.exists()


def test_with_the_word_of_a_preview(cli: Cli, stored: None) -> None:
    asked = ("forget", "--user", "alice", "--everything", "--json")
    word = json.loads(cli(*asked).stdout)["confirmation"]
    wrong = cli(*asked, "--confirm", "2-0123456789abcdef")
    assert wrong.returncode == 2 and "not what was shown" in wrong.stderr
    assert Memory.objects.count() == 2
    assert cli(*asked, "--confirm", word).returncode == 0 and not Memory.objects.exists()


def test_a_scan(cli: Cli, stored: None) -> None:
    found = json.loads(cli("privacy", "scan", "--user", "alice", "--json").stdout)["found"]
    assert [(one["pack"], one["kind"], one["count"]) for one in found] == [("work", "password", 1)]
    assert [(one["place"], one["is_unmasked"]) for one in found] == [("text", False)]


def test_a_scan_names_what_it_cannot_mask(cli: Cli, owner: Caller, save: Save) -> None:
    key = "ghp_Qm3TzV8kLp2WxR7nYb4HsD9fJc6Ga1Ue0ZiN"
    saved = save(owner, "Nothing odd.", pack="work", session_id=f"s {key}", tags=[f"key {key}"])
    cli("privacy", "policy", "--user", "alice", "--pack", "work", "--secrets", "mask")
    for _time in range(2):
        done = cli("privacy", "scan", "--user", "alice", "--apply")
        assert "No scan masks this" in done.stderr and str(saved.id) in done.stderr
        assert "session" in done.stdout and "not masked" in done.stdout
    assert "tags" not in done.stdout and key not in done.stdout + done.stderr


def test_leaving(cli: Cli, stored: None, other: Caller, tmp_path: Path) -> None:
    archive = str(tmp_path / "alice.wasurena")
    shown = cli("user", "erase", "alice", "--archive", archive)
    assert shown.returncode == 0 and "memories: 2" in shown.stdout and "--yes" in shown.stderr
    assert Path(archive).exists() and "read back" in shown.stderr
    assert cli("user", "erase", "alice").returncode == 2
    last = str(tmp_path / "last.wasurena")
    assert cli("user", "erase", "alice", "--archive", last, "--yes").returncode == 0
    assert list(User.objects.values_list("username", flat=True)) == ["bob"]
    assert not Memory.objects.exists()


def test_a_policy_is_chosen_and_shown(cli: Cli, owner: Caller) -> None:
    told = json.loads(cli("privacy", "policy", "--user", "alice", "--json").stdout)
    assert told["work"]["secrets"] == "keep" and told["work"]["chosen"] == []
    chosen = cli(
        "privacy", "policy", "--user", "alice", "--pack", "work", "--secrets", "mask",
        "--personal-data", "ask", "--reveal", "yes",
    )  # fmt: skip
    assert chosen.returncode == 0 and "mask" in chosen.stdout
    assert policy_of("alice#work") == PrivacyPolicy("mask", "ask", reveal=True)
    for wrong in (("--secrets", "hide"), ("--reveal", "perhaps")):
        refused = cli("privacy", "policy", "--user", "alice", "--pack", "work", *wrong)
        assert refused.returncode == 2 and "privacy." in refused.stderr
    assert cli("privacy", "policy", "--user", "alice", "--secrets", "mask").returncode == 2
    cli("privacy", "policy", "--user", "alice", "--pack", "work", "--declared")
    assert policy_of("alice#work") == PrivacyPolicy()
