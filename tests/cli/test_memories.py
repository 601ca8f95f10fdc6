import json
from collections.abc import Callable

import pytest

from core.caller import Caller

from .conftest import Done, Wasurena

Cli = Callable[..., Done]


def texts(done: Done) -> list[str]:
    """Return the texts of a search's JSON."""
    assert done.returncode == 0, done.stderr
    return [hit["memory"]["text"] for hit in json.loads(done.stdout)["results"]]


# As processes of their own both commands run in test_status and test_archive.
@pytest.mark.slow
def test_it_works(wasurena: Wasurena) -> None:
    saved = wasurena.ok("save", "田中さんと火曜に会議をする", "--user", "alice", "--pack", "work")
    assert saved.startswith("created ")
    explained = wasurena.ok("search", "会議", "--user", "alice", "--explain")
    assert "田中さん" in explained


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
        (["search"], "query"),
        (["search", "x", "--limit", "10000"], "limit"),
        (["search", "x", "--order", "asc"], "order"),
        (["search", "x", "--held-at", "long ago"], "held_at"),
        (["search", "x", "--known-at", "soon"], "known_at"),
        (["search", "x", "--near", "91,0,1"], "near.latitude"),
        (["search", "x", "--near", "9,0,0"], "near.radius_km"),
        (["search", "x", "--near", "here"], "near"),
        (["search", "x", "--filter", "tag=a"], "nearest: tags"),
        (["search", "x", "--not", "helt_at=2025"], "nearest: held_at"),
        (["search", "x", "--type", "decsion"], "nearest: decision"),
    ],
)
def test_bad_input_is_one_line(cli: Cli, owner: Caller, arguments: list[str], field: str) -> None:
    done = cli(*arguments, *([] if "--user" in arguments else ["--user", "alice"]))
    assert done.returncode == 2
    assert field in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--limit", "0"], "--limit: a whole number above 0"),
        (["--kind", "x"], "--kind: 'x' is none of these: 'memory', 'state'"),
        (["--sort", "size"], "'time', 'importance'"),
        (["--filter", "tags"], "--filter: NAME=VALUE is expected"),
        (["--colour", "red"], "--colour"),
    ],
)
def test_a_bad_option_is_one_line(
    cli: Cli, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    with pytest.raises(SystemExit) as left:
        cli("search", "x", *arguments)
    assert left.value.code == 2
    written = capsys.readouterr().err
    assert said in written and len(written.strip().splitlines()) == 1


def test_without_an_owner_the_next_step_is_named(cli: Cli, owner: Caller, empty: Wasurena) -> None:
    assert "--user" in cli("search", "x").stderr
    done = empty("search", "x")
    assert done.returncode == 1 and "wasurena up" in done.stderr


def test_syntax_of_the_index_is_only_words(cli: Cli, owner: Caller) -> None:
    cli("save", "plain words", "--user", "alice")
    for query in ('"', "NEAR(", "*", "-", "' OR 1=1 --", "a AND", "plain*"):
        assert cli("search", f" {query}", "--user", "alice").returncode == 0


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--tag", "a"], ["one"]),
        (["--tag", "a", "--tag", "b"], ["one", "two"]),
        (["--type", "decision"], ["two"]),
        (["--not", "tags=a"], ["two"]),
        (["--not", "tags=a", "--not", "tags=b"], []),
        (["--filter", "entity=Sato", "--pack", "work"], ["one"]),
        (["--filter", "metadata.n=1"], ["one"]),
        (["--filter", "metadata.n=two"], ["two"]),
        (["--filter", "min_importance=0.8"], ["two"]),
        (["--filter", "pinned=true"], ["two"]),
        (["--after", "2025-02-01"], ["two"]),
        (["--before", "2025-02-01"], ["one"]),
        (["--held-at", "2025-02-01"], ["one"]),
        (["--known-at", "2025-02-01"], []),
        (["--near", "35.01,135.77,10"], ["one"]),
        (["--kind", "memory"], ["one", "two"]),
    ],
)
def test_filters_alone(
    cli: Cli, owner: Caller, save: Callable[..., object], options: list[str], found: list[str]
) -> None:
    save(
        owner, "one", pack="work", tags=["a"], created_at="2025-01-01T00:00:00Z",
        latitude=35.0116, longitude=135.7681, extra_data={"n": 1},
        entities=[{"name": "Sato", "type": "Person"}],
    )  # fmt: skip
    save(
        owner, "two", pack="work", tags=["b"], created_at="2025-03-01T00:00:00Z",
        memory_type="decision", importance=0.9, pinned=True, extra_data={"n": "two"},
    )  # fmt: skip
    assert sorted(texts(cli("search", *options, "--json", "--user", "alice"))) == found


def test_a_context_is_shown_within_its_budget(cli: Cli, owner: Caller) -> None:
    cli("save", "田中さんと火曜に会議をする", "--user", "alice")
    done = cli("context", "会議はいつ？", "--user", "alice", "--budget", "300")
    assert done.stdout.startswith("<recalled-memories>") and "火曜" in done.stdout
    assert "300" in done.stderr
    made = json.loads(cli("context", "会議", "--user", "alice", "--json").stdout)
    assert made["sections"]["relevant"][0]["text"] == "田中さんと火曜に会議をする"
    refused = cli("context", "会議", "--user", "alice", "--budget", "5")
    assert refused.returncode == 2 and "token_budget" in refused.stderr
