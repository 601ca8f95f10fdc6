"""Why an archive is refused: texts that name the member and the line, and the way out."""

import zipfile
import zlib

from django.utils.translation import gettext as _

from core.errors import InvalidInput

# What reading a damaged zip raises; some offsets in it are no positions of a file.
BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError,
    ValueError,
)  # fmt: skip


def refuse(what: str, code: str, *, member: str = "", line: int = 0) -> InvalidInput:
    """Return the error that names a member and a line."""
    if line:
        what = _("{member}, line {line}: {problem}").format(member=member, line=line, problem=what)
    elif member:
        what = f"{member}: {what}"
    return InvalidInput(what, field="file", code=code)


def damaged_file(member: str = "") -> InvalidInput:
    """Return the error of a file whose bytes are not those that were written."""
    text = _("its bytes are not those that were written; copy the file again, or export it anew")
    return refuse(text, "sha256", member=member)


def incomplete_file() -> InvalidInput:
    """Return the error of a file that is no zip, or a part of one."""
    text = _("this is no complete archive of Wasurena; copy the file again, or export it anew")
    return refuse(text, "not_an_archive")


def unreadable_member(member: str, error: Exception) -> InvalidInput:
    """Return the error of a member that cannot be unpacked."""
    text = _("cannot be unpacked; copy the file again, or export it anew")
    if isinstance(error, OSError) and error.strerror:
        text = _("cannot be read ({problem}); copy the file again, or export it anew")
        text = text.format(problem=error.strerror)
    return refuse(text, "broken", member=member)


def changed_manifest(field: str) -> InvalidInput:
    """Return the error of a manifest that no version of the program wrote."""
    text = _("“{field}” is unknown or has an invalid value; take the file as it was exported")
    return refuse(text.format(field=field), "manifest", member="manifest.json")
