"""Read the names of a text from the chances that the network gives."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nlp.readers import LOCATION, ORGANIZATION, PERSON

from .network import ReadPart, end_of, held
from .spans import read_spans

# Other names (products, pets, songs) are read as well, so that they are not taken for one of these.
OTHER = "Other"
NAME_TYPES = (PERSON, ORGANIZATION, LOCATION, OTHER)
# A piece that is less likely part of a name than this is none.
LEAST = 0.25
# A comma, or a full stop that is no part of the name, as that of "Jr." is.
STOP = re.compile(r"[,;:]$|(?<=[a-zà-ÿ]{2})(?<!Inc)(?<!Ltd)(?<!Corp)(?<!Bros)\.$")


@dataclass(frozen=True, slots=True)
class ReadName:
    """A likely name: characters ``start`` to ``end`` of the text, and how likely."""

    start: int
    end: int
    type: str
    chance: float


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
    names = [name for part in parts for name in _of_part(part, text)]
    return ReadNames(names, end_of(parts))


def _of_part(part: ReadPart, text: str) -> Iterator[ReadName]:
    for start, end, kind, chance in read_spans(text, part, part.names, LEAST):
        if NAME_TYPES[kind] != OTHER:
            end = start + len(STOP.sub("", text[start:end]))
            yield ReadName(start, end, NAME_TYPES[kind], chance)
