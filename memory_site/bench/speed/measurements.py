"""Time searches, writes, sizes, small spaces and baselines for ``wasurena bench speed``."""

import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.db.models import F, Func, IntegerField, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.services.tokens import token_create
from core.models import Revision
from memories.index.embeddings import embedder_for
from memories.models import Memory
from memory_site.bench.datasets.synthetic import SHARES, MemoryGenerator, questions
from memory_site.bench.quality.baseline import PlainFullText
from memory_site.bench.reports.tables import Steps, Table, setup_table

from . import exact
from .clients import (
    BATCH,
    SAVE,
    Client,
    Timing,
    quantiles,
    search_in_parallel,
    search_over_mcp,
    timed,
)
from .contents import (
    BASELINE_FILE,
    BIG,
    NEIGHBOUR,
    NEIGHBOUR_SEED,
    PACKS,
    Contents,
    as_input,
    caller_named,
    filled_directory,
)
from .contents import BATCH as BATCH_SIZE
from .server import BenchServer, command, served
from .short_notes import short_notes

MEGABYTE = 1_000_000
MCP_CLIENTS = 8
MODEL_BATCH = 256
ALONE = "alone"
# Questions to the indexes alone: each of them is compared with every vector.
COMPARED = 100
LEAST_QUESTIONS = 1_000


@dataclass(frozen=True, slots=True)
class Effort:
    """The size of the measurement: calls of one client, seconds of many, saves, batches.

    Many clients begin some seconds before they are measured: the server starts further
    processes while they wait for each other.
    """

    calls: int = 200
    seconds: float = 10.0
    lead_seconds: float = 15.0
    saves: int = 100
    ingested: int = 2 * BATCH_SIZE


QUICK = Effort(calls=50, seconds=3.0, lead_seconds=0.0, saves=20, ingested=300)


@dataclass(frozen=True, slots=True)
class SpeedRequest:
    """The measurements to make, and the server's port (0: any free port)."""

    contents: Contents
    clients: Sequence[int]
    effort: Effort
    port: int


def searches(
    server: BenchServer, token: str, asked: Sequence[str], wanted: SpeedRequest
) -> Iterator[Timing]:
    """Time searches: the first, one after the other, filtered, many at once, over MCP."""
    yield Timing("start", _("start of the server"), {"seconds": server.started_in})
    client = Client(server, token)
    first = timed(client.search, ["hello"])
    yield Timing("first", _("first search: reads the index"), {"ms": first["p50_ms"]})
    calls = asked[: wanted.effort.calls]
    one = timed(client.search, calls)
    yield Timing("search", _("search over REST, one client"), one)
    for category, share in SHARES.items():
        narrowed = partial(client.search, category=[category])
        label = _("search with a filter that keeps {share}").format(share=f"{share:.0%}")
        yield Timing(f"filter_{share:.2f}", label, timed(narrowed, calls))
    client.close()
    for clients in wanted.clients:
        load = partial(search_in_parallel, server, token, clients=clients, questions=asked[::-1])
        if wanted.effort.lead_seconds:
            load(seconds=wanted.effort.lead_seconds)
        many = load(seconds=wanted.effort.seconds)
        label = _("search over REST, clients at once: {clients}").format(clients=clients)
        yield Timing(f"clients_{clients}", label, many)
    for clients in (1, MCP_CLIENTS):
        label = _("MCP search_memories, clients at once: {clients}").format(clients=clients)
        yield Timing(
            f"mcp_{clients}",
            label,
            search_over_mcp(server, token, clients=clients, questions=calls),
        )


def writes(
    server: BenchServer, token: str, asked: Sequence[str], wanted: SpeedRequest
) -> Iterator[Timing]:
    """Save one by one and in batches; texts of this run only, since repetitions are not stored."""
    fresh = MemoryGenerator(wanted.effort.saves + wanted.effort.ingested, seed=time.time_ns())
    rows = [_row(memory.text, f"{memory.session}-new") for memory in fresh]
    client = Client(server, token)
    singles, batched = rows[: wanted.effort.saves], rows[wanted.effort.saves :]
    half = len(singles) // 2
    saves = timed(partial(client.post, SAVE), singles[:half])
    yield Timing("save", _("save over REST, one client"), saves)
    after = []
    for row, query in zip(singles[half:], asked, strict=False):
        client.post(SAVE, row)
        after.append(timed(client.search, [query])["p50_ms"] / 1_000)
    yield Timing("search_after_save", _("search right after a save"), quantiles(after))
    yield from short_notes(client)
    started = time.perf_counter()
    for at in range(0, len(batched), BATCH_SIZE):
        client.post(BATCH, {"memories": batched[at : at + BATCH_SIZE]})
    rate = len(batched) / (time.perf_counter() - started)
    yield Timing("ingest", _("batches over REST, findable by every route"), {"per_second": rate})
    client.close()
    rate = _model_rate([row["text"] for row in batched])
    yield Timing("model", _("floor: the model alone, the same texts"), {"per_second": rate})


def _row(text: str, session: str) -> dict[str, Any]:
    return {"text": text, "session_id": session, "pack": PACKS[0]}


def _model_rate(texts: Sequence[str]) -> float:
    embedder = embedder_for(exact.active_model().name)
    embedder.query("warm")
    started = time.perf_counter()
    for at in range(0, len(texts), MODEL_BATCH):
        embedder.passages(texts[at : at + MODEL_BATCH])
    return len(texts) / (time.perf_counter() - started)


def sizes(server: BenchServer) -> Iterator[Timing]:
    """Tell what the server takes, in memory and on disk."""
    sizes = {
        ("own", _("memory of the server")): server.own_memory(),
        ("resident", _("the same with the files that it has mapped")): server.resident(),
        ("together", _("memory of all processes together, shared pages once")): server.together(),
        ("disk", _("database on disk")): server.disk(),
    }
    for (key, label), size in sizes.items():
        if size is not None:
            yield Timing(key, label, {"megabytes": size / MEGABYTE})
    per_memory = _journal_bytes() / max(1, Memory.objects.count())
    yield Timing("journal", _("values in the journal, a memory"), {"bytes": per_memory})


def _journal_bytes() -> int:
    """Return the bytes of the packed values of all entries."""
    sides = {
        side: Sum(Func(F(side), function="length", output_field=IntegerField()))
        for side in ("before", "after")
    }
    return sum(total or 0 for total in Revision.objects.aggregate(**sides).values())


def beside(server: BenchServer, token: str, wanted: SpeedRequest) -> Iterator[Timing]:
    """Search a small space of somebody else in the same database."""
    if size := wanted.contents.neighbour:
        label = _("a space of {size} beside this one: search").format(size=f"{size:,}")
        yield Timing("beside", label, _small_space(server, token, wanted))


def alone(data_dir: Path, wanted: SpeedRequest) -> Iterator[Timing]:
    """Search the same small space in a database of its own."""
    if not (size := wanted.contents.neighbour):
        return
    data_dir.mkdir(exist_ok=True)
    with served(data_dir, wanted.port) as server:
        create = command(data_dir, "token", "create")
        made = subprocess.run(create, capture_output=True, text=True, check=True)
        token = made.stdout.strip()
        now = timezone.now()
        rows = [
            as_input(memory, packs=1, now=now).model_dump(mode="json", exclude_unset=True)
            for memory in MemoryGenerator(size, seed=NEIGHBOUR_SEED)
        ]
        with closing(Client(server, token)) as client:
            for at in range(0, size, BATCH_SIZE):
                client.post(BATCH, {"memories": rows[at : at + BATCH_SIZE]})
        label = _("the same space alone: search")
        yield Timing("alone", label, _small_space(server, token, wanted))


def _small_space(server: BenchServer, token: str, wanted: SpeedRequest) -> dict[str, float]:
    asked = questions(
        MemoryGenerator(wanted.contents.neighbour, seed=NEIGHBOUR_SEED).some(wanted.effort.calls)
    )
    with closing(Client(server, token)) as client:
        client.search("hello")
        return timed(client.search, asked)


def baselines(data_dir: Path, asked: Sequence[str]) -> Iterator[Timing]:
    """Time what any search has to do at least, and check the vector index."""
    caller = caller_named(BIG)
    user_ids = caller.spaces(PACKS)
    vectors, embedding = exact.query_vectors(asked)
    yield Timing("embedding", _("floor: embedding one question"), embedding)
    every = exact.every_vector(user_ids)
    yield Timing(
        "scan", _("floor: exact scan of the vectors (numpy)"), exact.scan_time(every, vectors)
    )
    found = exact.index_figures(user_ids, every, asked)
    yield Timing("index", _("vector index alone, recall@10 against exact"), found)
    with closing(PlainFullText(data_dir / BASELINE_FILE)) as floor:
        bare = timed(partial(floor.search, limit=exact.BEST), asked)
    yield Timing("fts5", _("floor: bare FTS5, MATCH and bm25"), bare)


def measured(data_dir: Path, wanted: SpeedRequest, steps: Steps) -> Iterator[Timing]:
    """Fill the database that the settings name, serve it, and yield figures as they come.

    Raises:
        OtherContents: the directory is filled with something else.
        NotStarted, Refused: the server did not do its work.
    """
    yield from filled_directory(data_dir, wanted.contents, steps)
    generator = MemoryGenerator(wanted.contents.memories)
    asked = questions(generator.some(max(LEAST_QUESTIONS, 2 * wanted.effort.calls)))
    asked = list(dict.fromkeys(asked))
    tokens = {name: token_create(user_name=name, name="bench")[1] for name in (BIG, NEIGHBOUR)}
    with served(data_dir, wanted.port) as server:
        yield from searches(server, tokens[BIG], asked, wanted)
        yield from beside(server, tokens[NEIGHBOUR], wanted)
        yield from sizes(server)
        yield from writes(server, tokens[BIG], asked, wanted)
    yield from alone(data_dir / ALONE, wanted)
    yield from baselines(data_dir, asked[:COMPARED])


def tables(contents: Contents, figures: Sequence[Timing], facts: Mapping[str, str]) -> list[Table]:
    """Return the figures, and what they were measured with."""
    rows = [[figure.label, figure.shown] for figure in figures]
    return [Table(_title(contents), [_("what"), _("figure")], rows), setup_table(facts)]


def _title(contents: Contents) -> str:
    if contents.vectors == "model":
        origin = _("every vector made by the model")
    else:
        origin = _("the model's vectors of 20,000 texts, the others resampled from them with noise")
    return _("{memories} invented memories in {packs} spaces; {origin}").format(
        memories=f"{contents.memories:,}", packs=contents.packs, origin=origin
    )


def as_data(
    contents: Contents, figures: Sequence[Timing], facts: Mapping[str, str]
) -> dict[str, Any]:
    """Return everything for programs."""
    return {
        "contents": asdict(contents),
        "setup": dict(facts),
        "figures": {figure.key: dict(figure.values) for figure in figures},
    }
