import json
from collections.abc import Callable

import pytest

from accounts.caller import Caller

from .conftest import Done, Wasurena

Cli = Callable[..., Done]


def texts(done: Done) -> list[str]:
    """Return the texts of a search's JSON."""
    assert done.returncode == 0, done.stderr
    return [hit["memory"]["text"] for hit in json.loads(done.stdout)["results"]]


def test_it_works(wasurena: Wasurena) -> None:
    saved = wasurena.ok("save", "田中さんと火曜に会議をする", "--user", "alice", "--pack", "work")
    assert saved.startswith("created ")
    assert "田中さん" in wasurena.ok("search", "会議", "--user", "alice", "--explain")


@pytest.mark.parametrize("mode", ["hybrid", "keyword", "semantic_only"])
def test_what_is_saved_is_found(cli: Cli, owner: Caller, mode: str) -> None:
    cli("save", "田中さんと火曜に会議をする", "--user", "alice", "--tag", "予定")
    assert texts(cli("search", "会議", "--user", "alice", "--mode", mode, "--json")) == [
        "田中さんと火曜に会議をする"
    ]
    assert texts(cli("search", "会議", "--user", "alice", "--tag", "別", "--json")) == []


def test_nobody_finds_what_is_another_persons(cli: Cli, owner: Caller, other: Caller) -> None:
    cli("save", "the safe's code is 4711", "--user", "alice")
    assert texts(cli("search", "4711", "--user", "bob", "--json")) == []


def test_standard_input_is_remembered_verbatim(cli: Cli, owner: Caller) -> None:
    text = "first line\n[bold]not mark-up[/bold]\n"
    cli("save", "-", "--user", "alice", text=text)
    assert texts(cli("search", "mark-up", "--user", "alice", "--json")) == [text]
    assert "[bold]not mark-up[/bold]" in cli("search", "mark-up", "--user", "alice").stdout


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["save", " "], "text"),
        (["save", "x", "--pack", "kitchen"], "pack"),
        (["save", "x", "--type", "nonsense"], "memory_type"),
        (["save", "a\0b"], "text"),
        (["search", "  "], "query"),
        (["search", "x", "--limit", "101"], "limit"),
        (["search", "x", "--pack", "kitchen"], "packs"),
        (["search", "x", "--user", "nobody"], "--user"),
    ],
)
def test_bad_input_is_one_line(cli: Cli, owner: Caller, arguments: list[str], field: str) -> None:
    done = cli(*arguments, *([] if "--user" in arguments else ["--user", "alice"]))
    assert done.returncode == 2
    assert field in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_without_an_owner_the_next_step_is_named(cli: Cli, owner: Caller, empty: Wasurena) -> None:
    assert "wasurena up" in cli("search", "x").stderr
    done = empty("search", "x")
    assert done.returncode == 1 and "wasurena up" in done.stderr


def test_syntax_of_the_index_is_only_words(cli: Cli, owner: Caller) -> None:
    cli("save", "plain words", "--user", "alice")
    for query in ('"', "NEAR(", "*", "-", "' OR 1=1 --", "a AND", "plain*"):
        assert cli("search", f" {query}", "--user", "alice").returncode == 0
