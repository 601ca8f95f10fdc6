"""``status`` and ``search`` beside a server: the same answers, from it, without Django here."""

import json
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from pydantic import SecretStr

from core.caller import Caller
from core.db.instance import create_instance, instance_of, served_instance
from memory_site.cli.arguments import build_parser
from memory_site.cli.serving.asking import ADDRESS, PROOF, ask, question
from memory_site.cli.serving.record import SECRETS, is_proven, proof, read, recorded, traits
from memory_site.settings.config import Configuration, settings_in, variable_of

from .conftest import Done, Server, Wasurena, environment

Cli = Callable[..., Done]
# What passes with the moment: scores, and how long a search took.
OWN = re.compile(r"\d\.\d{2,3}|\d+ (?:ms|ミリ秒)|, usage| +$", re.M)
IMPORTS = """
import sys
from memory_site.cli import main
code = main(sys.argv[1:])
heavy = {"django", "rest_framework", "numpy", "rich", "pydantic", "filelock"} & set(sys.modules)
sys.exit(code or (f"imported {heavy}" if heavy else 0))
"""


@pytest.fixture
def key(db: None) -> Iterator[str]:
    """The key of a server that is this very process."""
    data_dir = Path(settings.DATA_DIR)
    create_instance(data_dir)
    served_instance.cache_clear()
    Path(settings.DATABASE_PATH).touch()
    with recorded(data_dir, "http://127.0.0.1:1"):
        yield str(read(data_dir)["key"])
    Path(settings.DATABASE_PATH).unlink()
    (data_dir / "instance_id").unlink()
    served_instance.cache_clear()


def body_of(*arguments: str) -> bytes:
    """Return what a command tells the server of this process."""
    return question(build_parser().parse_args(arguments), instance_of(settings.DATA_DIR) or "")


def posted(key: str, body: bytes, address: str = "127.0.0.1", **headers: Any) -> HttpResponse:
    """Return the answer to a signed question."""
    client = Client(REMOTE_ADDR=address, enforce_csrf_checks=True)
    signed = {PROOF: proof(key, body), **headers}
    return client.post(ADDRESS, body, content_type="application/json", headers=signed)  # type: ignore[return-value]


def seen(done: Done) -> tuple[int, str, str]:
    """Return what a person sees, without what passes with the moment."""
    return done.returncode, OWN.sub("", done.stdout), OWN.sub("", done.stderr)


def answered(key: str, *arguments: str) -> Done:
    """Return what a command prints that asks the server of this process."""
    body = body_of(*arguments)
    response = posted(key, body)
    assert response.status_code == 200
    assert is_proven(response.headers[PROOF], key, proof(key, body).encode(), response.content)
    told = json.loads(response.content)
    streams = ["".join(text for error, text in told["parts"] if error is wanted)
               for wanted in (False, True)]  # fmt: skip
    return Done(list(arguments), told["code"], *streams)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["Suzuki"],
        ["会議", "--limit", "1"],
        ["Suzuki", "--explain"],
        ["Suzuki", "--filter", "tags=a", "--not", "tags=b", "--any-time"],
        ["Suzuki", "--filter", "tag=a"],
        ["x", "--order", "asc"],
        ["x", "--user", "nobody"],
    ],
)
def test_a_search_prints_the_same(
    cli: Cli, owner: Caller, key: str, arguments: list[str], language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("WASURENA_LANGUAGE", language)
    for text in ("田中さんと火曜に会議をする", "Suzuki [bold]met[/bold] me in Osaka"):
        cli("save", text, "--user", "alice", "--tag", "a")
    user = [] if "--user" in arguments else ["--user", "alice"]
    here = cli("search", *arguments, *user)
    assert seen(answered(key, "search", *arguments, *user)) == seen(here)


def test_json_and_status_are_the_same(cli: Cli, owner: Caller, key: str) -> None:
    cli("save", "remember the milk", "--user", "alice")
    asked = ("search", "milk", "--json", "--user", "alice")
    hits = [
        json.loads(done.stdout)["results"][0]["memory"]
        for done in (cli(*asked), answered(key, *asked))
    ]
    # The second search finds what the first has used.
    assert {**hits[0], "usage_count": 1} == hits[1]
    assert answered(key, "status").stdout == cli("status").stdout
    assert answered(key, "status", "--json").stdout == cli("status", "--json").stdout


def test_a_terminal_gets_colors_and_its_width(owner: Caller, key: str, cli: Cli) -> None:
    cli("save", "the milk " * 20, "--user", "alice")
    told = json.loads(body_of("search", "milk", "--user", "alice"))
    told["terminal"] |= {"is_terminal": True, "environment": {"TERM": "xterm", "COLUMNS": "60"}}
    parts = json.loads(posted(key, json.dumps(told).encode()).content)["parts"]
    drawn = "".join(text for is_error, text in parts if not is_error)
    assert "\x1b[2m" in drawn
    plain = re.sub(r"\x1b\[[\d;]*m", "", drawn)
    assert max(map(len, plain.splitlines())) == 60


@pytest.mark.parametrize("address", ["192.0.2.7", "10.0.0.1", "2001:db8::1", "", "unix:"])
def test_the_key_is_worth_nothing_from_elsewhere(key: str, address: str) -> None:
    assert posted(key, body_of("status"), address).status_code == 404


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via"])
def test_the_key_is_worth_nothing_behind_a_proxy(key: str, header: str) -> None:
    assert posted(key, body_of("status"), **{header: "127.0.0.1"}).status_code == 404


def test_without_the_key_the_address_is_not_there(key: str) -> None:
    body = body_of("status")
    assert posted("", body).status_code == posted("0" * 64, body).status_code == 404
    assert posted(key, body, **{PROOF: ""}).status_code == 404
    assert posted(key, body, **{PROOF: "é"}).status_code == 404
    assert posted(key, body, **{PROOF: proof(key, b"another question")}).status_code == 404
    assert posted(key, body, **{PROOF: key, "Authorization": f"Bearer {key}"}).status_code == 404
    assert Client().get(ADDRESS).status_code == 404
    assert Client().get("/api/me/", headers={"Authorization": f"Bearer {key}"}).status_code == 401


def test_only_two_commands_and_this_data_are_answered(key: str) -> None:
    told = json.loads(body_of("status"))
    for wrong in (
        {**told, "instance": "a copy of the directory"},
        {**told, "options": {**told["options"], "command": "up"}},
    ):
        assert posted(key, json.dumps(wrong).encode()).status_code == 404


def test_a_record_of_another_process_has_no_key(key: str) -> None:
    path = settings.DATA_DIR / "daemon.json"
    path.write_text(json.dumps({**read(settings.DATA_DIR), "pid": 1}))
    assert posted(key, body_of("status")).status_code == 404
    path.unlink()
    assert posted(key, body_of("status")).status_code == 404
    assert posted("", body_of("status")).status_code == 404


def test_the_record_is_its_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "daemon.json").write_text("{}")
    (tmp_path / "daemon.json").chmod(0o644)
    keys = set()
    for _start in range(2):
        with recorded(tmp_path, "http://127.0.0.1:1"):
            assert stat.S_IMODE((tmp_path / "daemon.json").stat().st_mode) == 0o600
            keys.add(read(tmp_path)["key"])
    assert len(keys) == 2 and not (tmp_path / "daemon.json").exists()


def test_other_settings_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = traits(tmp_path)
    monkeypatch.setenv("WASURENA_LANGUAGE", "ja")
    monkeypatch.setenv("WASURENA_PORT", "1")
    assert traits(tmp_path) == before
    (tmp_path / "wasurena.toml").write_text("[search]\n")
    written = traits(tmp_path)
    monkeypatch.setenv("WASURENA_VECTORS", "no")
    assert len({one["settings"] for one in (before, written, traits(tmp_path))}) == 3


def test_no_secret_is_in_a_digest() -> None:
    sections = Configuration.model_fields.values()
    kept = [one for section in sections for one in settings_in(section).values()]
    secret = {variable_of(one) for one in kept if one.annotation is SecretStr}
    assert secret and all(name.endswith(SECRETS) for name in secret)


def test_a_server_answers_without_django_here(
    wasurena: Wasurena, start_up: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    wasurena.ok("save", "remember the milk", "--user", "alice")
    server = start_up(wasurena, "--no-banner")

    def asked(*arguments: str) -> Done:
        command = [sys.executable, "-P", "-c", IMPORTS, *arguments]
        env = environment(wasurena.data_dir)
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env=env)

    status, found = asked("status", "--json"), asked("search", "milk", "--user", "alice")
    assert status.returncode == found.returncode == 0, status.stderr + found.stderr
    assert json.loads(status.stdout)["server"] == server.url
    assert "remember the milk" in found.stdout and "1 memory in" in found.stderr
    # A copy of the directory, whose record names the same server, is not that server's.
    copied = wasurena.data_dir.with_name("copied")
    shutil.copytree(wasurena.data_dir, copied)
    monkeypatch.setenv("WASURENA_DATA_DIR", str(copied))
    assert ask(build_parser().parse_args(["status"])) is None
