"""Baselines of a search: plain bm25, and the hybrid plan without one part."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlcipher3 import dbapi2

from memories.index import query_vectors
from memories.index.in_memory.space import spaces
from memories.schemas import SearchMode
from memories.search.query.plan import PLANS, Plan

CJK = r"[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]"
RUN = re.compile(rf"(?P<cjk>{CJK}+)|(?:(?!{CJK})[^\W_])+")
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about after all also am an and any are as at be been before being but by can could did do
        does doing don down for from get had has have having he her here hers him his how i if in
        into is it its just like me more most my no nor not of off on once one only or other our out
        over own s same she should so some such t than that the their them then there these they
        this those through to too under up us very was we were what when where which while who whom
        whose why will with would you your
        """,
    )
)
CREATE = "CREATE VIRTUAL TABLE IF NOT EXISTS floor USING fts5(body, content='', tokenize='porter unicode61')"
FIND = "SELECT rowid, -bm25(floor) FROM floor WHERE floor MATCH ? ORDER BY bm25(floor) LIMIT ?"
CONTEXT = ("before", "after", "session", "reply")
SPREAD = "spread of the vectors"


def words_of(text: str) -> list[str]:
    """Return the Latin words and the CJK pairs of a text, in order."""
    words: list[str] = []
    for match in RUN.finditer(unicodedata.normalize("NFKC", text).lower()):
        run = match[0]
        pairs = [run[at : at + 2] for at in range(len(run) - 1)] if match["cjk"] else []
        words += pairs or [run]
    return words


class PlainFullText:
    """An FTS5 table of texts, and nothing else."""

    def __init__(self, path: Path | None = None) -> None:
        """Make an empty one: in memory, or in a file."""
        self._connection = dbapi2.connect(str(path) if path else ":memory:")
        self._connection.execute(CREATE)
        self._count = 0

    def add(self, texts: Iterable[str]) -> None:
        """Add texts; they are numbered from 0 in the order in which they come."""
        rows = [(at, " ".join(words_of(text))) for at, text in enumerate(texts, self._count)]
        self._connection.executemany("INSERT INTO floor(rowid, body) VALUES (?, ?)", rows)
        self._connection.commit()
        self._count += len(rows)

    def search(self, query: str, limit: int) -> Sequence[int]:
        """Return the numbers of the best texts with any of the question's words."""
        return list(self.scores(query, limit))

    def scores(self, query: str, limit: int = -1) -> dict[int, float]:
        """Return the bm25 of the best texts by number, best first; of all if there is no limit."""
        words = dict.fromkeys(word for word in words_of(query) if word not in STOP_WORDS)
        if not words:
            return {}
        match = " OR ".join(f'"{word}"' for word in words)
        found = self._connection.execute(FIND, (match, limit))
        return {int(number): float(score) for number, score in found}

    def close(self) -> None:
        """Let go of the table."""
        self._connection.close()


def _without(plan: Plan, *features: str, routes: Sequence[str] = ()) -> Plan:
    weights = {name: w for name, w in plan.weights.items() if name not in features}
    quotas = {name: quota for name, quota in plan.quotas.items() if name not in routes}
    return replace(plan, weights=weights, quotas=quotas)


def _without_words(plan: Plan) -> Plan:
    features = [*_starting(plan, "words"), *_starting(plan, "phrases")]
    return _without(plan, *features, routes=("words",))


def _without_meaning(plan: Plan) -> Plan:
    return _without(plan, *_starting(plan, "meaning"), routes=("vector",))


def _starting(plan: Plan, signal: str) -> list[str]:
    return [name for name in plan.weights if name == signal or name.startswith(f"{signal}_")]


def _without_context(plan: Plan) -> Plan:
    around = [name for name in plan.weights if any(f"_{step}" in name for step in CONTEXT)]
    return replace(_without(plan, *around), neighbours_of=0)


PARTS: Mapping[str, Callable[[Plan], Plan]] = {
    "words": _without_words,
    "phrases": lambda plan: _without(plan, *_starting(plan, "phrases")),
    "meaning": _without_meaning,
    "context": _without_context,
    "speaker": lambda plan: _without(plan, "speaker", "told", routes=("speaker",)),
    "length, question": lambda plan: _without(plan, "length", "question"),
    "dated, time": lambda plan: _without(plan, "dated", "time", routes=("time",)),
    "two hops": lambda plan: _without(plan, "bridge", routes=("bridge",)),
    "links": lambda plan: replace(plan, expand_depth=0),
    "recency": lambda plan: replace(plan, recency=0.0),
}


@contextmanager
def without_part(part: str) -> Iterator[None]:
    """Search without one part of the hybrid plan: one of ``PARTS``, or ``SPREAD``."""
    if part == SPREAD:
        with _with_belief(0.0):
            yield
        return
    whole = PLANS[SearchMode.HYBRID]
    PLANS[SearchMode.HYBRID] = PARTS[part](whole)
    try:
        yield
    finally:
        PLANS[SearchMode.HYBRID] = whole


@contextmanager
def _with_belief(share: float) -> Iterator[None]:
    """Search with vectors as if they spread evenly; recompute the values that depend on it."""
    before = query_vectors.BELIEF
    try:
        query_vectors.BELIEF = share
        spaces.forget_all()
        yield
    finally:
        query_vectors.BELIEF = before
        spaces.forget_all()
