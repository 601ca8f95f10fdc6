"""`wasurena graph statistics`: the figures of a person's graph."""

import json
from collections.abc import Callable

from core.caller import Caller
from memories.schemas import SavedOut

from .conftest import Done

Cli = Callable[..., Done]
PEOPLE = [{"name": name, "type": "Person"} for name in ("Sato", "Abe")]


def test_it_shows_figures_and_central_people(
    cli: Cli, owner: Caller, save: Callable[..., SavedOut]
) -> None:
    save(owner, "Sato met Abe", pack="work", entities=PEOPLE)
    shown = cli("graph", "statistics", "--user", "alice")
    assert shown.returncode == 0, shown.stderr
    assert "memory 1" in shown.stdout and "Sato" in shown.stdout and "computed" in shown.stderr
    save(owner, "Sato called", pack="dev", entities=PEOPLE[:1])
    kept = json.loads(cli("graph", "statistics", "--user", "alice", "--json").stdout)
    assert kept["statistics"]["nodes_by_kind"]["memory"] == 1
    again = cli("graph", "statistics", "--user", "alice", "--pack", "work", "--recompute", "--json")
    assert json.loads(again.stdout)["statistics"]["packs"] == ["work"]
    whole = json.loads(
        cli("graph", "statistics", "--user", "alice", "--recompute", "--json").stdout
    )
    assert whole["statistics"]["nodes_by_kind"]["memory"] == 2


def test_an_empty_space_and_an_unknown_pack(cli: Cli, owner: Caller) -> None:
    assert "nodes" in cli("graph", "statistics", "--user", "alice").stdout
    refused = cli("graph", "statistics", "--user", "alice", "--pack", "nothing")
    assert refused.returncode == 2 and "pack" in refused.stderr
