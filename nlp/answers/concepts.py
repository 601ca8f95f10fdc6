"""Everyday concepts in two languages: "weigh", "heavy" and 体重 are one, so that either covers the other."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from nlp.morphology import stem

LATIN_WORD = re.compile(r"[a-zà-ɏ][a-zà-ɏ'-]*")
# A shorter word is no beginning of others: "car" is not in "careful".
SHORTEST_STEM = 4


@dataclass(frozen=True, slots=True)
class Concepts:
    """Patterns of concepts, and which concepts a word or its stem belongs to."""

    patterns: tuple[re.Pattern[str], ...]
    by_stem: Mapping[str, tuple[int, ...]]
    by_japanese: Mapping[str, tuple[int, ...]]
    japanese: re.Pattern[str]

    def of_word(self, word: str) -> tuple[int, ...]:
        """Return the concepts of an English word, in lower case."""
        return self.by_stem.get(stem(word), ())


@cache
def concepts() -> Concepts:
    """Return the concepts of concepts.txt; read once per process."""
    lines = (files("nlp.answers") / "concepts.txt").read_text("utf-8").splitlines()
    return _compiled([_read(line) for line in lines if line and not line.startswith("#")])


def _read(line: str) -> tuple[list[str], list[str]]:
    english, _, japanese = line.partition("|")
    return [word.replace("-", " ") for word in english.split()], japanese.split()


def _compiled(rows: list[tuple[list[str], list[str]]]) -> Concepts:
    by_stem: dict[str, list[int]] = {}
    by_japanese: dict[str, list[int]] = {}
    for number, (english, japanese) in enumerate(rows):
        for word in english:
            by_stem.setdefault(stem(word), []).append(number)
        for word in japanese:
            by_japanese.setdefault(word, []).append(number)
    longest_first = sorted(by_japanese, key=len, reverse=True)
    return Concepts(
        tuple(_pattern(english, japanese) for english, japanese in rows),
        {word: tuple(numbers) for word, numbers in by_stem.items()},
        {word: tuple(numbers) for word, numbers in by_japanese.items()},
        re.compile("|".join(map(re.escape, longest_first))),
    )


def _pattern(english: Iterable[str], japanese: Iterable[str]) -> re.Pattern[str]:
    forms = "|".join(_spelled(word) for word in english)
    return re.compile(
        "|".join([rf"(?<![a-zà-ɏ0-9])(?:{forms})(?![a-zà-ɏ])", *map(re.escape, japanese)])
    )


def _spelled(word: str) -> str:
    """Return a pattern of a word and its forms."""
    root = stem(word)
    if " " in word or len(root) < SHORTEST_STEM or not word.startswith(root):
        return re.escape(word) + "s?"
    return re.escape(root) + "[a-z]{0,4}"
