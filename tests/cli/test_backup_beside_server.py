"""A backup beside a running server and its worker: acknowledged saves, kills, and the way back."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from core.db.sqlite.files import opened

from .conftest import Server, Wasurena, environment, free_port, wait_until

Start = Callable[..., Server]
pytestmark = pytest.mark.slow


class Writer:
    """Saves one memory after another over REST, and keeps what was acknowledged, and when."""

    def __init__(self, url: str, token: str) -> None:
        self.saved: list[str] = []
        self.longest = 0.0
        self._stop = threading.Event()
        self._client = httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=30
        )
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Writer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._client.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            text, began = f"heron number {len(self.saved)}", time.monotonic()
            try:
                answer = self._client.post("/api/memories/", json={"text": text, "pack": "work"})
            except httpx.HTTPError:
                return
            self.longest = max(self.longest, time.monotonic() - began)
            assert answer.status_code == 201, answer.text
            self.saved.append(text)


def backups(wasurena: Wasurena) -> list[Path]:
    return sorted((wasurena.data_dir / "backups").glob("*.tar"))


def test_saves_go_on_and_all_that_were_acknowledged_before_are_in_it(
    wasurena: Wasurena, start_up: Start, tmp_path: Path
) -> None:
    token = wasurena.ok("token", "create", "--user", "alice").strip()
    server = start_up(wasurena)
    with Writer(server.url, token) as writer:
        while len(writer.saved) < 5:
            time.sleep(0.1)
        before = list(writer.saved)
        made = json.loads(wasurena.ok("backup", "--json"))["path"]
        after = len(writer.saved)
    assert after > len(before) and writer.longest < 5
    refused = wasurena("restore", made)
    assert refused.returncode == 1 and "stop it first" in refused.stderr
    server.process.kill()
    server.process.wait()
    wasurena.ok("restore", made, "--into", str(tmp_path / "new"))
    new = Wasurena(tmp_path / "new", {"WASURENA_PORT": str(free_port())})
    with opened(tmp_path / "new" / "wasurena.sqlite3", "") as database:
        texts = {text for (text,) in database.execute("SELECT raw_text FROM memories")}
    assert set(before) <= texts <= set(writer.saved)
    assert before[0] in new.ok("search", before[0], "--user", "alice")
    new.ok("verify")


def test_a_killed_backup_leaves_no_backup_and_the_next_one_works(wasurena: Wasurena) -> None:
    """At ten moments of its life; the lock goes with the process."""
    wasurena.ok("save", "the heron came back", "--user", "alice")
    for number in range(10):
        process = subprocess.Popen(
            wasurena.command("backup"), env=environment(wasurena.data_dir),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(0.4 + 0.25 * number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for path in backups(wasurena):
            wasurena.ok("restore", str(path), "--check")
    wasurena.ok("backup")
    left = os.listdir(wasurena.data_dir)
    assert "backup-copy.partial" not in left
    assert all(
        path.name.startswith("wasurena-") for path in (wasurena.data_dir / "backups").iterdir()
    )


def test_the_worker_makes_the_daily_one(wasurena: Wasurena, start_up: Start) -> None:
    server = start_up(wasurena)
    due = (
        "from django.utils import timezone; from django_q.models import Schedule; Schedule.objects"
        ".filter(name='wasurena:back-up-daily').update(next_run=timezone.now())"
    )
    wasurena.ok("django", "shell", "--no-imports", "-c", due)
    wait_until(lambda: backups(wasurena), seconds=90)
    (made,) = backups(wasurena)
    assert "daily" in made.name
    told = httpx.get(f"{server.url}/health").json()
    assert told["backup"] == "ok" and told["backup_age_seconds"] < 120


def test_a_limit_on_files_is_a_full_disk(wasurena: Wasurena) -> None:
    """Without any rights: the system lets no file grow beyond a size that is too small."""
    limited = ["sh", "-c", 'ulimit -f 64; exec "$@"', "sh", *wasurena.command("backup")]
    done = subprocess.run(
        limited, env=environment(wasurena.data_dir), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert "full" in done.stderr and "WASURENA_BACKUP_DIR" in done.stderr
    assert backups(wasurena) == []
    wasurena.ok("save", "the heron came back", "--user", "alice")
