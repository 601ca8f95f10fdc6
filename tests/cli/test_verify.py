"""`wasurena verify --journal`: what is stored is what the journal says."""

import json
from collections.abc import Callable

import pytest

from core.caller import Caller
from memories.models import Memory
from memories.schemas import SavedOut

from .conftest import Done

Cli = Callable[..., Done]


@pytest.fixture
def told(owner: Caller, save: Callable[..., SavedOut]) -> SavedOut:
    return save(owner, "Tanaka likes tea", pack="work", tags=["tea"])


def test_it_agrees(cli: Cli, told: SavedOut) -> None:
    done = cli("verify", "--journal")
    assert done.returncode == 0, done.stderr
    assert "matches the stored rows" in done.stdout


def test_it_names_what_differs(cli: Cli, told: SavedOut) -> None:
    Memory.objects.filter(uid=told.id).update(title="changed behind its back")
    done = cli("verify", "--journal")
    assert done.returncode == 1
    assert "changed behind its back" in done.stdout and str(told.id) in done.stdout
    answered = json.loads(cli("verify", "--json").stdout)
    assert [row["what"] for row in answered["differences"]] == ["title"]
