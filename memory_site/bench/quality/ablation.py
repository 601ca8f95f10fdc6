"""Search with one part of the hybrid plan removed, to measure what the part is worth."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from memories.index.in_memory import whitening
from memories.index.in_memory.space_cache import spaces
from memories.schemas import SearchMode
from memories.search.query.plan import PLANS, Plan

CONTEXT = ("before", "after", "session", "reply")


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
SPREAD = "spread of the vectors"


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
    """Look at vectors as if they spread evenly; what was made of the spread is made anew."""
    before = whitening.BELIEF
    try:
        whitening.BELIEF = share
        spaces.forget_all()
        yield
    finally:
        whitening.BELIEF = before
        spaces.forget_all()
