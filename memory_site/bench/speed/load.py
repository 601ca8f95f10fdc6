"""``wasurena bench load``: time short requests while the server works on long texts.

The server stores batches of long texts first, which leaves it with a backlog of vectors and
enrichment jobs. Short saves, searches and listings run beside that backlog. Every answer
counts, errors included.
"""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.services.tokens import token_create
from core.db.sqlite.write_lock import read_lock_times
from memory_site.bench.datasets.synthetic import MemoryGenerator, questions
from memory_site.bench.reports.tables import Steps

from .clients import SAVE, SEARCH, Client, Timing, quantiles
from .contents import BIG, caller_named
from .server import BenchServer, served

BATCH = "/api/memories/batch/"
LISTING = "/api/memories/?limit=50"
HEALTH = "/health"
PACK = "work"
WAIT_EVERY_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Load:
    """The number of saves and searches; ``port`` 0 takes any free port."""

    batches: int = 3
    texts: int = 100
    characters: int = 30_000
    seconds: float = 60.0
    savers: int = 8
    searchers: int = 2
    listings: int = 1
    port: int = 0


@dataclass(slots=True)
class Answers:
    """Seconds and statuses of the calls of one kind; status 0 is a connection that broke."""

    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def call(self, client: Client, method: str, path: str, body: Any = None) -> None:
        """Send one request and note its answer."""
        started = time.perf_counter()
        try:
            status, _body = client.ask(method, path, body)
        except (OSError, http.client.HTTPException):
            status = 0
            client.close()
        self.took.append(time.perf_counter() - started)
        self.statuses[status] += 1

    def values(self) -> dict[str, float]:
        """Return quantiles, the longest call and how many answers were no success."""
        errors = sum(n for status, n in self.statuses.items() if not 200 <= status < 300)
        longest = {"longest_ms": 1_000 * max(self.took)} if self.took else {}
        return {**quantiles(self.took), **longest, "errors": float(errors)}


def measured(data_dir: Path, load: Load, steps: Steps) -> Iterator[Timing]:
    """Serve a fresh database, put it under load, and yield what the clients saw.

    Raises:
        NotStarted: the server did not start.
    """
    caller_named(BIG)
    token = token_create(user_name=BIG, name="bench")[1]
    with served(data_dir, load.port) as server:
        yield from _long_texts(server, token, load, steps)
        kinds = _beside_backlog(server, token, load, steps)
        for key, label in _labels().items():
            yield Timing(key, label, kinds[key].values())
        statuses = sum((answers.statuses for answers in kinds.values()), Counter[int]())
        yield Timing("statuses", _("answers by status"), _by_status(statuses))
        yield from _aftermath(server, token)
    times = read_lock_times(settings.LOCK_TIMES_DIR)
    shown = {"longest_ms": 1_000 * times.longest, "n": float(sum(times.counts))}
    yield Timing("locks", _("write lock held: {by}").format(by=times.longest_by), shown)


def _labels() -> dict[str, str]:
    return {
        "save": _("short saves beside the backlog"),
        "wait": _("short saves that wait for their vector"),
        "search": _("searches beside the backlog"),
        "listing": _("listings beside the backlog"),
    }


def _by_status(statuses: Counter[int]) -> dict[str, float]:
    return {f"× {status}": float(number) for status, number in sorted(statuses.items())}


def _long_texts(server: BenchServer, token: str, load: Load, steps: Steps) -> Iterator[Timing]:
    progress = steps(_("long texts"), load.batches * load.texts)
    client, answers = Client(server, token), Answers()
    memories = cycle(MemoryGenerator(5_000))
    for _batch in range(load.batches):
        texts = [_long_text(memories, load.characters) for _text in range(load.texts)]
        answers.call(client, "POST", BATCH, {"memories": [_body(text) for text in texts]})
        progress(load.texts)
    client.close()
    label = _("batches of {texts} texts of {characters} characters").format(
        texts=load.texts, characters=f"{load.characters:,}"
    )
    yield Timing("batches", label, answers.values())


def _long_text(memories: Iterator[Any], characters: int) -> str:
    parts: list[str] = []
    length = 0
    while length < characters:
        parts.append(next(memories).text)
        length += len(parts[-1]) + 1
    return "\n".join(parts)[:characters]


def _body(text: str) -> dict[str, Any]:
    return {"text": text, "pack": PACK}


def _beside_backlog(
    server: BenchServer, token: str, load: Load, steps: Steps
) -> dict[str, Answers]:
    """Run all clients for the time of the load; return their answers by kind."""
    clients = _Clients(server, token, ends=time.monotonic() + load.seconds)
    roles = {
        "save": (clients.save, load.savers),
        "wait": (clients.save_and_wait, 1),
        "search": (clients.search, load.searchers),
        "listing": (clients.listing, load.listings),
    }
    kinds = {key: Answers() for key in roles}
    threads = [
        threading.Thread(target=clients.repeat, args=(role, kinds[key]))
        for key, (role, number) in roles.items()
        for _client in range(number)
    ]
    progress = steps(_("clients beside the backlog"), len(threads))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
        progress(1)
    return kinds


class _Clients:
    """Clients that repeat one kind of request until the time is over."""

    def __init__(self, server: BenchServer, token: str, *, ends: float) -> None:
        self._server, self._token, self._ends = server, token, ends
        self._lock = threading.Lock()
        self._bodies = _fresh_bodies()
        self._queries = cycle(questions(MemoryGenerator(5_000).some(200)))

    def repeat(self, role: Callable[[Client, Answers], None], answers: Answers) -> None:
        """Repeat one kind of request without a pause, on one connection."""
        client = Client(self._server, self._token)
        while time.monotonic() < self._ends:
            role(client, answers)
        client.close()

    def save(self, client: Client, answers: Answers) -> None:
        """Save a short text."""
        answers.call(client, "POST", SAVE, self._next(self._bodies))

    def save_and_wait(self, client: Client, answers: Answers) -> None:
        """Save a short text and wait for its vector, every few seconds."""
        answers.call(client, "POST", f"{SAVE}?wait=true", self._next(self._bodies))
        # The server hangs up on clients that say nothing for a while.
        client.close()
        time.sleep(max(0.0, min(WAIT_EVERY_SECONDS, self._ends - time.monotonic())))

    def search(self, client: Client, answers: Answers) -> None:
        """Search as an assistant does."""
        answers.call(client, "POST", SEARCH, {"query": self._next(self._queries)})

    def listing(self, client: Client, answers: Answers) -> None:
        """List the newest memories."""
        answers.call(client, "GET", LISTING)

    def _next(self, items: Iterator[Any]) -> Any:
        # Generators are no place for two threads at once.
        with self._lock:
            return next(items)


def _fresh_bodies() -> Iterator[dict[str, Any]]:
    """Yield short memories of this run only: repeated ones would not be stored."""
    for number in count():
        for memory in islice(MemoryGenerator(2_000, seed=time.time_ns() + number), 2_000):
            yield _body(memory.text)


def _aftermath(server: BenchServer, token: str) -> Iterator[Timing]:
    client = Client(server, token)
    _status, health = client.ask("GET", HEALTH)
    client.close()
    waiting = float(json.loads(health)["waiting_for_embedding"])
    yield Timing("waiting", _("still without vectors at the end"), {"n": waiting})
