"""Many decisions in the running product: the server works on them while the page asks how far it is."""

import re
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.live_server import LiveServer

COUNT = 60
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
JOB = re.compile(r'id="bulk-([^"]+)"')
SECONDS = 60


@pytest.fixture
def browser(server: LiveServer) -> Iterator[httpx.Client]:
    """A browser in which alice has logged in."""
    with httpx.Client(base_url=server.base_url, follow_redirects=True, timeout=30) as client:
        send(client, "/login/", "/login/", username="alice", password="correct horse")
        yield client


def send(client: httpx.Client, page: str, address: str, **fields: str) -> httpx.Response:
    """Send a form of a page."""
    shown = client.get(page)
    found = CSRF.search(shown.text)
    assert found, shown.text[:500]
    headers = {"Referer": str(shown.url)}
    answer = client.post(address, data={**fields, "csrfmiddlewaretoken": found[1]}, headers=headers)
    assert answer.status_code == 200, answer.text[:500]
    return answer


def follow(client: httpx.Client, address: str, text: str) -> None:
    """Ask for the progress until it says this, or for a minute."""
    until = time.monotonic() + SECONDS
    while text not in (shown := client.get(address, headers={"HX-Request": "true"}).text):
        assert time.monotonic() < until, shown
        time.sleep(0.2)


def test_the_server_decides_and_undoes_them(server: LiveServer, browser: httpx.Client) -> None:
    with server.client() as client:
        texts = [{"text": f"The heron of day {at}.", "pack": "work"} for at in range(COUNT)]
        saved = client.post("/api/memories/batch/", json={"memories": texts}).json()["results"]
        proposals = [{"kind": "sensitive", "payload": {"memory": one["id"]}} for one in saved]
        stored = client.post("/api/inbox/", json={"proposals": proposals})
        assert stored.status_code == 201, stored.text
        fields = {"decision": "reject", "scope": "all", "kind": "sensitive", "confirm": "yes"}
        page = send(browser, "/inbox/", "/inbox/many/", **fields)
        found = JOB.search(page.text)
        assert found, page.text
        job = f"/inbox/jobs/{found[1]}/"
        follow(browser, job, f"{COUNT} of {COUNT} decided")
        rejected = client.get("/api/inbox/?kind=sensitive&status=rejected&limit=100").json()
        assert len(rejected["results"]) == COUNT
        send(browser, "/inbox/", f"{job}undo/")
        follow(browser, job, f"{COUNT} of {COUNT} undone")
        waiting = client.get("/api/inbox/?kind=sensitive&limit=100").json()
        assert len(waiting["results"]) == COUNT
