"""``wasurena graph export`` and ``wasurena graph import``."""

import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from core.jobs import background
from core.schemas import parsed
from graph.formats.schemas import ExportInput, GraphImported, GraphImportOptions
from graph.formats.writers import FORMATS, FormatName
from memories.selectors.network.export import export_graph
from memories.services.network.graph_import import import_graph, read_document
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import update_database
from memory_site.cli.environment import _
from memory_site.cli.output import UsageError, note, say, say_json
from memory_site.cli.targets import STANDARD, written

from .save import derive_saved

SUFFIXES: dict[str, FormatName] = {form.suffix: name for name, form in FORMATS.items()}


def export(options: Namespace) -> int:
    """Write the graph to a file, which appears only when it is complete."""
    name = options.format or _format_of(options.file)
    update_database()
    fields = ("pack", "kinds", "since", "focus", "depth", "min_confidence", "held_at", "known_at")
    given = {field: getattr(options, field) for field in fields}
    asked = parsed(
        ExportInput,
        {field: value for field, value in given.items() if value is not None}
        | {"texts": not options.no_texts},
    )
    rows = export_graph(caller_named(options.user), asked)
    with written(options.file) as file:
        _write(file, FORMATS[name].write(rows))
    return 0


def _format_of(name: str) -> FormatName:
    """Return the format that the suffix of a file names; node-link JSON for standard output."""
    if name == STANDARD:
        return "json"
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(_("{path}: its name tells no format; use --format").format(path=name))
    return SUFFIXES[suffix]


def _write(file: BinaryIO, parts: Iterable[bytes]) -> None:
    size = 0
    for part in parts:
        file.write(part)
        size += len(part)
    note(_("{size} bytes written").format(size=f"{size:,}"))


def load(options: Namespace) -> int:
    """Import a graph in node-link JSON, and say what was made."""
    data = _document(options.file)
    update_database()
    fields = ("pack", "nodes_as", "entity_type", "memory_type", "relation_type", "link_type")
    given = {field: getattr(options, field) for field in fields if getattr(options, field)}
    asked = parsed(
        GraphImportOptions,
        {
            **given,
            "name": options.name or Path(options.file).stem,
            "types": options.map_type,
            "dry_run": options.dry_run,
            "scale_weights": options.scale_weights,
        },
    )
    with background.paused("enrich"):
        done = import_graph(caller_named(options.user), data, asked)
    _report(options, done)
    if not options.dry_run:
        derive_saved()
    return 0


def _document(name: str) -> Any:
    if name != STANDARD and not Path(name).is_file():
        raise UsageError(_("{path}: there is no such file").format(path=name))
    return read_document(sys.stdin.buffer.read() if name == STANDARD else Path(name).read_bytes())


def _report(options: Namespace, done: GraphImported) -> None:
    if options.json:
        say_json(done.model_dump(mode="json"))
        return
    if options.dry_run:
        say(_("Nothing was stored. An import would do this:"))
    names = {
        _("memories"): done.memories,
        _("people and things"): done.entities,
        _("links"): done.links,
        _("relations"): done.relations,
        _("mentions"): done.mentions,
    }
    for name, count in names.items():
        line = _("{name}: {created} created, {updated} updated, {unchanged} unchanged")
        say(line.format(name=name, **count.model_dump()))
    for one in done.notes:
        note(one)
