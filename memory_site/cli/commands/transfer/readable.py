"""``wasurena export --format markdown|csv|json-ld``: memories to be read."""

from argparse import Namespace

from core.schemas import parsed
from memories.schemas.archive import ExportPart
from memories.selectors.readable.export import export_file, export_folder
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import update_database
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import UsageError, note, say_json
from memory_site.cli.targets import STANDARD, new_folder, written

FOLDER = "markdown"


def export(options: Namespace) -> int:
    """Write memories to a folder of Markdown files, or to one file."""
    given = {name: getattr(options, name) for name in ("pack", "since", "namespace")}
    update_database()
    asked = parsed(ExportPart, {name: value for name, value in given.items() if value})
    write = _write_folder if options.format == FOLDER else _write_file
    size, count = write(options, asked)
    if options.json:
        say_json({"path": options.file, "files": count, "bytes": size})
    else:
        text = ngettext(
            "{count} file with {size} bytes written to {path}",
            "{count} files with {size} bytes written to {path}",
            count,
        )
        note(text.format(count=f"{count:,}", size=f"{size:,}", path=options.file))
    return 0


def _write_file(options: Namespace, asked: ExportPart) -> tuple[int, int]:
    with written(options.file) as file:
        parts = export_file(caller_named(options.user), asked, options.format)
        return sum(file.write(part) for part in parts), 1


def _write_folder(options: Namespace, asked: ExportPart) -> tuple[int, int]:
    if options.file == STANDARD:
        raise UsageError(_("Markdown is a folder of files: name one instead of “-”."))
    size = count = 0
    with new_folder(options.file) as folder:
        for name, content in export_folder(caller_named(options.user), asked):
            with (folder / name).open("xb") as file:
                size += file.write(content)
            count += 1
    return size, count
