"""Readers of text: shared types, readers built from patterns, and guarded runs."""

import logging
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

ENTITY_TYPE = re.compile(r"[A-Z][A-Za-z0-9]{0,63}")

PERSON, ORGANIZATION, LOCATION = "Person", "Organization", "Location"
PROJECT, TECHNOLOGY, DOCUMENT, TASK = "Project", "Technology", "Document", "Task"
PET, CREATIVE_WORK = "Pet", "CreativeWork"
TIME, QUANTITY, IDENTIFIER = "TimeUnit", "Quantity", "Identifier"
URL, EMAIL, VERSION = "Url", "Email", "Version"

# Days, amounts and addresses are shown in the text but become no entities: "30 minutes"
# as an entity would only connect memories that share nothing.
ANNOTATIONS = frozenset({TIME, QUANTITY, IDENTIFIER, URL, EMAIL, VERSION})
# The entity types of the core; packs add their own.
ENTITY_TYPES = frozenset(
    {PERSON, ORGANIZATION, LOCATION, PROJECT, TECHNOLOGY, DOCUMENT, TASK, PET, CREATIVE_WORK}
)
logger = logging.getLogger(__name__)
T = TypeVar("T")
GROUP = "name"
# A Latin word of a list does not match inside a longer Latin word.
LATIN_WORD = r"(?<![A-Za-z0-9_])(?:{words})(?![A-Za-z0-9_])"


def is_entity(type_name: str) -> bool:
    """Whether mentions of a type become entities; types of packs do unless listed as annotations."""
    return type_name not in ANNOTATIONS


@dataclass(frozen=True, slots=True)
class Found:
    """A mention that an extractor found: characters ``start`` to ``end`` of the text."""

    surface: str
    start: int
    end: int
    type: str
    confidence: float
    method: str


class Extractor(Protocol):
    """Find mentions in a text, without access to the database."""

    @property
    def name(self) -> str:
        """Name the extractor, for the method of its mentions."""
        ...

    def extract(self, text: str, language: str) -> list[Found]:
        """Return the mentions found in ``text``."""
        ...


@dataclass(frozen=True, slots=True)
class PrivacyPolicy:
    """A pack's treatment of secrets and personal data: ``keep``, ``mask``, ``refuse`` or ``ask``.

    ``ask`` masks, keeps the original encrypted, and asks the owner what shall become of it; with
    ``reveal``, ``mask`` keeps the original encrypted too. Of what is kept, the owner is asked about
    secrets and personal data; about statements on somebody's health, which ``ask`` keeps as they
    are, only if ``health`` is ``ask``.
    """

    secrets: str = "keep"
    personal_data: str = "keep"
    health: str = "keep"
    reveal: bool = False


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


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression for names of one entity type.

    The group ``name`` is the mention if the expression has that group, else the whole match.
    ``languages`` empty: any. ``unless`` matches a whole name to reject. Confidence is in 0…1.

    Raises:
        re.error: ``regex`` or ``unless`` is no regular expression.
        ValueError: the type has the wrong shape, or the confidence lies outside of 0…1.
    """

    type: str
    regex: str
    confidence: float = 0.8
    unless: str = ""
    languages: tuple[str, ...] = ()
    flags: int = 0
    _compiled: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _unless: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compile the expressions, so that a wrong one raises when the pack is declared."""
        if not ENTITY_TYPE.fullmatch(self.type) or not 0 <= self.confidence <= 1:
            raise ValueError(f"pattern of {self.type!r} with confidence {self.confidence}")
        object.__setattr__(self, "_compiled", re.compile(self.regex, self.flags))
        object.__setattr__(self, "_unless", re.compile(self.unless or r"(?!)"))

    def find(self, text: str, method: str) -> Iterator[Found]:
        """Yield the names in ``text``."""
        group: int | str = GROUP if GROUP in self._compiled.groupindex else 0
        for match in self._compiled.finditer(text):
            start, end = match.span(group)
            if start < end and not self._unless.fullmatch(text, start, end):
                yield Found(text[start:end], start, end, self.type, self.confidence, method)


@dataclass(frozen=True, slots=True)
class PatternExtractor:
    """An extractor of a pack; its mentions have the method ``pack:<name>``."""

    name: str
    patterns: tuple[Pattern, ...]

    def extract(self, text: str, language: str) -> list[Found]:
        """Return the matches of the patterns for this language, overlaps included."""
        method = f"pack:{self.name}"
        return [
            found
            for pattern in self.patterns
            if not pattern.languages or language in pattern.languages
            for found in pattern.find(text, method)
        ]


def words(type_name: str, listed: str, confidence: float = 0.8) -> Pattern:
    """Return a pattern for the words of a list that semicolons part, in any case.

    A Latin word must stand by itself; a Japanese one matches anywhere.
    """
    each = sorted((word.strip() for word in listed.split(";") if word.strip()), key=len)[::-1]
    latin = "|".join(re.escape(word) for word in each if word.isascii())
    other = "|".join(re.escape(word) for word in each if not word.isascii())
    parts = [LATIN_WORD.format(words=latin)] * bool(latin) + [other] * bool(other)
    return Pattern(type_name, "|".join(parts), confidence, flags=re.IGNORECASE)
