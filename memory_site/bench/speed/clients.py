"""Clients of the server (one, many, over MCP), and summaries of their milliseconds."""

import asyncio
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, TypeVar

import httpx2
import numpy as np

from .server import HOST, BenchServer

Input = TypeVar("Input")
SIGNS = {"per_second": "/s", "cpu_percent": "% CPU", "megabytes": "MB", "seconds": "s", "share": ""}
SEARCH = "/api/memories/search/"
SAVE = "/api/memories/"
BATCH = "/api/memories/batch/?wait=true"
PATIENCE_SECONDS = 900


@dataclass(frozen=True, slots=True)
class Timing:
    """One measurement: a stable key, its label, and its values by unit."""

    key: str
    label: str
    values: Mapping[str, float]

    @property
    def shown(self) -> str:
        """The values as a person reads them."""
        return ", ".join(_shown(unit, value) for unit, value in self.values.items())


def _shown(unit: str, value: float) -> str:
    if unit in ("n", "errors"):
        return f"{unit} {value:,.0f}"
    if unit.endswith("ms"):
        return f"{unit.removesuffix('ms').rstrip('_')} {value:.1f} ms".strip()
    written = (
        f"{value:.3f}" if unit == "share" else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
    )
    return f"{written} {SIGNS.get(unit, unit)}".strip()


def quantiles(seconds: Sequence[float]) -> dict[str, float]:
    """Return median, 95th percentile and number of calls; nothing for none."""
    if not seconds:
        return {"n": 0}
    p50, p95 = np.quantile(seconds, [0.5, 0.95]).tolist()
    return {"p50_ms": 1_000 * p50, "p95_ms": 1_000 * p95, "n": len(seconds)}


def timed(call: Callable[[Input], object], inputs: Iterable[Input]) -> dict[str, float]:
    """Call with one input after the other and return the quantiles."""
    took = []
    for value in inputs:
        started = time.perf_counter()
        call(value)
        took.append(time.perf_counter() - started)
    return quantiles(took)


class Refused(Exception):
    """The server refused a request; the text is its answer."""


class Client:
    """One program with one connection that stays open."""

    def __init__(self, server: BenchServer, token: str) -> None:
        self._connection = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE_SECONDS)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, path: str, body: Any) -> bytes:
        """Send JSON and return the answer.

        Raises:
            Refused: the status is not one of success.
        """
        status, answer = self.ask("POST", path, body)
        if status >= 300:
            raise Refused(f"{status}: {answer[:500].decode('utf-8', 'replace')}")
        return answer

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send one request and return status and body, whatever they are."""
        content = None if body is None else json.dumps(body).encode()
        self._connection.request(method, path, content, self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    def search(self, query: str, **filters: Any) -> bytes:
        """Search as an assistant does: ten hits."""
        return self.post(SEARCH, {"query": query, "filters": filters})

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def search_in_parallel(
    server: BenchServer, token: str, *, clients: int, seconds: float, questions: Sequence[str]
) -> dict[str, float]:
    """Have several clients search without a pause; each waits for its answer, then searches again."""
    before, begins = server.cpu_seconds(), time.perf_counter()
    load = _Load(ends=begins + seconds)
    shares = [_from(questions, n * len(questions) // clients) for n in range(clients)]
    threads = [
        threading.Thread(target=load.run, args=(Client(server, token), share)) for share in shares
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lasted = time.perf_counter() - begins
    figures = quantiles(load.took)
    figures |= {"per_second": len(load.took) / lasted, "errors": float(load.errors)}
    after = server.cpu_seconds()
    if before is not None and after is not None:
        figures["cpu_percent"] = 100 * (after - before) / lasted
    return figures


@dataclass(slots=True)
class _Load:
    """The measurements of many clients."""

    ends: float
    took: list[float] = field(default_factory=list)
    errors: int = 0

    def run(self, client: Client, questions: Iterator[str]) -> None:
        """Search until the time is over; a refused search counts as an error."""
        while (started := time.perf_counter()) < self.ends:
            try:
                client.search(next(questions))
            except (Refused, OSError, http.client.HTTPException):
                self.errors += 1
                # The next search opens a new connection.
                client.close()
            else:
                self.took.append(time.perf_counter() - started)
        client.close()


def _from(questions: Sequence[str], first: int) -> Iterator[str]:
    return cycle([*questions[first:], *questions[:first]])


def search_over_mcp(
    server: BenchServer, token: str, *, clients: int, questions: Sequence[str]
) -> dict[str, float]:
    """Call `search_memories` with all questions, shared among MCP clients."""
    took: list[float] = []
    started = time.perf_counter()
    asyncio.run(_search_all_over_mcp(server, token, clients, questions, took))
    return {**quantiles(took), "per_second": len(took) / (time.perf_counter() - started)}


async def _search_all_over_mcp(
    server: BenchServer, token: str, clients: int, questions: Sequence[str], took: list[float]
) -> None:
    shares = [questions[number::clients] for number in range(clients)]
    await asyncio.gather(*(_search_share_over_mcp(server, token, share, took) for share in shares))


async def _search_share_over_mcp(
    server: BenchServer, token: str, questions: Sequence[str], took: list[float]
) -> None:
    from mcp import Client as McpClient
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE_SECONDS) as http_client,
        McpClient(streamable_http_client(server.mcp_url, http_client=http_client)) as client,
    ):
        for query in questions:
            started = time.perf_counter()
            result = await client.call_tool("search_memories", {"query": query})
            if result.is_error:
                raise Refused(str(result.content))
            took.append(time.perf_counter() - started)
