"""No pattern of the product takes more than linear time for a text of 100,000 characters."""

import re
import time
from pathlib import Path

import pytest

from nlp.facts.sentences import LONGEST as SENTENCE
from nlp.privacy.private_parts import without_private
from nlp.text.sentences import LONGEST as SCRIPT_SENTENCE

from .patterns import patterns, repeated, units

ROOT = Path(__file__).resolve().parents[2]
WHOLE = 100_000
# What the patterns of a module read at once, where that is less than a whole text.
READS = {
    "nlp.facts.": (SENTENCE, "sentences of facts"),
    "nlp.phrasing.": (SENTENCE, "values of facts"),
    "nlp.names.": (255, "names"),
    "nlp.mentions.english.letters.": (WHOLE, "whole letters"),
    "nlp.mentions.": (SCRIPT_SENTENCE, "sentences in one script"),
    "nlp.answers.": (2_000, "questions"),
    "nlp.questions.": (2_000, "questions"),
    "nlp.discourse.": (1_000, "texts that are short enough"),
    "nlp.privacy.secrets.placeholders.": (256, "words"),
    "nlp.privacy.secrets.unnamed.NO_TOKEN": (64, "words"),
    "nlp.dates.english.makers.SENTENCE_START": (4, "what stands before a time"),
    "nlp.privacy.secrets.passwords.NO_PASSWORD": (64, "words"),
    "nlp.privacy.secrets.passwords.ENDED": (8, "what stands behind a word"),
    "memory_site.bench.": (1_000, "data of ours"),
}
# Only these forms of a call look for a pattern at one place.
ANCHORED = {"match", "fullmatch"}
CALLED = re.compile(r"\b(\w+)\.(match|fullmatch|search|finditer|findall|sub|split|subn)\(")
SHORT, LONGER = 1_000, 8
# CPU time that 100,000 characters may take, and above which a short text is looked at again.
MOST_SECONDS, SUSPICIOUS_SECONDS = 5.0, 0.0006
# Of a text that is longer: 8 where it is linear, 64 where it is quadratic.
MOST_TIMES = 24


@pytest.fixture(scope="module")
def uses() -> dict[str, set[str]]:
    """Return how each name is called: ``{"TODO": {"finditer"}}``."""
    found: dict[str, set[str]] = {}
    for package in (
        "nlp",
        "core",
        "packs",
        "accounts",
        "entities",
        "graph",
        "memories",
        "memory_site",
    ):
        for path in (ROOT / package).rglob("*.py"):
            for name, method in CALLED.findall(path.read_text("utf-8")):
                found.setdefault(name, set()).add(method)
    return found


def longest(name: str) -> int:
    """Return how many characters a pattern reads at once."""
    return next((READS[start][0] for start in READS if name.startswith(start)), WHOLE)


def seconds(pattern: re.Pattern[str], text: str, called: set[str]) -> float:
    """Return the CPU time of a pattern on a text, by the calls that the product makes."""
    begun = time.process_time()
    for name in called & ANCHORED:
        getattr(pattern, name)(text)
    if called - ANCHORED:
        for _ in pattern.finditer(text):
            pass
    return time.process_time() - begun


def is_slow(pattern: re.Pattern[str], before: str, unit: str, most: int, called: set[str]) -> bool:
    """Whether 100,000 characters, read in the pieces that the product reads, take too long."""
    piece = repeated(before, unit, min(SHORT, most))
    took = seconds(pattern, piece, called)
    if took < SUSPICIOUS_SECONDS * len(piece) / SHORT:
        return False
    if most < WHOLE:
        longest_piece = repeated(before, unit, most)
        again = min(seconds(pattern, longest_piece, called) for _ in range(2))
        return again * WHOLE / most > MOST_SECONDS
    least = min(took, *(seconds(pattern, piece, called) for _ in range(2)))
    return seconds(pattern, repeated(before, unit, LONGER * SHORT), called) > MOST_TIMES * least


def test_no_pattern_is_worse_than_linear(uses: dict[str, set[str]]) -> None:
    slow = []
    every = patterns()
    assert len(every) > 500
    for name, pattern in every.items():
        called = uses.get(re.split(r"[.\[(]", name.rstrip("]()"))[-1], set()) or {"finditer"}
        if name.endswith("]"):
            called = {"finditer"}
        for before, unit in units(pattern):
            if is_slow(pattern, before, unit, longest(name), called):
                slow.append(f"{name}: {before!r}, then {unit!r}: {pattern.pattern[:80]}")
                break
    assert not slow, "\n".join(slow)


@pytest.mark.parametrize(
    "unit",
    [
        "&lt;private ",
        "<private ",
        "&lt;/private\t",
        "<private></private",
        "<",
        "&amp;lt;private ",
        "%253c",
        "\\",
        r"\\u003cprivate ",
        r"\u003c\/private\\",
    ],
)
def test_private_parts_of_a_long_text_are_found_in_linear_time(unit: str) -> None:
    text = repeated("", unit, WHOLE)
    begun = time.process_time()
    without_private(text)
    assert time.process_time() - begun < 1
