"""`wasurena inbox`: how much waits, and what."""

import json
from collections.abc import Callable

import pytest

from core.caller import Caller
from memories.inbox.proposals import create_proposals
from memories.models import ProposalKind
from memories.schemas import SavedOut
from memories.schemas.inbox.proposals import Suggestion
from tests.memories.inbox.conftest import NOW

from .conftest import Done

Cli = Callable[..., Done]


@pytest.fixture
def waiting(owner: Caller, save: Callable[..., SavedOut]) -> None:
    first, second = (save(owner, text, pack="work") for text in ("one", "two"))
    ends = {"source": str(first.id), "target": str(second.id), "type": "supports"}
    payloads = {ProposalKind.LINK: ends, ProposalKind.SENSITIVE: {"memory": str(first.id)}}
    create_proposals([Suggestion(kind, "alice#work", payloads[kind]) for kind in payloads], now=NOW)


def test_it_counts_and_lists(cli: Cli, waiting: None) -> None:
    shown = cli("inbox", "--user", "alice")
    assert shown.returncode == 0, shown.stderr
    assert "one → two" in shown.stdout and "/inbox/" in shown.stderr
    answered = json.loads(cli("inbox", "--user", "alice", "--kind", "link", "--json").stdout)
    assert answered["open"] == {"link": 1, "sensitive": 1}
    assert [row["kind"] for row in answered["proposals"]] == ["link"]


def test_nobody_sees_anothers(cli: Cli, waiting: None, other: Caller) -> None:
    assert "The inbox is empty" in cli("inbox", "--user", "bob").stderr


def test_an_unknown_kind_is_bad_usage(cli: Cli, owner: Caller) -> None:
    refused = cli("inbox", "--user", "alice", "--kind", "guess")
    assert refused.returncode == 2 and "kind" in refused.stderr


def test_all_are_decided_with_progress_and_taken_back(cli: Cli, waiting: None) -> None:
    asked = cli("inbox", "--user", "alice", "--reject-all")
    assert asked.returncode == 1 and "2 proposals would be decided" in asked.stderr
    done = cli("inbox", "--user", "alice", "--reject-all", "--yes")
    assert done.returncode == 0, done.stderr
    assert "2 of 2 decided" in done.stderr
    assert "The inbox is empty" in cli("inbox", "--user", "alice").stderr
    undone = json.loads(cli("inbox", "--user", "alice", "--undo", "--json").stdout)
    assert (undone["status"], undone["undone"]) == ("done", 2)
    answered = json.loads(cli("inbox", "--user", "alice", "--json").stdout)
    assert answered["open"] == {"link": 1, "sensitive": 1}


def test_only_the_kind_is_decided(cli: Cli, waiting: None) -> None:
    done = cli("inbox", "--user", "alice", "--kind", "link", "--accept-all", "--yes", "--json")
    assert json.loads(done.stdout)["decided"] == 1
    answered = json.loads(cli("inbox", "--user", "alice", "--json").stdout)
    assert answered["open"] == {"sensitive": 1}
