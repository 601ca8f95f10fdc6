"""``wasurena bench soak``: serve small, mixed load for long, and watch what the processes hold.

Each kind of client keeps its own pace: saves and searches over REST, calls over MCP, pages of a
browser. Memory, descriptors, threads and the write-ahead log are noted all the while. The index in
memory grows with what is saved; what still grows when nothing is saved any more leaks.
"""

import http.client
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any

import httpx2
import numpy as np

from accounts.services.tokens import token_create
from accounts.services.users import user_create
from memory_site.bench.datasets.synthetic import MemoryGenerator, questions
from memory_site.bench.reports.tables import Steps

from .clients import SAVE, SEARCH, Client, Timing, quantiles
from .server import HOST, BenchServer, served

NAME = "soak"
PACK = "lifelog"
MEGABYTE = 1024**2
SIZES = ("together", "anonymous", "own")
# The first third warms up: models are loaded, caches filled, pools of threads grown.
WARM_UP_SHARE = 1 / 3
PAGES = ("/", "/timeline/", "/inbox/", "/states/", "/graph/", "/status/", "/settings/access/")
MCP_HEADERS = {"Accept": "application/json, text/event-stream"}
Call = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Soak:
    """How long, how many requests a second, and how often to look; ``port`` 0 takes any free one.

    Saves end after ``saving`` seconds; other requests go on.
    """

    seconds: float = 3_600.0
    saving: float = 3_600.0
    per_second: float = 4.0
    look_every: float = 60.0
    port: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """What all processes of the server held at one moment; bytes, and seconds since the start."""

    at: float
    together: int
    # Without pages of files, which the system may drop.
    anonymous: int
    own: int
    descriptors: int
    threads: int
    log: int

    @classmethod
    def at_server(cls, server: BenchServer, at: float) -> "Look":
        """Look at the processes now; zeros where the system tells nothing."""
        descriptors, threads = server.held()
        together, own = server.together() or 0, server.own_memory() or 0
        anonymous = server.anonymous() or 0
        return cls(at, together, anonymous, own, descriptors, threads, server.log())


@dataclass(slots=True)
class Paced:
    """Requests of one kind: seconds and statuses; status 0 is a connection that broke."""

    call: Call
    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def run(self, every: float, ends: float) -> None:
        """Send one request each ``every`` seconds, later ones if an answer took longer."""
        for number in count():
            started = time.monotonic()
            if started >= ends:
                return
            try:
                status = self.call(number)
            except (OSError, http.client.HTTPException, httpx2.HTTPError):
                status = 0
            self.took.append(time.monotonic() - started)
            self.statuses[status] += 1
            time.sleep(max(0.0, every - self.took[-1]))

    def values(self) -> dict[str, float]:
        """Return quantiles, the longest, and how many answers were no success."""
        errors = sum(n for status, n in self.statuses.items() if not 200 <= status < 300)
        longest = {"longest_ms": 1_000 * max(self.took)} if self.took else {}
        return {**quantiles(self.took), **longest, "errors": float(errors)}


def watched(data_dir: Path, soak: Soak, steps: Steps) -> Iterator[Look | Timing]:
    """Serve a fresh database under small load; yield each look, then the times of the requests.

    Raises:
        NotStarted: the server did not start.
    """
    password = secrets.token_urlsafe(16)
    user_create(name=NAME, password=password)
    token = token_create(user_name=NAME, name="bench")[1]
    with served(data_dir, soak.port) as server:
        begun = time.monotonic()
        kinds = _kinds(server, token, password, begun + soak.saving)
        every = len(kinds) / soak.per_second
        ends = dict.fromkeys(kinds, begun + soak.seconds)
        ends["saves"] = begun + min(soak.saving, soak.seconds)
        threads = [
            threading.Thread(target=kind.run, args=(every, ends[name]))
            for name, kind in kinds.items()
        ]
        for thread in threads:
            thread.start()
        yield from _looks(server, begun, soak, steps)
        for thread in threads:
            thread.join()
    for name, kind in kinds.items():
        yield Timing(name, name, kind.values())


def _looks(server: BenchServer, begun: float, soak: Soak, steps: Steps) -> Iterator[Look]:
    looks = int(soak.seconds // soak.look_every)
    progress = steps("soak", looks)
    for number in range(1, looks + 1):
        due = begun + number * soak.look_every
        time.sleep(max(0.0, due - time.monotonic()))
        yield Look.at_server(server, time.monotonic() - begun)
        progress(1)


def _kinds(server: BenchServer, token: str, password: str, saving_ends: float) -> dict[str, Paced]:
    memories = MemoryGenerator(5_000)
    texts, asked = cycle(memories), cycle(questions(memories.some(200)))
    return {
        "saves": Paced(_saving(Client(server, token), texts)),
        "searches": Paced(_searching(Client(server, token), asked)),
        "mcp": Paced(_over_mcp(server, token, saving_ends)),
        "pages": Paced(_in_browser(server, password)),
    }


def _saving(client: Client, texts: Iterator[Any]) -> Call:
    def call(number: int) -> int:
        # The number makes it a text of its own: a repeated one would not be stored.
        body = {"text": f"{next(texts).text} ({number})", "pack": PACK}
        return client.ask("POST", SAVE, body)[0]

    return call


def _searching(client: Client, asked: Iterator[str]) -> Call:
    return lambda _number: client.ask("POST", SEARCH, {"query": next(asked)})[0]


def _over_mcp(server: BenchServer, token: str, saving_ends: float) -> Call:
    """Return a call of one tool after the other, each as a client of its own connection."""
    reading = ("search_memories", "build_context")
    memories = MemoryGenerator(5_000, seed=2)
    texts, asked = cycle(memories), cycle(questions(memories.some(200)))

    def call(number: int) -> int:
        tools = reading if time.monotonic() >= saving_ends else (*reading, "save_memory")
        tool = tools[number % len(tools)]
        arguments = {
            "search_memories": lambda: {"query": next(asked)},
            "build_context": lambda: {"message": next(asked)},
            "save_memory": lambda: {"text": f"{next(texts).text} [{number}]", "pack": PACK},
        }[tool]()
        return _tool(server, token, tool, arguments)

    return call


def _tool(server: BenchServer, token: str, tool: str, arguments: dict[str, Any]) -> int:
    params = {"name": tool, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {**MCP_HEADERS, "Authorization": f"Bearer {token}"}
    answer = httpx2.post(server.mcp_url, json=message, headers=headers, timeout=60)
    if answer.status_code != 200:
        return answer.status_code
    result = answer.json().get("result", {"isError": True})
    return 500 if result.get("isError") else 200


def _in_browser(server: BenchServer, password: str) -> Call:
    """Return a call that opens one page after the other, logged in."""
    browser = httpx2.Client(
        base_url=f"http://{HOST}:{server.port}", follow_redirects=True, timeout=60
    )
    browser.get("/login/")
    form = {"username": NAME, "password": password}
    form["csrfmiddlewaretoken"] = browser.cookies["wasurena_csrf"]
    browser.post("/login/", data=form).raise_for_status()
    return lambda number: browser.get(PAGES[number % len(PAGES)]).status_code


def growth(looks: list[Look], since: float = 0.0) -> dict[str, float]:
    """Return how memory grew after the warm-up, in MB an hour, and the time it was watched.

    The slope is that of the straight line nearest to the looks that are ``since`` seconds or more
    after the start; none for fewer than two.
    """
    warm = [look for look in looks[int(len(looks) * WARM_UP_SHARE) :] if look.at >= since]
    if len(warm) < 2:
        return {}
    hours = np.array([look.at for look in warm]) / 3_600
    slopes = {
        name: float(np.polyfit(hours, np.array([getattr(look, name) for look in warm]), 1)[0])
        for name in (*SIZES, "descriptors", "threads")
    }
    minutes = (warm[-1].at - warm[0].at) / 60
    slopes |= {name: slopes[name] / MEGABYTE for name in SIZES}
    return {**slopes, "minutes": minutes}
