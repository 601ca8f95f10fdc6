"""Read texts in which names are labelled: public data sets, and our own format."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.errors import InvalidInput
from nlp.text.tokens import detect

# A name where it stands: [Alice|Person] moved to [Paris|Location].
MARKED = re.compile(r"\[(?P<surface>[^\[\]|\n]+)\|(?P<type>[A-Z]\w*)\]")
SAID_AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
# Which of our types a label of a data set means; a label that is not here is not counted, and
# what we find at its place neither. A school or a museum is a place and an organisation.
STOCKMARK = {
    "人名": ("Person",),
    "法人名": ("Organization",),
    "政治的組織名": ("Organization",),
    "その他の組織名": ("Organization",),
    "地名": ("Location",),
    "施設名": ("Location", "Organization"),
}
WNUT17 = {
    "person": ("Person",),
    "corporation": ("Organization",),
    "group": ("Organization",),
    "location": ("Location",),
}
NAMES = frozenset({"Person", "Organization", "Location"})
ENTITIES = NAMES | {"Project", "Technology", "Document", "Pet", "CreativeWork"}
OURS = ENTITIES | {"Quantity", "Identifier", "Url", "Email"}


@dataclass(frozen=True, slots=True)
class Label:
    """The span of a name, and the types that count as right; without types it does not count."""

    start: int
    end: int
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text, its labels, and its group in the report."""

    text: str
    labels: Sequence[Label]
    language: str
    group: str


@dataclass(frozen=True, slots=True)
class LabelledTexts:
    """A data set, and the types that it labels."""

    name: str
    texts: Sequence[LabelledText]
    types: frozenset[str]


def read(dataset: str, path: Path) -> LabelledTexts:
    """Read a file of one of the formats in ``READERS``.

    Raises:
        InvalidInput: the file does not have this format.
        OSError: it cannot be read.
    """
    try:
        found = READERS[dataset](path)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise InvalidInput(f"{path} is no {dataset} file: {reason}", field="--data") from error
    if not any(text.labels for text in found.texts):
        raise InvalidInput(f"{path} labels no names", field="--data")
    return found


def marked(path: Path) -> LabelledTexts:
    """Read our own format: a line is ``{"marked": …, "split": …}``; see ``MARKED``."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return LabelledTexts(path.stem, [unmarked(row["marked"], row["split"]) for row in rows], OURS)


def entities(path: Path) -> LabelledTexts:
    """Read our own format where only names of entities are labeled: no amounts or addresses."""
    given = marked(path)
    return LabelledTexts(given.name, given.texts, ENTITIES)


def unmarked(written: str, split: str) -> LabelledText:
    """Return a text without its marks, and where they stood."""
    text, labels, at = "", [], 0
    for match in MARKED.finditer(written):
        text += written[at : match.start()]
        # Times are left to the tests of time words.
        types = (match["type"],) if match["type"] in OURS else ()
        labels.append(Label(len(text), len(text) + len(match["surface"]), types))
        text += match["surface"]
        at = match.end()
    text += written[at:]
    language = detect(text)
    return LabelledText(text, labels, language, f"{language} {split}")


def stockmark(path: Path) -> LabelledTexts:
    """Read Stockmark's Japanese sentences of Wikipedia."""
    texts = [
        LabelledText(
            row["text"],
            [
                Label(each["span"][0], each["span"][1], STOCKMARK.get(each["type"], ()))
                for each in row["entities"]
            ],
            "ja",
            "ja",
        )
        for row in json.loads(path.read_text("utf-8"))
    ]
    return LabelledTexts("stockmark", texts, NAMES)


def wnut17(path: Path) -> LabelledTexts:
    """Read WNUT 2017: a word and its label a line, an empty line after each text."""
    blocks = path.read_text("utf-8").split("\n\n")
    lines = [[line.split("\t") for line in block.splitlines() if line.strip()] for block in blocks]
    return LabelledTexts("wnut17", [_joined(block) for block in lines if block], NAMES)


def _joined(words: Sequence[Sequence[str]]) -> LabelledText:
    text = ""
    labels: list[Label] = []
    for word, label in words:
        start = len(text) + bool(text)
        text = f"{text} {word}" if text else word
        if label.startswith("B-"):
            labels.append(Label(start, len(text), WNUT17.get(label[2:], ())))
        elif label.startswith("I-"):
            labels[-1] = Label(labels[-1].start, len(text), labels[-1].types)
    return LabelledText(text, labels, "en", "en")


READERS: Mapping[str, Callable[[Path], LabelledTexts]] = {
    "jsonl": marked,
    "entities": entities,
    "stockmark": stockmark,
    "wnut17": wnut17,
}


def halved(given: LabelledTexts, half: str) -> LabelledTexts:
    """Return every second text: ``even`` those with an even number, counted from 0; or ``odd``."""
    kept = given.texts[("even", "odd").index(half) :: 2]
    return LabelledTexts(f"{given.name}, {half}", kept, given.types)


# What lines of our own may train; no rule was written on those to check.
TRAINING = ("tuning", "seen", "check")
# One of so many training texts is held back: these say how often a name of a chance is right.
EVERY = 8


def training_texts(
    of_stockmark: Path, of_wnut17: Path, own: Sequence[Path]
) -> tuple[list[LabelledText], list[LabelledText]]:
    """Return the texts that train, and those that are held back.

    They are the even halves of the public data sets, and the lines of our own files that may train.
    The same files in the same order are divided alike.

    Raises:
        ValueError, KeyError, TypeError: a file does not have its format.
        OSError: it cannot be read.
    """
    texts = [
        *halved(stockmark(of_stockmark), "even").texts,
        *halved(wnut17(of_wnut17), "even").texts,
        *(text for path in own for text in entities(path).texts if split_of(text) in TRAINING),
    ]
    trained = [text for at, text in enumerate(texts) if at % EVERY != EVERY - 1]
    return trained, texts[EVERY - 1 :: EVERY]


def split_of(text: LabelledText) -> str:
    """Return the split of a line of ours; the language, for a text of a public data set."""
    return text.group.rpartition(" ")[2]
