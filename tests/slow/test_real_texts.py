"""Every reader of texts, over 50,000 lines that people wrote: no exception, and linear time.

``REAL_TEXTS`` names a folder of JSON, JSON lines, CoNLL or plain text with lines of your own;
without it, lines are made of the labelled texts and documents of this repository.
"""

import json
import os
import random
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memories.enrichment.duplicates.candidates import MAX_TEXT_LENGTH
from nlp import dates, facts, summary
from nlp.comparison import Statement
from nlp.comparison.features import features_of
from nlp.discourse import find_marker
from nlp.facts.authorship import foreign_spans
from nlp.mentions.extraction import extract
from nlp.privacy import policy
from nlp.text.tokens import detect

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LINES = 50_000
SAID_AT = datetime(2026, 3, 5, 8, 30, tzinfo=ZoneInfo("Asia/Tokyo"))
KINDS = {".json", ".jsonl", ".conll", ".md", ".txt"}
LONG = 100_000
# Four times the characters may take four times as long, and half as much again for noise.
MOST_GROWTH = 6.0


def read_times(text: str) -> None:
    for is_past in (True, False):
        dates.remainder(text, dates.find(text, now=SAID_AT, is_past=is_past))


def read_facts(text: str) -> None:
    language = detect(text)
    found = extract(text, language=language, said_at=SAID_AT)
    facts.find(text, mentions=found.mentions, times=found.times, language=language, said_at=SAID_AT)


def read_summary(text: str) -> None:
    language = detect(text)
    summary.summary(text, language)
    summary.micro_summary(text, language)
    summary.first_sentence(text)


def read_statement(text: str) -> None:
    features_of(Statement(text[:MAX_TEXT_LENGTH], SAID_AT))


def read_authors(text: str) -> None:
    foreign_spans(text, lambda start, end: True)
    find_marker(text)


READERS: dict[str, Callable[[str], object]] = {
    "times": read_times,
    "mentions and facts": read_facts,
    "summary": read_summary,
    "comparison": read_statement,
    "privacy": policy.detect,
    "authors": read_authors,
}


@pytest.fixture(scope="module")
def lines() -> list[str]:
    folder = os.environ.get("REAL_TEXTS")
    if folder:
        found = sorted(set(_in_folder(Path(folder))))
        assert found, f"REAL_TEXTS: {folder} holds no text"
        random.Random(0).shuffle(found)
        return found[:LINES]
    own = [*_in_folder(ROOT / "tests"), *_in_folder(ROOT / "docs")]
    if not own:
        pytest.skip("no texts: set REAL_TEXTS to a folder of them")
    random.Random(0).shuffle(own)
    return list(islice(_recombined(own), LINES))


def _in_folder(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in KINDS:
            for text in _in_file(path):
                yield from (line for line in (text, *text.splitlines()[1:]) if line.strip())


def _in_file(path: Path) -> Iterator[str]:
    content = path.read_text("utf-8")
    if path.suffix == ".json":
        yield from _strings(json.loads(content))
    elif path.suffix == ".jsonl":
        for line in content.splitlines():
            yield from _strings(json.loads(line))
    elif path.suffix == ".conll":
        for sentence in content.split("\n\n"):
            yield " ".join(line.split("\t")[0] for line in sentence.splitlines())
    else:
        yield from content.splitlines()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _recombined(own: list[str]) -> Iterator[str]:
    """Yield the lines, then halves of lines that stand ever further apart."""
    yield from own
    for distance in range(1, LINES):
        for at, line in enumerate(own):
            other = own[(at + distance) % len(own)]
            yield line[: len(line) // 2] + other[len(other) // 2 :]


@pytest.mark.parametrize("name", READERS)
def test_no_line_raises(name: str, lines: list[str]) -> None:
    faults: dict[str, str] = {}
    for line in lines:
        try:
            READERS[name](line)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            faults.setdefault(f"{error!r} in {place.filename}:{place.lineno}", line[:200])
    assert not faults


@pytest.mark.parametrize("name", READERS)
def test_time_grows_with_the_length_only(name: str, lines: list[str]) -> None:
    # Longer texts are not compared.
    longest = MAX_TEXT_LENGTH if name == "comparison" else LONG
    text = "\n".join(line[:2_000] for line in lines)
    assert len(text) > longest
    READERS[name](text[:longest])
    assert _seconds(name, text[:longest]) <= MOST_GROWTH * _seconds(name, text[: longest // 4])


def _seconds(name: str, text: str) -> float:
    """Return the least of three times, since another process may take the processor."""
    taken = []
    # Other texts each time: some readers remember the last ones.
    for at in range(1, 4):
        started = time.perf_counter()
        READERS[name](text[at:])
        taken.append(time.perf_counter() - started)
    return min(taken) + 0.01
