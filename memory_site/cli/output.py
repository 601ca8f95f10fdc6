"""Print results, messages and expected errors; choose the exit code.

What draws is imported when something is drawn: most of what is printed is plain text.
"""

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn

FAILED = 1
BAD_INPUT = 2


@dataclass(slots=True)
class Transcript:
    """What a command prints that another process shows: parts with whether each is an error."""

    environment: Mapping[str, str]
    is_terminal: bool
    encoding: str
    parts: list[tuple[bool, str]] = field(default_factory=list)


class _Sheet(io.StringIO):
    """The standard output of the process that shows a transcript."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__()
        self._transcript = transcript

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._transcript.encoding

    def isatty(self) -> bool:
        return self._transcript.is_terminal

    def write(self, text: str) -> int:
        self._transcript.parts.append((False, text))
        return len(text)


_transcript: ContextVar[Transcript | None] = ContextVar("transcript", default=None)


@contextmanager
def kept(transcript: Transcript) -> Iterator[None]:
    """Have what is said, noted and drawn go into a transcript."""
    before = _transcript.set(transcript)
    try:
        yield
    finally:
        _transcript.reset(before)


def say(text: str = "") -> None:
    """Print a result, exactly as it is."""
    _print(text, is_error=False)


def note(text: str) -> None:
    """Print a message to standard error."""
    _print(text, is_error=True)


def _print(text: str, *, is_error: bool) -> None:
    if transcript := _transcript.get():
        transcript.parts.append((is_error, f"{text}\n"))
    elif is_error:
        # A message that cannot be written, as to a log on a full disk, stops nothing.
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)
    else:
        print(text, flush=True)


def print_to(file: str) -> None:
    """Append all that this process and its children print from now on to a file.

    Raises:
        OSError: it cannot be written.
    """
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(descriptor, stream)
    os.close(descriptor)


def say_json(value: Any) -> None:
    """Print a result for programs."""
    say(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def console() -> "Console":
    """Return where tables are drawn."""
    from rich.console import Console

    if transcript := _transcript.get():
        return Console(file=_Sheet(transcript), highlight=False, _environ=transcript.environment)
    return Console(highlight=False, soft_wrap=False)


def count_bars() -> "Progress":
    """Return bars that say how many of how many are done."""
    from rich.progress import MofNCompleteColumn

    return _bars(MofNCompleteColumn())


def percent_bars() -> "Progress":
    """Return bars that say a percentage: of a file, whose size in bytes tells nobody anything."""
    from rich.progress import TaskProgressColumn

    return _bars(TaskProgressColumn())


def _bars(done: "ProgressColumn") -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        done,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )


class CommandFailed(Exception):
    """A command failed; the text has the reason and the remedy."""


class UsageError(CommandFailed):
    """An option or argument is invalid."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A line for standard error, and the exit code."""

    line: str
    exit_code: int


def describe_error(error: Exception) -> Failure | None:
    """Return how to report an expected error; None for a defect, which keeps its traceback."""
    if isinstance(error, CommandFailed):
        return Failure(str(error), BAD_INPUT if isinstance(error, UsageError) else FAILED)
    if isinstance(error, _input_errors()):
        return Failure(_one_line(error), BAD_INPUT)
    if fault := _storage_fault(error):
        return Failure(fault, FAILED)
    # OSError first: a settings file that cannot be read keeps the other classes from loading.
    if isinstance(error, OSError):
        return Failure(_one_line(error), FAILED)
    if isinstance(error, _environment_errors()):
        return Failure(_one_line(error), FAILED)
    return None


# Imported here and not above: they cost a second of start-up, and errors are rare.
def _input_errors() -> tuple[type[Exception], ...]:
    from core.errors import WasurenaError
    from memory_site.settings.config import ConfigurationError

    return (WasurenaError, ConfigurationError)


def _storage_fault(error: Exception) -> str:
    """Return what is wrong with the disk or the database, in words; empty if nothing is."""
    from django.apps import apps

    # Before, nothing has opened a database.
    if not apps.ready:
        return ""
    from .faults import storage_text

    return storage_text(error)


def _environment_errors() -> tuple[type[Exception], ...]:
    from django.apps import apps
    from django.core.management import CommandError
    from django.db import DatabaseError

    from core.db.sqlite.encryption import WrongKey
    from packs.registry import PackError

    errors = (WrongKey, DatabaseError, CommandError, PackError)
    if not apps.models_ready:
        return errors
    from memories.services.maintenance import EmbeddingError

    return (*errors, EmbeddingError)


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    text = " ".join(str(error).split()) or type(error).__name__
    if "file is not a database" in text:
        text += " (is it encrypted? set WASURENA_DB_KEY or WASURENA_DB_KEY_FILE)"
    return text
