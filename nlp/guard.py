"""Run the readers of a text one by one: if one raises, note it and go on with the next."""

import logging
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Unguarded:
    """Let whatever a reader raises through: for single readers and tests."""

    def attempt(self, reader: str, read: Callable[[], T], instead: T) -> T:
        """Return what ``read`` returns."""
        return read()


UNGUARDED = Unguarded()


@dataclass(slots=True)
class ReaderGuard(Unguarded):
    """Note which readers failed on one text.

    ``subject`` names the text in the log; errors of the types ``passed_on`` are no fault of a
    reader, as those of a busy database.
    """

    subject: str
    passed_on: tuple[type[Exception], ...]
    failures: dict[str, str] = field(default_factory=dict)

    def attempt(self, reader: str, read: Callable[[], T], instead: T) -> T:
        """Return what ``read`` returns, or ``instead`` if it raises.

        Errors of ``passed_on`` and a lack of memory are no fault of the reader: they pass through,
        and the whole text is read again later.
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
        """Name the readers that failed, each with the type of its error."""
        return "; ".join(f"{reader}: {error}" for reader, error in self.failures.items())
