"""``wasurena search`` and ``wasurena context``."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from rich.table import Table

from core.caller import Caller
from memories.schemas import ContextFormat, ContextInput, SearchInput, parsed
from memories.schemas.recalled_text import one_line
from memories.schemas.search.results import Hit, SearchOut
from memories.schemas.search.trace import TraceOut
from memories.services.context import build_context
from memories.services.explaining import explained
from memories.services.search import recall
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import console, note, say, say_json
from nlp.phrasing import Reader

# Options that have another name than the filter that they mean.
FILTERS = {
    "tag": "tags",
    "type": "memory_type",
    "kind": "kind",
    "near": "near",
    "after": "created_after",
    "before": "created_before",
    "held_at": "held_at",
    "known_at": "known_at",
}
ASKED = ("query", "mode", "sort", "order", "limit", "explain")


def search(options: Namespace) -> int:
    """Find memories and show them as a table, or as JSON."""
    require_database()
    return answer(options)


def answer(options: Namespace) -> int:
    """Search a database that is known to be of this version."""
    caller = caller_named(options.user)
    reader = Reader.ASSISTANT if options.json else Reader.OWNER
    found = recall(caller, parsed(SearchInput, _search_fields(options)), reader=reader)
    if options.json:
        say_json(found.model_dump(mode="json"))
    else:
        _draw(found, explain=options.explain)
        if options.explain:
            note_steps(caller, found.run_id)
    return 0


def _search_fields(options: Namespace) -> dict[str, Any]:
    asked = {name: getattr(options, name) for name in ASKED}
    filters = {name: getattr(options, option) for option, name in FILTERS.items()}
    given = {name: value for name, value in filters.items() if value} | _named(options.filter)
    if options.without:
        given["not"] = _named(options.without)
    return {
        **{name: value for name, value in asked.items() if value is not None},
        "packs": options.pack,
        "read_time": not options.any_time,
        "filters": given,
    }


def _named(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return filters by name; a name given several times has all of its values.

    ``metadata.colour=red`` means the key “colour” of ``metadata``, with JSON as its value.
    """
    filters: dict[str, Any] = {}
    for name, value in pairs:
        head, _dot, key = name.partition(".")
        if key:
            filters.setdefault(head, {})[key] = _json_or_text(value)
        elif name in filters:
            known = filters[name]
            filters[name] = [*(known if isinstance(known, list) else [known]), value]
        else:
            filters[name] = value
    return filters


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value


def _say_understood(found: SearchOut) -> None:
    """Say to which time the answer is limited."""
    if found.understood is None:
        return
    for time in found.understood.times:
        start, end = (f"{at:%Y-%m-%d %H:%M}" if at else "…" for at in (time.start, time.end))
        text = _("time: {words} = {start} to {end} ({zone})")
        zone = found.understood.zone
        note(text.format(words=_cell(time.words), start=start, end=end, zone=zone))
    if not found.understood.in_range:
        note(_("Nothing is stored of this time; these memories are nearest to it."))


def _draw(found: SearchOut, *, explain: bool) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("score"), _("when"), _("pack"), _("memory")):
        table.add_column(title, no_wrap=title != _("memory"))
    if explain:
        table.add_column(_("why"))
    for hit in found.results:
        table.add_row(*_cells(hit), *([_why(hit)] if explain else []))
    for state in found.states:
        console().print(_("known: {text}").format(text=_cell(state.sentence)), highlight=False)
    _say_understood(found)
    if found.results:
        console().print(table)
    count = len(found.results)
    note(
        ngettext(
            "{count} memory in {took:.0f} ms", "{count} memories in {took:.0f} ms", count
        ).format(count=count, took=found.took_ms)
    )
    for remark in found.notes:
        note(remark)
    if found.unknown_names:
        note(_("not stored: {names}").format(names=_cell(", ".join(found.unknown_names))))


def _cells(hit: Hit) -> tuple[str, str, str, str]:
    memory = hit.memory
    said = f"{memory.speaker}: {memory.text}" if memory.speaker else memory.text
    when = memory.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{hit.score:.3f}", when, memory.pack, _cell(said)


def _why(hit: Hit) -> str:
    routes = ", ".join(f"{found.route} #{found.rank}" for found in hit.explanation.routes)
    # Factors of 1 and shares of 0 change nothing.
    parts = ", ".join(
        f"{name} {value:.2f}"
        for name, value in hit.explanation.parts.items()
        if round(value, 2) not in (0, 1)
    )
    return _plain(f"{routes}\n{parts}")


def _plain(text: str) -> str:
    """Keep rich from reading the brackets in a text as its own mark-up."""
    return text.replace("[", r"\[")


def _cell(text: str) -> str:
    """Return stored text for a table: on one line, and without codes that a terminal obeys."""
    return _plain(one_line(text))


def note_steps(caller: Caller, run_id: UUID) -> None:
    """Say how the question was read, what each route brought, and how many were left."""
    _run, trace = explained(caller, run_id)
    for line in _trace_lines(trace) if trace else ():
        note(line)


def _trace_lines(trace: TraceOut) -> Iterator[str]:
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


def context(options: Namespace) -> int:
    """Show what an assistant is given for a message: the text, or the answer as JSON."""
    require_database()
    out = build_context(caller_named(options.user), parsed(ContextInput, _context_fields(options)))
    if options.json:
        say_json(out.model_dump(mode="json"))
        return 0
    if out.markdown:
        say(out.markdown)
    elif not out.notes:
        note(_("No memories match."))
    for remark in out.notes:
        note(remark)
    note(_("{count} of {budget} tokens").format(count=out.token_count, budget=out.token_budget))
    return 0


def _context_fields(options: Namespace) -> dict[str, Any]:
    given = {
        "message": sys.stdin.read() if options.message == "-" else options.message,
        "token_budget": options.budget,
        "session_id": options.session,
        "packs": options.pack,
        "order": options.order,
        "format": ContextFormat.JSON if options.json else None,
    }
    return {name: value for name, value in given.items() if value is not None}
