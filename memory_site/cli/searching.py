"""``wasurena search``."""

import json
from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from rich.table import Table

from memories.schemas import SearchInput, parsed
from memories.schemas.recalled_text import one_line
from memories.schemas.search_results import Hit, SearchOut, StateHit
from memories.services.search import recall

from .database import require_database
from .explaining import note_steps
from .language import _, ngettext
from .output import console, note, say_json
from .owner import caller_named

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
    caller = caller_named(options.user)
    found = recall(caller, parsed(SearchInput, _search_fields(options)))
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


def _draw(found: SearchOut, *, explain: bool) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("score"), _("when"), _("pack"), _("memory")):
        table.add_column(title, no_wrap=title != _("memory"))
    if explain:
        table.add_column(_("why"))
    for hit in found.results:
        table.add_row(*_cells(hit), *([_why(hit)] if explain else []))
    for state in found.states:
        console().print(_("known: {text}").format(text=_known(state)), highlight=False)
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


def _known(state: StateHit) -> str:
    days = [
        f"{moment.astimezone():%Y-%m-%d}" if moment else ""
        for moment in (state.valid_from, state.valid_to)
    ]
    held = f" ({days[0]} – {days[1]})" if any(days) else ""
    return _cell(f"{state.text}{held}")


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
