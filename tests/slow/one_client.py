"""One client process of test_many_clients: saves or searches until the time is up.

Called with address, token, interface (mcp or rest), deed (save or search), a name and
seconds; prints one JSON object with what it did.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

Deed = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
WORDS = ("会議", "田中", "heron", "deadline", "リスボン", "release notes")
SLOW_CLIENT_SECONDS = 30


@asynccontextmanager
async def over_rest(http: httpx2.AsyncClient, address: str, deed: str) -> Any:
    path = "/api/memories/" if deed == "save" else "/api/memories/search/"

    async def call(body: dict[str, Any]) -> dict[str, Any]:
        answer = await http.post(f"{address}{path}", json=body)
        if answer.status_code >= 400:
            raise RuntimeError(f"{answer.status_code}: {answer.text[:300]}")
        return dict(answer.json())

    yield call


@asynccontextmanager
async def over_mcp(http: httpx2.AsyncClient, address: str, deed: str) -> Any:
    tool = "save_memory" if deed == "save" else "search_memories"
    async with Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client:

        async def call(arguments: dict[str, Any]) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            if result.is_error:
                raise RuntimeError(str(result.content)[:300])
            return dict(result.structured_content or {})

        yield call


def body_of(deed: str, name: str, number: int) -> dict[str, Any]:
    word = WORDS[number % len(WORDS)]
    if deed == "search":
        return {"query": f"{word} {number % 50}"}
    return {
        "text": f"{word}: line {number} of {name}, marked {name}-{number}x",
        "session_id": f"{name}-{number // 20}",
        "pack": ("work", "dev", "lifelog")[number % 3],
        "tags": [word],
        "entities": [{"name": "田中", "type": "Person"}],
    }


async def run(address: str, token: str, interface: str, deed: str, name: str, seconds: str) -> None:
    done: dict[str, Any] = {"ids": [], "errors": [], "took": []}
    way = over_mcp if interface == "mcp" else over_rest
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=SLOW_CLIENT_SECONDS) as http,
        way(http, address, deed) as call,
    ):
        end, number = time.monotonic() + float(seconds), 0
        while time.monotonic() < end:
            started = time.monotonic()
            try:
                answer = await call(body_of(deed, name, number))
                done["ids"] += [answer["id"]] if deed == "save" else []
            except Exception as error:
                done["errors"].append(f"{type(error).__name__}: {error}")
            done["took"].append(time.monotonic() - started)
            number += 1
    print(json.dumps(done))  # noqa: T201


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:7]))
