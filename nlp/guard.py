"""Run the readers of a text one by one; record the one that raises, and continue."""

import logging
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Unguarded:
    """Let every error of a reader through, for single readers and tests."""

    def attempt(self, reader: str, read: Callable[[], T], instead: T) -> T:
        """Return the result of ``read``."""
        return read()


UNGUARDED = Unguarded()


@dataclass(slots=True)
class ReaderGuard(Unguarded):
    """Record which readers failed on one text.

    ``subject`` names the text in the log. Errors of the types ``passed_on``, such as those of a
    busy database, are not the fault of a reader.
    """

    subject: str
    passed_on: tuple[type[Exception], ...]
    failures: dict[str, str] = field(default_factory=dict)

    def attempt(self, reader: str, read: Callable[[], T], instead: T) -> T:
        """Return the result of ``read``, or ``instead`` if ``read`` raises.

        Errors of ``passed_on`` and a lack of memory are raised again: the whole text is read later.
        """
        try:
            return read()
        except self.passed_on:
            raise
        except MemoryError:
            raise
        except Exception as error:
            self._note(reader, error)
            return instead

    def _note(self, reader: str, error: Exception) -> None:
        self.failures[reader] = type(error).__name__
        frames: Iterable[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
        path = " < ".join(f"{one.filename}:{one.lineno}" for one in reversed(list(frames)))
        logger.error(
            "the reader “%s” failed on %s: %s at %s",
            reader, self.subject, type(error).__name__, path,
        )  # fmt: skip

    @property
    def summary(self) -> str:
        """Return the names of the failed readers, each with the type of its error."""
        return "; ".join(f"{reader}: {error}" for reader, error in self.failures.items())
