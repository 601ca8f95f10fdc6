"""Read texts that are labeled with the durable facts that they state.

A line of JSON is a text with its ``language``, ``split`` (``tuning``, ``test`` or ``later``), ``kind``
(``note``, ``chat`` or ``assistant``), ``speaker`` (``user`` or ``assistant``) and ``facts``: each has a
``subject`` (``owner``, or as written), a ``predicate``, a ``value`` as written, and ``ended`` if the text
says that it is over. Every durable fact of these predicates is labeled; that "mother" is family need
not be if another label is about her.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .labelled_lines import read_lines

OWNER = "owner"
Group = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as labeled, or as stored."""

    subject: str
    predicate: str
    value: str
    ended: bool = False


@dataclass(frozen=True, slots=True)
class FactText:
    """A text with the facts that it states."""

    language: str
    split: str
    kind: str
    speaker: str
    text: str
    facts: tuple[Fact, ...]

    @property
    def group(self) -> Group:
        """Split, language and kind, which the figures are counted by."""
        return self.split, self.language, self.kind


def read_facts(path: Path) -> list[FactText]:
    """Read a file of labeled texts.

    Raises:
        InvalidInput: a line is no such text.
        OSError: the file cannot be read.
    """
    return read_lines(path, _text)


def _text(row: dict[str, Any]) -> FactText:
    facts = tuple(_fact(one) for one in row.pop("facts"))
    return FactText(facts=facts, **row)


def _fact(row: Mapping[str, Any]) -> Fact:
    return Fact(row["subject"], row["predicate"], row["value"], bool(row.get("ended")))
