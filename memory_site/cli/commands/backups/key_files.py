"""Files of passphrases and age identities that options name."""

from argparse import Namespace
from pathlib import Path

from memory_site.cli.environment import _
from memory_site.cli.output import UsageError, note


def passphrase_in(file: str) -> str:
    """Return the passphrase that the file of ``--passphrase-file`` holds.

    Raises:
        UsageError: the file is empty, no text, or cannot be read.
    """
    if text := _text_of("--passphrase-file", file).strip():
        return text
    raise UsageError(_("--passphrase-file: {file} is empty").format(file=file))


def identities_in(file: str | None) -> tuple[str, ...]:
    """Return the lines of the file of ``--identity``; none if the option is not given.

    Raises:
        UsageError: the file is no text, or cannot be read.
    """
    return tuple(_text_of("--identity", file).splitlines()) if file else ()


def note_unused_keys(options: Namespace, file: Path, protection: str) -> None:
    """Say of a passphrase or identity that it opened nothing, and how the file is encrypted."""
    texts = {
        "none": _("{option} was not used: {path} is not encrypted."),
        "passphrase": _("{option} was not used: {path} is encrypted with a passphrase."),
        "recipient": _("{option} was not used: {path} is encrypted for an age recipient."),
    }
    given = {"passphrase": options.passphrase_file, "recipient": options.identity}
    names = {"passphrase": "--passphrase-file", "recipient": "--identity"}
    for kind, name in names.items():
        if given[kind] and kind != protection:
            note(texts[protection].format(option=name, path=file))


def _text_of(option: str, file: str) -> str:
    try:
        return Path(file).expanduser().read_text("utf-8")
    except UnicodeDecodeError as error:
        text = _("{option}: {file} is no text (UTF-8)")
        raise UsageError(text.format(option=option, file=file)) from error
    except OSError as error:
        text = _("{option}: {file} cannot be read: {problem}")
        problem = error.strerror or error
        raise UsageError(text.format(option=option, file=file, problem=problem)) from error
