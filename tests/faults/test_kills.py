"""Servers and workers that are killed at random while texts are saved: what was acknowledged is there."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from sqlcipher3 import dbapi2

from core.db.sqlite.files import opened
from tests.cli.conftest import Server, descendants, environment, free_port, wait_until

from .conftest import (
    PATIENCE_SECONDS,
    QUIET,
    SEED,
    Client,
    Patient,
    prepare,
    require_sound,
    start,
    text_of,
)

LINES = 40
KINDS = ("server", "both", "worker", "import")
# The doctor looks at the data after every so many kills, and at the second.
LOOKED_AT_EVERY = 10
SEARCHED_BY_WORD, SEARCHED_BY_MEANING = 1_000, 60


@dataclass
class Savers:
    """Threads that save without a pause, over REST and over MCP; a refused save is sent again."""

    client: Client
    stopped: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> list[threading.Thread]:
        threads = [
            threading.Thread(target=self._save, args=(name, way), daemon=True)
            for name, way in (("r", self.client.save), ("m", self.client.save_by_mcp))
        ]
        for thread in threads:
            thread.start()
        return threads

    def _save(self, name: str, way: object) -> None:
        number = 0
        while not self.stopped.is_set():
            word = f"{name}q{number:05d}"
            with suppress(httpx.HTTPError, ValueError):
                way(word)  # type: ignore[operator]
            if word in self.client.acknowledged:
                number += 1
            else:
                time.sleep(0.05)


def survive(base: Path, kills: int, kinds: tuple[str, ...] = KINDS) -> dict[str, int]:
    """Kill server, worker or both so many times under saves; return what became of them."""
    chance = random.Random(SEED)
    token, port = prepare(base / "data"), free_port()
    wasurena = Patient(base / "data", QUIET)
    server = start(wasurena, base / "log", port=port)
    client = Client(server.url, token)
    savers = Savers(client)
    threads = savers.begin()
    imports = 0
    for kill in range(kills):
        importing = _import(wasurena, base, kill)
        time.sleep(chance.uniform(0.2, 2.5))
        # All of them are tried, however few kills there are.
        kind = kinds[kill] if kill < len(kinds) else chance.choice(kinds)
        _kill(server, importing, kind)
        if importing.wait(PATIENCE_SECONDS) == 0:
            imports += 1
            client.acknowledged |= {word: word for word in _words(kill)}
        if kind in ("server", "both"):
            server.process.wait(20)
            if kill % LOOKED_AT_EVERY == 1:
                require_sound(wasurena)
            server = start(wasurena, base / "log", port=port)
        # While others write, as at every kill; the journal is compared where nobody does.
        require_whole_file(base / "data" / "wasurena.sqlite3")
    savers.stopped.set()
    for thread in threads:
        thread.join(30)
    wait_until(lambda: client.health().json()["waiting_for_embedding"] == 0, PATIENCE_SECONDS)
    lost = _not_found(client, chance)
    server.stop()
    counts = _stored(base / "data" / "wasurena.sqlite3")
    require_sound(wasurena)
    return {
        "kills": kills,
        "acknowledged": len(client.acknowledged),
        "imports": imports,
        "lost": lost + sum(word not in counts for word in client.acknowledged),
        "doubled": sum(count > 1 for count in counts.values()),
        "without vector": sum(count == 0 for count in counts.values()),
    }


def _words(kill: int) -> list[str]:
    return [f"i{kill:03d}q{number:03d}" for number in range(LINES)]


def _import(wasurena: Patient, base: Path, kill: int) -> "subprocess.Popen[bytes]":
    file = base / f"import-{kill}.jsonl"
    lines = [json.dumps({"text": text_of(word), "external_id": word}) for word in _words(kill)]
    file.write_text("\n".join(lines), "utf-8")
    return subprocess.Popen(
        wasurena.command("import", str(file), "--user", "alice", "--pack", "lifelog"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**environment(wasurena.data_dir), **wasurena.extra},
    )


def _kill(server: Server, importing: "subprocess.Popen[bytes]", kind: str) -> None:
    if kind == "import":
        importing.kill()
        return
    family = descendants(server.process.pid)
    if kind != "server":
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    if kind != "worker":
        server.process.kill()


def _not_found(client: Client, chance: random.Random) -> int:
    """Return how many a search by word does not find (of all, or of very many), or by meaning."""
    words = sorted(client.acknowledged)
    by_word = chance.sample(words, min(SEARCHED_BY_WORD, len(words)))
    by_meaning = chance.sample(words, min(SEARCHED_BY_MEANING, len(words)))
    lost = sum(word not in client.found(word, "keyword") for word in by_word)
    return lost + sum(
        word not in client.found(text_of(word), "semantic_only") for word in by_meaning
    )


def require_whole_file(database: Path) -> None:
    with opened(database, "") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], SEED


def _stored(database: Path) -> dict[str, int]:
    """Return how often each external id is stored; 0 if it is, and has no words or no vector."""
    connection = dbapi2.connect(str(database))
    rows = connection.execute(
        "SELECT external_id, count(*), min(EXISTS(SELECT 1 FROM vector_metadata v"
        " WHERE v.memory_id = m.id) AND EXISTS(SELECT 1 FROM memories_fts_docsize d"
        " WHERE d.id = m.id)) FROM memories m WHERE external_id IS NOT NULL GROUP BY external_id"
    ).fetchall()
    connection.close()
    return {word: count * is_found for word, count, is_found in rows}


def require_all(told: dict[str, int]) -> None:
    assert told["acknowledged"] > 0, f"seed {SEED}: {told}"
    assert not (told["lost"] or told["doubled"] or told["without vector"]), f"seed {SEED}: {told}"


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    require_all(survive(tmp_path, 1, ("both",)))


@pytest.mark.slow
def test_four_kills_lose_nothing(tmp_path: Path) -> None:
    told = survive(tmp_path, 4)
    sys.stdout.write(f"\n{told} seed {SEED}\n")
    require_all(told)


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = survive(tmp_path, 100)
    with capsys.disabled():
        report = ", ".join(f"{count} {name}" for name, count in told.items())
        sys.stdout.write(f"\n{report} (seed {SEED})\n")
    require_all(told)
