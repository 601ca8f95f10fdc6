"""``wasurena export`` and ``wasurena import FILE.wasurena``: all that a person has, in one file."""

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

from core.jobs import background
from memories.services.archive.storing import ImportedArchive, import_archive
from memories.services.archive.writing import export_archive
from memory_site.cli.accounts import caller_named
from memory_site.cli.commands import save
from memory_site.cli.commands.graph import written
from memory_site.cli.database.preparation import prepare_database
from memory_site.cli.environment import _
from memory_site.cli.output import UsageError, note, say, say_json

from . import readable

ARCHIVE = "archive"
SUFFIX = ".wasurena"
SHOWN_CONFLICTS = 20


def export(options: Namespace) -> int:
    """Write an archive or a readable export, which appears only when it is complete."""
    if options.format != ARCHIVE:
        return readable.export(options)
    if options.pack or options.since or options.namespace:
        raise UsageError(_("An archive holds everything: choose a part with another --format."))
    prepare_database()
    caller = caller_named(options.user)
    with written(options.file) as file:
        manifest = export_archive(caller, file)
    if options.json:
        say_json(manifest.model_dump(mode="json"))
        return 0
    for member in manifest.members:
        if member.lines:
            note(f"{member.name}: {member.lines:,}")
    lines = sum(member.lines for member in manifest.members)
    note(_("{count} rows written to {path}").format(count=f"{lines:,}", path=options.file))
    return 0


def load(options: Namespace) -> int:
    """Import an archive, or a file with one memory a line."""
    if Path(options.file).suffix.lower() != SUFFIX:
        if options.check:
            raise UsageError(_("--check works with archives ({suffix})").format(suffix=SUFFIX))
        return save.import_file(options)
    path = Path(options.file)
    if not path.is_file():
        raise UsageError(_("{path}: there is no such file").format(path=path))
    prepare_database()
    with path.open("rb") as file, background.paused("enrich"):
        done = import_archive(caller_named(options.user), file, is_check=options.check)
    _report(options, done)
    if not options.check:
        note(_("All of it can be found by words; vectors are made while “wasurena up” runs."))
    return 0


def _report(options: Namespace, done: ImportedArchive) -> None:
    if options.json:
        say_json(asdict(done))
        return
    if done.is_check:
        say(_("Nothing was stored. An import would do this:"))
    for name, count in done.members.items():
        if count.created or count.unchanged or count.left_out:
            line = _("{name}: {created} new, {unchanged} here already, {left_out} left out")
            say(line.format(name=name, **asdict(count)))
    if done.conflict_count:
        text = _("{count} rows say something else here; they stay as they are:")
        note(text.format(count=done.conflict_count))
    for one in done.conflicts[:SHOWN_CONFLICTS]:
        note(_("{member}, line {line}: {id}").format(**asdict(one)))
