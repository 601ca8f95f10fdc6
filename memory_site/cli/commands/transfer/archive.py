"""``wasurena export`` and ``wasurena import FILE.wasurena``: all that a person has, in one file."""

import zipfile
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

from core.encryption import Opening
from core.errors import WasurenaError
from core.jobs import background
from core.schemas import parsed
from memories.schemas.archive import ArchiveExport
from memories.services.archive.exporting.writing import export_archive
from memories.services.archive.importing.storing import (
    ImportedArchive,
    ImportOptions,
    import_archive,
)
from memories.services.archive.manifest import Manifest
from memories.services.archive.protection import protection_of, write_protected
from memory_site.cli.accounts import caller_named
from memory_site.cli.commands import save
from memory_site.cli.commands.backups.key_files import (
    identities_in,
    note_unused_keys,
    passphrase_in,
)
from memory_site.cli.database.preparation import update_database
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import UsageError, count_bars, note, say, say_json
from memory_site.cli.targets import written

from . import readable

ARCHIVE = "archive"
SUFFIX = ".wasurena"
SHOWN_CONFLICTS = 20
MEMORIES = "data/memories.jsonl"


def export(options: Namespace) -> int:
    """Write an archive or a readable export, which appears only when it is complete."""
    if options.format != ARCHIVE:
        if options.passphrase_file or options.recipient:
            raise UsageError(_("Only archives are encrypted."))
        return readable.export(options)
    asked = _asked(options)
    update_database()
    manifest = _written(options, asked)
    if options.json:
        say_json(manifest.model_dump(mode="json", exclude_none=True))
        return 0
    for member in manifest.members:
        if member.lines:
            note(f"{member.name}: {member.lines:,}")
    if manifest.part and not _holds_memories(manifest):
        note(_("No memory is in this part."))
    lines = sum(member.lines for member in manifest.members)
    note(_("{count} rows written to {path}").format(count=f"{lines:,}", path=options.file))
    return 0


def _holds_memories(manifest: Manifest) -> bool:
    return any(member.lines for member in manifest.members if member.name == MEMORIES)


def _asked(options: Namespace) -> ArchiveExport:
    names = ("pack", "since", "namespace", "recipient")
    given = {name: value for name in names if (value := getattr(options, name))}
    if options.passphrase_file:
        given["passphrase"] = passphrase_in(options.passphrase_file)
    return parsed(ArchiveExport, given)


def _written(options: Namespace, asked: ArchiveExport) -> Manifest:
    caller = caller_named(options.user)
    manifests: list[Manifest] = []

    def write(file: BinaryIO) -> None:
        manifests.append(export_archive(caller, file, asked))

    with written(options.file) as file:
        write_protected(file, asked.protection, write)
    return manifests[0]


def load(options: Namespace) -> int:
    """Import an archive, or a file with one memory a line."""
    if not _is_archive(options.file):
        _refuse_options(options, ("check", "passphrase_file", "identity"), is_archive=False)
        return save.import_file(options)
    path = save.existing_file(options.file)
    _refuse_options(options, ("pack", "source"), is_archive=True)
    update_database()
    with path.open("rb") as file, background.paused("enrich"), _named(path):
        protection = protection_of(file)
        done = _imported(options, file)
    note_unused_keys(options, path, protection)
    _report(options, done)
    if not (options.check or done.hidden):
        note(_("All of it can be found by words; vectors are made while “wasurena up” runs."))
    return 0


def _refuse_options(options: Namespace, names: Iterable[str], *, is_archive: bool) -> None:
    """Refuse what would be ignored: an option of the other kind of file."""
    texts = {
        True: _("{option} is for JSON lines, and {path} is an archive"),
        False: _("{option} works with archives ({suffix})"),
    }
    for name in names:
        if getattr(options, name):
            option = f"--{name.replace('_', '-')}"
            text = texts[is_archive].format(option=option, path=options.file, suffix=SUFFIX)
            raise UsageError(text)


def _is_archive(name: str) -> bool:
    """Return whether a file is an archive: by its name, or as it is a zip by another name."""
    path = Path(name)
    return path.suffix.lower() == SUFFIX or (path.is_file() and zipfile.is_zipfile(path))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Say of which file a problem is, and that nothing of it was stored."""
    try:
        yield
    except WasurenaError as error:
        if any(problem.field != "file" for problem in error.problems):
            raise
        problem = "; ".join(one.detail for one in error.problems)
        text = _("{path}: {problem}. Nothing was stored.").format(path=path, problem=problem)
        raise UsageError(text) from error


def _imported(options: Namespace, file: BinaryIO) -> ImportedArchive:
    with nullcontext() if options.json else count_bars() as progress:
        bar = progress.add_task("", total=None) if progress else None
        names = {"check": _("checking"), "store": _("storing")}

        def report(stage: str, done: int, total: int) -> None:
            if progress is not None and bar is not None:
                progress.update(bar, description=names[stage], completed=done, total=total)

        how = ImportOptions(options.check, _opening(options), options.file, report)
        return import_archive(caller_named(options.user), file, how)


def _opening(options: Namespace) -> Opening:
    passphrase = passphrase_in(options.passphrase_file) if options.passphrase_file else ""
    return Opening(passphrase, identities_in(options.identity))


def _report(options: Namespace, done: ImportedArchive) -> None:
    if options.json:
        said = asdict(done)
        change = str(done.change_id) if done.change_id else None
        cleaned = said.pop("cleaned")
        say_json({**said, **cleaned, "change_id": change})
        return
    if done.is_check:
        say(_("Nothing was stored. An import would do this:"))
    for name, count in done.members.items():
        if count.created or count.unchanged or count.left_out:
            line = _("{name}: {created} new, {unchanged} here already, {left_out} left out")
            say(line.format(name=name, **asdict(count)))
    _report_changes(done)
    _report_conflicts(done)
    if done.change_id:
        text = _("“wasurena undo {change}” takes the import back.")
        note(text.format(change=done.change_id))


def _report_changes(done: ImportedArchive) -> None:
    """Say which rows are hidden here, or not as the file has them."""
    texts = {
        _("{count} memories of an undone import were brought back."): done.restored,
        _(
            "{count} memories are hidden here, and stay so; their history restores them."
        ): done.hidden,
        _("{count} rows: what the packs mask was masked."): done.cleaned.masked,
        _("{count} rows: what is marked as private was left out."): done.cleaned.private,
        _("{count} memories: their time cannot be; they count as said now."): done.cleaned.redated,
    }
    for text, count in texts.items():
        if count:
            note(text.format(count=f"{count:,}"))


def _report_conflicts(done: ImportedArchive) -> None:
    if done.conflict_count:
        text = _("{count} rows say something else here; they stay as they are:")
        note(text.format(count=done.conflict_count))
    for one in done.conflicts[:SHOWN_CONFLICTS]:
        note(_("{member}, line {line}: {id}").format(**asdict(one)))
    if done.asked:
        text = ngettext(
            "The inbox asks about {count} of them.",
            "The inbox asks about {count} of them.",
            done.asked,
        )
        if done.is_check:
            text = _("The inbox would ask about {count} of them.")
        note(text.format(count=done.asked))
