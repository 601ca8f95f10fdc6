"""Read the names of a text from the chances that the network gives."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nlp.readers import LOCATION, ORGANIZATION, PERSON

from .findings import ReadText
from .network import ReadPart, end_of, held
from .spans import read_spans

# Other names (products, pets, songs) are read as well, so that they are not taken for one of these.
OTHER = "Other"
NAME_TYPES = (PERSON, ORGANIZATION, LOCATION, OTHER)
# A piece that is less likely part of a name than this is none.
LEAST = 0.25
# A person of whom a fact is told as likely as this: "Hutch (arborist)", "Bo: 50".
LEAST_OF_FACT, LEAST_OF_SUBJECT = 0.9, 0.8
# A title or another word before the name of a subject: "Mrs Zielinska".
WORD_BEFORE = re.compile(r"[^\W\d]+\.?\s")
# A comma, a quotation mark, or a full stop that is no part of the name, as that of "Jr." is.
STOP = re.compile(r"\s?[,;:(\"“「]$|(?<=[a-zà-ÿ]{2})(?<!Inc)(?<!Ltd)(?<!Corp)(?<!Bros)\.$")
# Behind a full stop another sentence begins: "Dov. Dov is".
NEXT_SENTENCE = re.compile(
    r"(?<=[a-zà-ÿ]{2})(?<!Mrs)(?<!Prof)(?<!Inc)(?<!Ltd)(?<!Capt)(?<!Sgt)\.\s.*", re.S
)


@dataclass(frozen=True, slots=True)
class ReadName:
    """A likely name: characters ``start`` to ``end`` of the text, and how likely.

    ``is_told_of``: it is a person, and the subject of a likely fact.
    """

    start: int
    end: int
    type: str
    chance: float
    is_told_of: bool = False


@dataclass(frozen=True, slots=True)
class ReadNames:
    """The likely names of a text in order, without those of other types; it was read up to ``end``."""

    names: Sequence[ReadName]
    end: int


def read_names(text: str, *, is_assistant: bool = False) -> ReadNames | None:
    """Return the likely names of a text; None without weights."""
    network = held.get()
    if network is None:
        return None
    parts = network.read(text, is_assistant=is_assistant)
    subjects = _places_of_subjects(ReadText(network, text, is_assistant=is_assistant))
    names = [_with_facts(name, subjects, text) for part in parts for name in _of_part(part, text)]
    return ReadNames(names, end_of(parts))


def is_named_at(start: int, end: int, at: int, text: str) -> bool:
    """Return whether characters ``start`` to ``end``, or a word before them, hold place ``at``."""
    return start <= at < end or WORD_BEFORE.fullmatch(text, at, start) is not None


def _places_of_subjects(read: ReadText) -> list[int]:
    """Return where the subjects of likely facts stand."""
    return [
        one.subject[0]
        for one in read.findings(LEAST_OF_FACT)
        if one.subject and one.subject_chance >= LEAST_OF_SUBJECT
    ]


def _with_facts(name: ReadName, subjects: Sequence[int], text: str) -> ReadName:
    if name.type != PERSON:
        return name
    is_told_of = any(is_named_at(name.start, name.end, at, text) for at in subjects)
    return replace(name, is_told_of=is_told_of)


def _of_part(part: ReadPart, text: str) -> Iterator[ReadName]:
    for start, end, kind, chance in read_spans(text, part, part.names, LEAST):
        if NAME_TYPES[kind] != OTHER:
            words = STOP.sub("", NEXT_SENTENCE.sub("", text[start:end]))
            if words:
                yield ReadName(start, start + len(words), NAME_TYPES[kind], chance)
