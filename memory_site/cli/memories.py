"""``wasurena save`` and ``wasurena search``."""

import sys
from argparse import Namespace
from typing import Any

from rich.table import Table

from memories.schemas import MemoryInput, SearchInput, parsed
from memories.schemas.outputs import Hit, SearchOut
from memories.services.recall import recall
from memories.services.remember import StillEmbedding, remember

from .database import prepare_database, require_database
from .language import _, ngettext
from .output import console, note, say, say_json
from .owner import caller_named


def save(options: Namespace) -> int:
    """Remember one text."""
    prepare_database()
    item = parsed(MemoryInput, _memory_fields(options))
    try:
        saved = remember(caller_named(options.user), item, source="cli", wait=True)
    except StillEmbedding as late:
        saved = late.saved.results[0]
    if options.json:
        say_json(saved.model_dump(mode="json"))
    else:
        say(f"{saved.action} {saved.id} ({saved.pack})")
    return 0


def _memory_fields(options: Namespace) -> dict[str, Any]:
    text = sys.stdin.read() if options.text == "-" else options.text
    given = {
        "pack": options.pack,
        "memory_type": options.memory_type,
        "context": options.context,
        "tags": options.tag,
    }
    return {"text": text, **{name: value for name, value in given.items() if value}}


def search(options: Namespace) -> int:
    """Find memories and show them as a table, or as JSON."""
    require_database()
    found = recall(caller_named(options.user), parsed(SearchInput, _search_fields(options)))
    if options.json:
        say_json(found.model_dump(mode="json"))
    else:
        _draw(found, explain=options.explain)
    return 0


def _search_fields(options: Namespace) -> dict[str, Any]:
    return {
        "query": options.query,
        "mode": options.mode,
        "limit": options.limit,
        "packs": options.pack,
        "explain": options.explain,
        "filters": {"tags": options.tag} if options.tag else {},
    }


def _draw(found: SearchOut, *, explain: bool) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("score"), _("when"), _("pack"), _("memory")):
        table.add_column(title, no_wrap=title != _("memory"))
    if explain:
        table.add_column(_("why"))
    for hit in found.results:
        table.add_row(*_cells(hit), *([_why(hit)] if explain else []))
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


def _cells(hit: Hit) -> tuple[str, str, str, str]:
    memory = hit.memory
    said = f"{memory.speaker}: {memory.text}" if memory.speaker else memory.text
    when = memory.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{hit.score:.3f}", when, memory.pack, _plain(said)


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
