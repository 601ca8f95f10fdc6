"""Open an archive and check it before anything of it is stored: members, hashes, lines, limits."""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, BinaryIO

from django.utils.translation import gettext as _
from pydantic import ValidationError

from core.errors import InvalidInput

from .manifest import (
    FORMAT,
    MANIFEST,
    MOST_MANIFEST_BYTES,
    SCHEMA_VERSION,
    Manifest,
    Member,
)
from .refusals import (
    BROKEN,
    changed_manifest,
    damaged_file,
    incomplete_file,
    refuse,
    unreadable_member,
)
from .tables import Table, by_member
from .text_check import check_texts
from .values import Line

# A line holds one row; the largest is the layout of a large graph.
MOST_LINE_BYTES = 64_000_000
# What all members hold together: far beyond a life's memories, and read as a stream.
MOST_BYTES = 200_000_000_000
# Deflate reaches 1,032 with nothing but repetition; rows with ids stay below 100.
MOST_RATIO = 500


@dataclass(frozen=True, slots=True)
class Archive:
    """An opened archive; its members are read line by line."""

    file: zipfile.ZipFile
    manifest: Manifest

    def tables(self) -> list[Table]:
        """Return the tables that it holds, those first that others refer to."""
        held = {member.name for member in self.manifest.members}
        return [table for name, table in by_member().items() if name in held]

    def member(self, table: Table) -> Member:
        """Return what the manifest says about a table's member."""
        return next(one for one in self.manifest.members if by_member()[one.name] is table)

    def lines(self, table: Table) -> Iterator[tuple[int, Line]]:
        """Yield the number and the object of each line."""
        member = self.member(table)
        for number, raw in enumerate(self._raw(member), start=1):
            yield number, _parsed(raw, member.name, number)

    def check(self, report: Callable[[str, int, int], None] | None = None) -> None:
        """Read every member once, and compare it with the manifest; say how many lines are read.

        Raises:
            InvalidInput: a member or a line is broken; both are named.
        """
        done, total = 0, sum(member.lines for member in self.manifest.members)
        for table in self.tables():
            self._check(table, self.member(table))
            done += self.member(table).lines
            if report is not None:
                report("check", done, total)

    def _check(self, table: Table, member: Member) -> None:
        digest, size, count, last = hashlib.sha256(), 0, 0, 0
        problem: InvalidInput | None = None
        for raw in self._raw(member):
            digest.update(raw)
            size, count = size + len(raw), count + 1
            try:
                line = _parsed(raw, member.name, count)
                check_texts(raw, line, member.name, count)
                last = _checked(table, member, count, line, last)
            except InvalidInput as error:
                problem = problem or error
        # Said first: a changed byte is why a line cannot be read.
        if digest.hexdigest() != member.sha256:
            raise damaged_file(member.name)
        if problem is not None:
            raise problem
        if (size, count) != (member.bytes, member.lines):
            raise refuse(_("the manifest counts other lines"), "counts", member=member.name)

    def _raw(self, member: Member) -> Iterator[bytes]:
        """Yield the lines of a member as bytes; no more than one is held."""
        try:
            with self.file.open(member.name) as content:
                yield from _split(content, member)
        except BROKEN as error:
            raise unreadable_member(member.name, error) from error


def _split(content: IO[bytes], member: Member) -> Iterator[bytes]:
    number, size = 0, 0
    while raw := content.readline(MOST_LINE_BYTES + 1):
        number, size = number + 1, size + len(raw)
        if len(raw) > MOST_LINE_BYTES or size > member.bytes:
            raise refuse(_("longer than allowed"), "too_large", member=member.name, line=number)
        yield raw


def _checked(table: Table, member: Member, count: int, line: Line, last: int) -> int:
    """Check the names and the number of a line; return its number."""
    if unknown := sorted(line.keys() - table.line_fields):
        text = _("“{field}” is unknown").format(field=unknown[0])
        raise refuse(text, "unknown_field", member=member.name, line=count)
    if not table.is_numbered:
        return last
    number = line.get("id")
    if type(number) is not int or not last < number <= member.numbers:
        raise refuse(_("its number is out of order"), "number", member=member.name, line=count)
    return number


def _parsed(raw: bytes, name: str, number: int) -> Line:
    try:
        value = json.loads(raw.decode("utf-8", "surrogatepass"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise refuse(_("is not JSON"), "not_json", member=name, line=number) from error
    if not isinstance(value, dict):
        raise refuse(_("is not a JSON object"), "not_an_object", member=name, line=number)
    return value


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


@contextmanager
def opened(file: BinaryIO) -> Iterator[Archive]:
    """Open an archive and read its manifest.

    Raises:
        InvalidInput: it is no complete archive, of a newer version, or holds something else too.
    """
    try:
        archive = zipfile.ZipFile(file)
    except BROKEN as error:
        raise incomplete_file() from error
    with archive:
        manifest = _manifest(archive)
        _check_names(archive, manifest)
        yield Archive(archive, manifest)


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        with archive.open(MANIFEST) as content:
            raw = content.read(MOST_MANIFEST_BYTES + 1)
    except KeyError as error:
        text = _("this is no archive of Wasurena: it has no manifest.json")
        raise refuse(text, "no_manifest") from error
    except BROKEN as error:
        raise unreadable_member(MANIFEST, error) from error
    if len(raw) > MOST_MANIFEST_BYTES:
        raise refuse(_("longer than allowed"), "too_large", member=MANIFEST)
    _check_version(raw)
    try:
        return Manifest.model_validate_json(raw)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise changed_manifest(place) from error


def _check_version(raw: bytes) -> None:
    """Refuse a newer archive before its fields are read, which may be other ones."""
    try:
        said: Any = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise refuse(_("is not JSON"), "not_json", member=MANIFEST) from error
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise refuse(_("this is no archive of Wasurena"), "not_an_archive", member=MANIFEST)
    version = said.get("schema_version")
    if type(version) is not int or version < 1:
        raise changed_manifest("schema_version")
    if version > SCHEMA_VERSION:
        text = _(
            "written in format {version}; this version reads up to format {known}:"
            " update Wasurena first"
        )
        text = text.format(version=version, known=SCHEMA_VERSION)
        raise refuse(text, "newer", member=MANIFEST)


def _check_names(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Refuse members that are unknown, missing or there twice, and lengths that cannot be true."""
    names = [info.filename for info in archive.infolist()]
    listed = [member.name for member in manifest.members]
    known = by_member()
    for name in [*names, *listed]:
        if name != MANIFEST and name not in known:
            raise refuse(_("an archive has no such member"), "unknown_member", member=name)
        if names.count(name) != 1 or (name != MANIFEST and listed.count(name) != 1):
            text = _("is missing, or there twice; take the file as it was exported")
            raise refuse(text, "members", member=name)
    for member in manifest.members:
        info = archive.getinfo(member.name)
        _check_size(info, member)
    if sum(member.bytes for member in manifest.members) > MOST_BYTES:
        raise refuse(_("holds more than can be imported; import it in parts"), "too_large")


def _check_size(info: zipfile.ZipInfo, member: Member) -> None:
    if info.file_size != member.bytes:
        raise refuse(_("the manifest says another length"), "counts", member=member.name)
    if info.file_size > MOST_RATIO * info.compress_size + MOST_RATIO:
        text = _("is packed more tightly than texts can be")
        raise refuse(text, "too_large", member=member.name)
