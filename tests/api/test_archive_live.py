"""The archive from and to a server that runs: a resumed download, and a body without a length."""

import re
from collections.abc import Iterator

import httpx

from tests.live_server import LiveServer

EXPORT, IMPORT = "/api/database/export/", "/api/database/import/"
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def logged_in(client: httpx.Client) -> dict[str, str]:
    """Log alice in; return the headers of what changes something."""
    found = CSRF.search(client.get("/login/").text)
    assert found
    form = {"username": "alice", "password": "correct horse", "csrfmiddlewaretoken": found[1]}
    client.post("/login/", data=form, headers={"Referer": str(client.base_url)})
    return {
        "X-CSRFToken": client.cookies["wasurena_csrf"],
        "Content-Type": "application/octet-stream",
        "Referer": str(client.base_url),
    }


def test_a_server_resumes_and_imports(server: LiveServer) -> None:
    with server.client() as api:
        saved = api.post("/api/memories/", json={"text": "The fig tree is old.", "pack": "work"})
        assert saved.status_code in (200, 201)
    with httpx.Client(base_url=server.base_url, timeout=30) as browser:
        headers = logged_in(browser)
        whole = browser.get(EXPORT)
        assert whole.status_code == 200 and int(whole.headers["Content-Length"]) == len(
            whole.content
        )
        part = {"Range": "bytes=1000-", "If-Range": whole.headers["ETag"]}
        rest = browser.get(EXPORT, headers=part)
        assert (rest.status_code, rest.content) == (206, whole.content[1000:])
        assert browser.get(EXPORT, headers={"Range": "bytes=9999999-"}).status_code == 416

        def blocks() -> Iterator[bytes]:
            yield whole.content[:700]
            yield whole.content[700:]

        done = browser.post(f"{IMPORT}?check=true", content=blocks(), headers=headers)
        assert done.status_code == 200, done.text
        memories = done.json()["members"]["memories"]
        assert memories["unchanged"] >= 1 and not memories["created"]
