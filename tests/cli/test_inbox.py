"""`wasurena inbox`: how much waits, and what."""

import json
from collections.abc import Callable

import pytest

from core.caller import Caller
from memories.inbox.proposals import create_proposals
from memories.models import ProposalKind
from memories.schemas import SavedOut
from memories.schemas.inbox import Suggestion
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
