"""Find listed technologies and organizations in any text, as they are written."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from nlp.types import ORGANIZATION, TECHNOLOGY, Found

from .findings import mention_at
from .words import phrases, words

# Names that are words as well: even with a capital they are only likely.
DOUBTFUL = words("doubtful_names")
CONTEXT = re.compile(
    r"(?:\b(?:in|with|using|use|uses|used|from|to|on|via|and|learn|learning|love|install|run"
    r"|runs|than|or|at|for|by)|[,/(「])\s?$", re.I
)  # fmt: skip
SURE, LIKELY = 0.9, 0.7


# Where a name may begin, and the characters that may not follow it.
STARTS = re.compile(
    r"(?<![A-Za-z0-9_@#./-])[.A-Za-z0-9]|(?<![ァ-ヶー])[ァ-ヶ]|(?<![一-龥々])[一-龥]"
)
CONTINUED = re.compile(r"[A-Za-z0-9_@]|[./-][A-Za-z0-9_]|\(\)")
PREFIX = 2


@dataclass(frozen=True, slots=True)
class Name:
    """A listed name, and the characters that may not follow it."""

    text: str
    type: str
    continued: re.Pattern[str]


def known_names(text: str) -> Iterator[Found]:
    """Yield the listed technologies and organizations."""
    index = _index()
    for place in STARTS.finditer(text):
        at = place.start()
        for name in index.get(text[at : at + PREFIX], ()):
            end = at + len(name.text)
            if text.startswith(name.text, at) and not name.continued.match(text, end):
                if sure := _sureness(name.text, text, at):
                    yield mention_at(text, at, end, name.type, sure, "list")
                break


def _sureness(name: str, text: str, at: int) -> float:
    if name not in DOUBTFUL:
        return SURE
    return LIKELY if CONTEXT.search(text[max(0, at - 12) : at]) else 0.0


@cache
def _index() -> dict[str, list[Name]]:
    """Return the names by their first letters, long names first."""
    index: dict[str, list[Name]] = defaultdict(list)
    for type_name, file in ((TECHNOLOGY, "technologies"), (ORGANIZATION, "organizations")):
        for text in phrases(file):
            if text:
                index[text[:PREFIX]].append(Name(text, type_name, _continued(text)))
    for names in index.values():
        names.sort(key=lambda name: -len(name.text))
    return dict(index)


def _continued(name: str) -> re.Pattern[str]:
    """Return the characters that continue a name into a longer word of its script."""
    if name[-1].isascii():
        return CONTINUED
    return KATAKANA if KATAKANA.match(name[-1]) else KANJI


KATAKANA = re.compile(r"[ァ-ヶー]")
# 朝日新聞社, 日本銀行券 and 国会議事堂 are other names.
KANJI = re.compile(r"[一-龥々]|[ァ-ヶ]{2}")
