"""``wasurena user erase``: all about a person into a checked archive, and then nothing is left."""

from argparse import Namespace
from pathlib import Path

from core.caller import Caller
from memories.schemas.privacy.person import PersonPreview
from memories.services.archive.exporting.writing import export_archive
from memories.services.privacy.person import check_archive, erase_person, person_preview
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _
from memory_site.cli.output import UsageError, note, say, say_json
from memory_site.cli.targets import is_stream, written


def erase(options: Namespace) -> int:
    """Write the archive and check it; with ``--yes``, erase the person with everything."""
    require_database()
    caller = caller_named(options.name)
    if not options.archive and not options.no_archive:
        raise UsageError(_("name a file by --archive, or say --no-archive"))
    if options.archive and is_stream(options.archive):
        raise UsageError(_("--archive: a file is needed, to read it back"))
    preview = person_preview(caller)
    if options.archive:
        _write_archive(caller, options.archive)
    if not options.yes:
        _say_what_would_go(caller, preview)
        return 0
    erased = erase_person(caller, confirm=preview.confirmation)
    if options.json:
        say_json(erased.model_dump(mode="json"))
    else:
        text = _("{name} is erased, with {count} rows.")
        say(text.format(name=erased.person, count=f"{sum(erased.rows.values()):,}"))
        for line in preview.notes:
            note(line)
    return 0


def _write_archive(caller: Caller, name: str) -> None:
    """Write the archive, read it back, and say what it holds."""
    with written(name) as file:
        export_archive(caller, file)
    path = Path(name)
    with path.open("rb") as file:
        checked = check_archive(file, "")
    count = sum(checked.rows.values())
    text = _("{path} holds all of it: {count} rows, read back and compared.")
    note(text.format(path=path, count=f"{count:,}"))


def _say_what_would_go(caller: Caller, preview: PersonPreview) -> None:
    for name, count in preview.rows.items():
        say(f"{name}: {count:,}")
    for line in preview.notes:
        note(line)
    text = _("Nothing was erased. With --yes, all of this and the account of {name} are.")
    note(text.format(name=caller.base_user))
