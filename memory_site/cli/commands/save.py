"""``wasurena save``, ``wasurena import``, ``wasurena demo`` and ``wasurena undo``."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from django.db import DatabaseError
from django.utils import timezone

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.db.sqlite import maintenance
from core.interfaces.api.parsing import uid
from core.jobs import background
from memories.models import DerivationJob, derives
from memories.schemas import MemoryInput, parsed
from memories.services.history import undo
from memories.services.importing.json_lines import Importer, ImportSummary, load_demo
from memories.services.importing.recognition import require_json_lines
from memories.services.maintenance import embed_waiting
from memories.services.save import remember
from memory_site.cli.accounts import caller_named, new_password, system_time_zone
from memory_site.cli.database.preparation import (
    prepare_database,
    require_database,
    update_database,
)
from memory_site.cli.environment import _
from memory_site.cli.output import BAD_INPUT, UsageError, note, percent_bars, say, say_json
from memory_site.cli.serving.daemon import base_url, running_daemon
from packs import registry

from .upkeep import enrich_with_bar

# For the states that were derived, when no server runs.
BACKLOG_SECONDS = 2.0
STANDARD_INPUT = "-"
DEFAULT_SOURCE = "import"
SHOWN_FAILURES = 20


def save(options: Namespace) -> int:
    """Remember one text."""
    update_database()
    item = parsed(MemoryInput, _memory_fields(options))
    # Its own vector comes first: a backlog is the work of the server.
    with background.paused("embed", "enrich"):
        saved = remember(caller_named(options.user), item, source="cli", wait=True)
    if options.json:
        say_json(saved.model_dump(mode="json"))
    else:
        say(f"{saved.action} {saved.id} ({saved.pack})")
        for one in saved.notes:
            note(f"{one.field}: {one.detail}")
    # The save is told: whatever fails from here on is no failure of it.
    background.run("embed", partial(embed_waiting, seconds=BACKLOG_SECONDS))
    return 0


def take_back(options: Namespace) -> int:
    """Undo one change of the history."""
    require_database()
    undone = undo(caller_named(options.user), uid(options.change, field="change"))
    if options.json:
        say_json({"change_id": str(undone.change_id), "undone": str(undone.undone)})
    else:
        text = _("Undone. “wasurena undo {change}” brings it back.")
        say(text.format(change=undone.change_id))
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


def import_file(options: Namespace) -> int:
    """Load a file of JSON lines; exit code 2 if a line could not be taken."""
    with _open_file(options.file) as (file, size):
        lines = require_json_lines(file, options.file)
        update_database()
        if options.pack:
            registry.get(options.pack, field="--pack")
        importer = Importer(
            caller=caller_named(options.user),
            file_name=Path(options.file).name,
            source=options.source or DEFAULT_SOURCE,
            pack=options.pack,
        )
        # All of it can be found before what it says is read, which takes several times as long.
        with percent_bars() as progress, background.paused("enrich"):
            bar = progress.add_task(Path(options.file).name, total=size)
            summary = importer.load(lines, lambda done: progress.update(bar, completed=done))
    _report_import(options, summary)
    derive_saved()
    return BAD_INPUT if summary.failed else 0


def derive_saved() -> None:
    """Derive what waits, unless somebody has no time for it: the server's worker goes on with it."""
    if not derives() or not (waiting := DerivationJob.objects.waiting().count()):
        return
    try:
        # Of many new rows SQLite knows nothing yet, and would read all of them for a few.
        maintenance.optimize()
        enrich_with_bar(waiting)
    except (KeyboardInterrupt, DatabaseError) as stopped:
        note(str(stopped) or _("stopped"))
        note(_("All memories are stored. The rest is enriched while “wasurena up” runs."))


@contextmanager
def _open_file(name: str) -> Iterator[tuple[BinaryIO, int | None]]:
    """Open the file; its size is unknown for standard input."""
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer, None
        return
    path = existing_file(name)
    with path.open("rb") as file:
        yield file, path.stat().st_size


def existing_file(name: str) -> Path:
    """Return the path of a file; refuse a folder, and what is not there."""
    path = Path(name)
    if path.is_dir():
        raise UsageError(_("{path} is a folder; name a file in it").format(path=path))
    if not path.is_file():
        raise UsageError(_("{path}: there is no such file").format(path=path))
    return path


def _report_import(options: Namespace, summary: ImportSummary) -> None:
    if options.json:
        say_json(asdict(summary))
        return
    say(
        _("{created} created, {unchanged} unchanged, {failed} failed").format(
            created=summary.created, unchanged=summary.unchanged, failed=len(summary.failed)
        )
    )
    if summary.hidden:
        text = _("{count} of the unchanged ones are hidden; restore them to find them again")
        note(text.format(count=summary.hidden))
    for failure in summary.failed[:SHOWN_FAILURES]:
        note(_("line {line}: {reason}").format(line=failure.line, reason=failure.reason))
    if (more := len(summary.failed) - SHOWN_FAILURES) > 0:
        note(_("… and {count} more").format(count=more))
    if summary.change_id:
        text = _("“wasurena undo {change}” takes the import back.")
        note(text.format(change=summary.change_id))


def demo(options: Namespace) -> int:
    """Fill the user ``demo`` and say how to look at it."""
    prepare_database()
    password = new_password()
    user, is_new = user_create(name=options.user, password=password, time_zone=system_time_zone())
    saved = load_demo(caller_of_user(user), now=timezone.now())
    created = sum(result.action == "created" for result in saved.results)
    say(
        _("{count} sample memories, {created} of them new.").format(
            count=len(saved.results), created=created
        )
    )
    say(_how_to_log_in(user.username, password if is_new else None))
    return 0


def _how_to_log_in(name: str, password: str | None) -> str:
    from django.conf import settings

    daemon = running_daemon()
    url = daemon.url if daemon else base_url(settings.HOST, settings.PORT)
    where = url if daemon else _("{url} (start it with “wasurena up”)").format(url=url)
    secret = (
        _("password {password} (shown once)").format(password=password)
        if password
        else _("a new password: wasurena django changepassword {name}").format(name=name)
    )
    return _("Log in at {where} as {name}; {secret}").format(where=where, name=name, secret=secret)
