"""What a command says when the locale of the shell cannot hold a text."""

import codecs
import sys
from collections.abc import Iterable

from .environment import _
from .output import UsageError

UTF8 = "utf-8"


def refuse_unreadable(arguments: Iterable[str]) -> None:
    """Refuse arguments of which the locale cannot read a letter.

    Raises:
        UsageError: the text is another one than was typed.
    """
    # In UTF-8, they are bytes of a file's name that no locale reads.
    if sys.getfilesystemencoding() == UTF8:
        return
    for text in arguments:
        if any("\udc80" <= letter <= "\udcff" for letter in text):
            raise UsageError(_locale_text(sys.getfilesystemencoding()))


def encoding_text(error: UnicodeEncodeError) -> str:
    """Return why a text cannot be written; empty if the locale is not the reason."""
    names = {sys.getfilesystemencoding(), getattr(sys.stdout, "encoding", None) or UTF8}
    used = {codecs.lookup(name).name for name in names} - {UTF8}
    return _locale_text(error.encoding) if codecs.lookup(error.encoding).name in used else ""


def _locale_text(encoding: str) -> str:
    text = _(
        "the locale of this shell ({encoding}) cannot hold a text that is needed; set LC_ALL to one"
        " of UTF-8, such as C.UTF-8"
    )
    return text.format(encoding=encoding)
