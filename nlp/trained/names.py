"""Read the names of a text from the chances that the network gives."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nlp.readers import LOCATION, ORGANIZATION, PERSON

from .findings import whole_words
from .network import Chances, ReadPart, end_of, held

# Other names (products, pets, songs) are read as well, so that they are not taken for one of these.
OTHER = "Other"
NAME_TYPES = (PERSON, ORGANIZATION, LOCATION, OTHER)
# A piece that is less likely part of a name than this is none.
LEAST = 0.25
# A full stop that is no part of the name, as that of "Jr." is.
FULL_STOP = re.compile(r"(?<=[a-zà-ÿ]{2})(?<!Inc)(?<!Ltd)(?<!Corp)(?<!Bros)\.$")


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
    chances = part.names[:, 1::2] + part.names[:, 2::2]
    done = 0
    for at, last, kind in _runs(part, chances):
        if part.offsets[at, 0] < done:
            continue
        start, done = whole_words(text, part.offsets[at, 0], part.offsets[last, 1])
        done = start + len(FULL_STOP.sub("", text[start:done]))
        within = (part.offsets[:, 1] > start) & (part.offsets[:, 0] < done)
        chance = float(chances[within, kind].min())
        if NAME_TYPES[kind] != OTHER and chance >= LEAST:
            yield ReadName(start, done, NAME_TYPES[kind], chance)


def _runs(part: ReadPart, chances: Chances) -> Iterator[tuple[int, int, int]]:
    """Yield the first and the last piece of each likely name, and its type."""
    is_new = part.names[:, 1::2] > part.names[:, 2::2]
    best = chances.argmax(axis=1)
    run: tuple[int, int, int] | None = None
    for at in _pieces(part):
        kind = int(best[at])
        if run and run[2] == kind and chances[at, kind] >= LEAST and not is_new[at, kind]:
            run = run[0], at, kind
            continue
        if run:
            yield run
        run = (at, at, kind) if chances[at, kind] >= LEAST else None
    if run:
        yield run


def _pieces(part: ReadPart) -> Iterator[int]:
    """Yield the pieces of the text; a space before a Japanese word is one that stands nowhere."""
    return (at for at, (start, end) in enumerate(part.offsets.tolist()) if end > start)
