"""Sort hits by relevance, time or importance."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol, TypeVar

from memories.schemas import Order, SearchInput, Sort


class Sortable(Protocol):
    """The attributes by which hits are sorted."""

    @property
    def pk(self) -> int: ...
    @property
    def score(self) -> float: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def importance(self) -> float: ...


Hit = TypeVar("Hit", bound=Sortable)
MEMORY_COLUMNS = {Sort.IMPORTANCE: ("importance_score", "created_at"), Sort.TIME: ("created_at",)}
STATE_COLUMNS = {Sort.IMPORTANCE: ("salience", "recorded_at"), Sort.TIME: ("recorded_at",)}


def ordered(hits: Iterable[Hit], request: SearchInput) -> list[Hit]:
    """Return the hits in the requested order; newest first among equals.

    Hits are cut to the limit by relevance before, so that only the best are sorted.
    """
    newest_first = sorted(hits, key=lambda hit: (hit.created_at, hit.pk), reverse=True)
    if request.sort is Sort.RELEVANCE:
        return sorted(newest_first, key=lambda hit: -hit.score)
    is_down = request.order is Order.DESCENDING
    if request.sort is Sort.IMPORTANCE:
        return sorted(newest_first, key=lambda hit: -hit.importance if is_down else hit.importance)
    return newest_first if is_down else newest_first[::-1]


def memory_order(request: SearchInput) -> tuple[str, ...]:
    """Return the ``order_by`` of memories if the query is empty: newest first by default."""
    return _columns(MEMORY_COLUMNS, request)


def state_order(request: SearchInput) -> tuple[str, ...]:
    """Return the ``order_by`` of states if the query is empty."""
    return _columns(STATE_COLUMNS, request)


def _columns(known: dict[Sort, tuple[str, ...]], request: SearchInput) -> tuple[str, ...]:
    first, *ties = known.get(request.sort, known[Sort.TIME])
    if request.order is Order.ASCENDING and request.sort is Sort.TIME:
        return (first, "pk")
    sign = "" if request.order is Order.ASCENDING else "-"
    return (f"{sign}{first}", *(f"-{tie}" for tie in ties), "-pk")
