"""What each step of a search kept, for ``wasurena search --explain``."""

from collections.abc import Iterator
from uuid import UUID

from core.caller import Caller
from memories.schemas.traces import TraceOut
from memories.selectors.searches import run_get, trace_out

from .language import _
from .output import note


def note_steps(caller: Caller, run_id: UUID) -> None:
    """Say how the question was read, what each route brought, and how many were left."""
    trace = trace_out(caller, run_get(caller, run_id))
    for line in _lines(trace) if trace else ():
        note(line)


def _lines(trace: TraceOut) -> Iterator[str]:
    words = ", ".join(f"{word.word} {word.share:.0%}" for word in trace.asked.words)
    if words:
        yield _("words: {words}").format(words=words)
    for route in trace.routes:
        found = f"{route.found}/{route.quota}" if route.quota else str(route.found)
        yield f"{route.route} ({route.pack}): {found}, {route.best:.2f}–{route.least:.2f}"
    counts = trace.counts
    yield _("{blended} candidates, {ranked} ranked, {folded} folded, {shown} shown").format(
        blended=counts.blended, ranked=counts.ranked, folded=counts.folded, shown=counts.shown
    )
