"""Tell from its first lines that a file holds no JSON lines, and what it seems to be."""

import json
from collections.abc import Iterable, Sequence
from itertools import chain, islice

from django.utils.translation import gettext as _

from core.errors import InvalidInput

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LOOKED_AT = 20
DELIMITERS = (b",", b";", b"\t")


def require_json_lines(lines: Iterable[bytes], name: str) -> Iterable[bytes]:
    """Return all lines of a file, of which the first are looked at.

    Raises:
        InvalidInput: the first line is no JSON and none of the next ones is an object, or all is
            one line of JSON without a text, as other programs export it.
    """
    rest = iter(lines)
    first = list(islice(rest, LOOKED_AT))
    filled = [line for raw in first if (line := raw.removeprefix(BYTE_ORDER_MARK).strip())]
    read = [_json(line) for line in filled]
    if filled and not _has_memories(read):
        text = _(
            "{path} seems to be {kind}; an import takes an archive (.wasurena), or JSON lines: an"
            " object with “text” on each line. docs/import.md shows how to convert what other"
            " programs export. Nothing was stored"
        )
        raise InvalidInput(text.format(path=name, kind=_kind(filled)), code="not_json")
    return chain(first, rest)


def _has_memories(read: Sequence[object]) -> bool:
    """Return whether lines may be memories: faults of single lines are told with their numbers."""
    if read[0] is None:
        return any(isinstance(one, dict) for one in read)
    return len(read) > 1 or (isinstance(read[0], dict) and "text" in read[0])


def _json(line: bytes) -> object:
    """Return what a line holds; None if it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _kind(lines: list[bytes]) -> str:
    """Return what a file seems to be, in words."""
    try:
        text = b"\n".join(lines).decode()
    except UnicodeDecodeError:
        return _("no text in UTF-8")
    if "\0" in text:
        return _("no text in UTF-8")
    if text[0] in "[{":
        is_one = len(lines) == 1
        return _("a JSON document") if is_one else _("a JSON document over several lines")
    if text[0] == "<":
        return _("XML or HTML")
    head = lines[0]
    if any(0 < head.count(sign) <= lines[-1].count(sign) for sign in DELIMITERS):
        return _("a table (CSV)")
    return _("plain text")
