import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from core.caller import Caller

from .conftest import Done, Server, Wasurena, environment, free_port, wait_until

Cli = Callable[..., Done]


def test_status_works_while_nothing_runs(wasurena: Wasurena) -> None:
    wasurena.extra = {"WASURENA_PORT": str(free_port())}
    report = json.loads(wasurena.ok("status", "--json"))
    assert report["server"] is None and report["health"]["vectors"] is True
    assert report["worker"]["is_alive"] is False
    assert "not running" in wasurena.ok("status")


def test_status_sees_server_worker_and_queue(
    nobody: Wasurena, start_up: Callable[..., Server]
) -> None:
    server = start_up(nobody)

    def is_alive() -> bool:
        return bool(json.loads(nobody.ok("status", "--json"))["worker"]["is_alive"])

    wait_until(is_alive)
    report = json.loads(nobody.ok("status", "--json"))
    assert report["server"] == server.url
    assert report["worker"]["queue_length"] == 0
    names = {schedule["name"] for schedule in report["worker"]["schedules"]}
    assert {"embed-waiting", "expire-sessions", "recompute-decay", "optimise-database"} <= names


def test_status_before_the_first_start_names_the_next_step(empty: Wasurena) -> None:
    done = empty("status")
    assert done.returncode == 1 and "wasurena up" in done.stderr
    assert not (empty.data_dir / "wasurena.sqlite3").exists()


def test_without_vectors_status_says_so_and_words_are_found(wasurena: Wasurena) -> None:
    wasurena.extra = {"WASURENA_VECTORS": "no"}
    assert json.loads(wasurena.ok("status", "--json"))["health"]["status"] == "degraded"
    wasurena.ok("save", "remember the milk", "--user", "alice")
    assert "milk" in wasurena.ok("search", "milk", "--user", "alice")


@pytest.mark.slow
def test_data_made_without_vectors_gets_them_later(empty: Wasurena) -> None:
    empty.extra = {"WASURENA_VECTORS": "no"}
    empty.ok("user", "create", "alice")
    empty.ok("save", "犬の散歩は毎朝七時です", "--user", "alice")
    empty.extra = {}
    empty.ok("save", "消費税の計算", "--user", "alice")
    found = json.loads(
        empty.ok("search", "dog", "--mode", "semantic_only", "--user", "alice", "--json")
    )
    assert found["results"][0]["memory"]["text"] == "犬の散歩は毎朝七時です"


def test_info_names_paths_and_versions(empty: Wasurena) -> None:
    facts = json.loads(empty.ok("info", "--json"))
    assert facts["data_dir"] == str(empty.data_dir)
    assert facts["libraries"]["Django"].startswith("5.2")


def test_django_commands_pass_through(wasurena: Wasurena) -> None:
    assert "[X] 0001_tables" in wasurena.ok("django", "showmigrations", "accounts")


@pytest.mark.slow
def test_an_unknown_django_command_fails(wasurena: Wasurena) -> None:
    assert wasurena("django", "no_such_command").returncode != 0


def test_rebuild_and_models(cli: Cli, owner: Caller) -> None:
    cli("save", "remember the milk", "--user", "alice")
    assert "use-multilingual" in cli("model", "list").stdout
    assert "1 " in cli("rebuild").stdout
    found = json.loads(cli("search", "milk", "--user", "alice", "--json").stdout)
    assert len(found["results"]) == 1


def test_commands_that_show_load_nothing_that_reads_texts(empty: Wasurena) -> None:
    commands = ("status", "people", "up", "doctor.running", "backups.making")
    imports = ", ".join(f"memory_site.cli.commands.{name}" for name in commands)
    script = f"import sys, django; django.setup(); import {imports}; print(*sys.modules)"
    settings = {"DJANGO_SETTINGS_MODULE": "memory_site.settings.base"}
    loaded = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(empty.data_dir) | settings, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    heavy = {"nlp.facts", "nlp.mentions.extraction", "nlp.dates", "nlp.instructions", "mcp"}
    assert heavy & {*loaded} == set()
