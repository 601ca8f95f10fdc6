"""One memory saved by MCP, REST and the browser is stored and found as one and the same."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import anyio
import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.live_server import LiveServer, live_server

MEMORY = {
    "text": "  森さんとリスボンの件で会議。\nDecision: ship in March (E1234-X).  ",
    "pack": "work",
    "memory_type": "decision",
    "context": "Lisbon",
    "speaker": "森さん",
    "tags": ["会議", "launch"],
}
# Which interface it came by is what differs, and with it whose word it is; the rest is of one row
# or one moment.
OF_THE_WAY = {"id", "source", "trust", "created_at", "recorded_at", "session_id"}
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The product with nothing in it that could be linked to these memories."""
    with live_server(tmp_path_factory.mktemp("parity")) as running:
        yield running


@pytest.fixture(scope="module")
def rest(server: LiveServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def browser(server: LiveServer) -> Iterator[httpx.Client]:
    """A browser in which alice has logged in."""
    with httpx.Client(base_url=server.base_url, follow_redirects=True, timeout=30) as client:
        submit(client, "/login/", username="alice", password="correct horse")
        yield client


def submit(client: httpx.Client, path: str, **fields: str) -> httpx.Response:
    """Open a page, fill its form in and send it."""
    page = client.get(path)
    found = CSRF.search(page.text)
    assert found, page.text[:500]
    # Browsers send line ends in pairs.
    typed = {name: value.replace("\n", "\r\n") for name, value in fields.items()}
    answer = client.post(
        str(page.url),
        data={**typed, "csrfmiddlewaretoken": found[1]},
        headers={"Referer": str(page.url)},
    )
    assert answer.status_code == 200, answer.text[:500]
    return answer


@pytest.fixture(scope="module")
def tool(server: LiveServer) -> Callable[..., dict[str, Any]]:
    def call(name: str, **arguments: Any) -> dict[str, Any]:
        async def once() -> dict[str, Any]:
            headers = {"Authorization": f"Bearer {server.token}"}
            async with (
                httpx2.AsyncClient(headers=headers, timeout=60) as http,
                Client(streamable_http_client(server.mcp_url, http_client=http)) as client,
            ):
                result = await client.call_tool(name, arguments)
                assert not result.is_error, result.content
                return dict(result.structured_content or {})

        return anyio.run(once)

    return call


@pytest.fixture(scope="module")
def saved(
    rest: httpx.Client, browser: httpx.Client, tool: Callable[..., dict[str, Any]]
) -> dict[str, str]:
    """The ids of the memory as each interface saved it, more than a minute of words apart."""
    # The same words in one session within a minute would be one memory: two ways name a session.
    by_mcp = tool("save_memory", **MEMORY, session_id="by-mcp")
    by_rest = rest.post("/api/memories/", json={**MEMORY, "session_id": "by-rest"}).json()
    form = {**MEMORY, "tags": ", ".join(MEMORY["tags"])}
    page = submit(browser, "/save/", **form)
    by_browser = str(page.url).rstrip("/").rsplit("/", 1)[-1]
    (full,) = (
        row["id"]
        for row in rest.get("/api/memories/", params={"session_id": "by-mcp"}).json()["results"]
    )
    assert full.startswith(by_mcp["id"])
    ids = {"mcp": full, "rest": by_rest["id"], "browser": by_browser}
    assert len(set(ids.values())) == 3
    settle(rest, list(ids.values()))
    return ids


def settle(rest: httpx.Client, ids: list[str]) -> None:
    deadline = time.monotonic() + 30
    while rest.get("/health").json()["waiting_for_embedding"]:
        assert time.monotonic() < deadline, ids
        time.sleep(0.1)


def test_every_field_is_the_same(rest: httpx.Client, saved: dict[str, str]) -> None:
    stored = {way: rest.get(f"/api/memories/{uid}/").json() for way, uid in saved.items()}
    assert {way: row["source"] for way, row in stored.items()} == {
        "mcp": "mcp",
        "rest": "api",
        "browser": "browser",
    }
    plain = {
        way: {name: value for name, value in row.items() if name not in OF_THE_WAY}
        for way, row in stored.items()
    }
    assert plain["mcp"] == plain["rest"] == plain["browser"]
    assert plain["rest"]["text"] == MEMORY["text"]
    assert plain["rest"]["entities"][0]["name"] == "森さん"


def test_both_read_it_alike(
    rest: httpx.Client, tool: Callable[..., dict[str, Any]], saved: dict[str, str]
) -> None:
    for uid in saved.values():
        by_rest = rest.get(f"/api/memories/{uid}/").json()
        by_mcp = tool("get_memory", id=uid)["memory"]
        assert by_rest["id"].startswith(by_mcp["id"])
        assert by_rest["text"] == by_mcp["text"] and by_rest["tags"] == by_mcp["tags"]
        assert by_mcp["by"] == by_rest["speaker"]
        names = [(one["name"], one["type"]) for one in by_rest["entities"]]
        assert names == [(one["name"], one["type"]) for one in by_mcp["entities"]]


@pytest.mark.parametrize(
    "asked",
    [
        {"query": "会議"},
        {"query": "森さん Lisbon", "mode": "entity_focused"},
        {"query": "when do we ship?", "mode": "semantic_only"},
        {"query": "E1234", "mode": "keyword", "limit": 2},
        {"query": "会議", "mode": "temporal", "filters": {"tags": ["launch"], "pack": "work"}},
        {"query": "", "filters": {"context": "lisbon"}},
        {"query": "会議", "filters": {"not": {"source": "browser"}}},
    ],
)
def test_a_search_answers_alike(
    rest: httpx.Client,
    tool: Callable[..., dict[str, Any]],
    saved: dict[str, str],
    asked: dict[str, Any],
) -> None:
    by_rest = rest.post("/api/memories/search/", json=asked).json()["results"]
    by_mcp = tool("search_memories", **asked, explain=True)["results"]
    assert by_rest and [hit["memory"]["id"][:8] for hit in by_rest] == [hit["id"] for hit in by_mcp]
    for one, two in zip(by_rest, by_mcp, strict=True):
        why = two["explanation"]
        # A search counts as use, and raises the next one's score by a hair.
        assert one["score"] == pytest.approx(why["score"], abs=0.01)
        assert {r["route"] for r in one["explanation"]["routes"]} == {
            r["route"] for r in why.get("routes", ())
        }


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": " \n"}, "text"),
        ({"text": "x" * 100_001}, "text"),
    ],
)
def test_bad_input_is_refused_alike(
    server: LiveServer,
    rest: httpx.Client,
    browser: httpx.Client,
    fields: dict[str, str],
    field: str,
) -> None:
    refused = rest.post("/api/memories/", json=fields)
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == [field]
    page = browser.get("/save/")
    token = CSRF.search(page.text)
    assert token
    answer = browser.post(
        "/save/",
        data={**fields, "csrfmiddlewaretoken": token[1]},
        headers={"Referer": str(page.url)},
    )
    assert answer.status_code == 422

    async def by_mcp() -> Any:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(server.mcp_url, http_client=http)) as client,
        ):
            return await client.call_tool("save_memory", fields)

    result = anyio.run(by_mcp)
    assert result.is_error
    problems = result.meta["wasurena/problem"]["errors"]
    assert [error["field"] for error in problems] == [field]
