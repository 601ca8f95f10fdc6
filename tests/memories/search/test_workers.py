"""Searches in processes beside: the same answers, and records that are found again."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from memories.search.workers import WorkerPool, WorkerUnavailable
from tests.live_server import LiveServer, live_server

PATIENCE_SECONDS = 60
CLIENTS = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("processes")
    with live_server(folder, background="thread", WASURENA_SEARCH_PROCESSES="1") as running:
        yield running


def search(client: httpx.Client, query: str, **headers: str) -> dict[str, Any]:
    answer = client.post("/api/memories/search/", json={"query": query}, headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def searched_beside(client: httpx.Client) -> int:
    answer = client.get("/api/database/stats")
    assert answer.status_code == 200, answer.text
    return int(answer.json()["search"]["searches_beside"])


def press(server: LiveServer, until: int) -> list[dict[str, Any]]:
    """Search with many clients until so many searches were done beside; return all answers."""
    answers: list[dict[str, Any]] = []
    deadline = time.monotonic() + PATIENCE_SECONDS

    def keep_asking(number: int) -> None:
        with server.client() as client:
            while time.monotonic() < deadline:
                answers.extend(search(client, f"tea {at}") for at in range(10))
                if searched_beside(client) >= until:
                    return
            pytest.fail("no search was done beside")

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(keep_asking, range(CLIENTS)))
    return answers


def children(data_dir: Path) -> list[int]:
    """Return the processes that search for the server of this directory."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            name = (entry / "comm").read_bytes()
            settings = (entry / "environ").read_bytes()
        except OSError:
            continue
        if name == b"wasurena-search\n" and str(data_dir).encode() in settings:
            found.append(int(entry.name))
    return found


def test_many_at_once_are_answered_beside_and_alike(server: LiveServer) -> None:
    with server.client() as client:
        for text in ("Green tea at four.", "The kettle broke.", "Tea with Mika on Sunday."):
            client.post("/api/memories/?wait=true", json={"text": text, "pack": "lifelog"})
        alone = search(client, "tea 1")
    answers = press(server, until=3)

    # Scores move a little with use; what was found, and why, does not.
    def shown(answer: dict[str, Any]) -> set[tuple[str, str]]:
        hits = answer["results"]
        return {(h["memory"]["text"], str(h["explanation"]["matched_words"])) for h in hits}

    assert all(shown(answer) == shown(alone) for answer in answers)


def test_what_was_found_beside_can_be_judged(server: LiveServer) -> None:
    answers = press(server, until=1)
    with server.client() as client:
        for answer in answers[-5:]:
            hit = answer["results"][0]["memory"]["id"]
            judged = client.post(
                f"/api/runs/{answer['run_id']}/feedback/", json={"memory_id": hit, "useful": True}
            )
            assert judged.status_code in {200, 201}, judged.text


def test_a_memory_saved_here_is_found_beside(server: LiveServer) -> None:
    press(server, until=1)
    with server.client() as client:
        client.post("/api/memories/?wait=true", json={"text": "tea: the blue tin", "pack": "work"})
    newest = press(server, until=searches_now(server) + 8)
    assert all("blue tin" in str(answer["results"]) for answer in newest)


def searches_now(server: LiveServer) -> int:
    with server.client() as client:
        return searched_beside(client)


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_a_process_that_dies_costs_no_answer(server: LiveServer) -> None:
    press(server, until=1)
    for pid in children(server.data_dir):
        os.kill(pid, signal.SIGKILL)
    assert press(server, until=searches_now(server) + 5)


def test_without_processes_everything_is_done_here(settings: Any) -> None:
    settings.SEARCH_PROCESSES = 0
    search_workers = WorkerPool()
    assert search_workers.run(os.getpid) == os.getpid()
    assert search_workers.processes == 0


def test_what_fails_beside_fails_here_as_itself(settings: Any, monkeypatch: Any) -> None:
    class Dead:
        is_alive = False

        def run(self, *_: object) -> None:
            raise WorkerUnavailable

    settings.SEARCH_PROCESSES = 1
    search_workers = WorkerPool()
    search_workers._workers[1] = Dead()  # type: ignore[assignment]
    with pytest.raises(ZeroDivisionError):
        search_workers._run_in(1, divmod, 1, 0)
    assert search_workers.processes == 0
