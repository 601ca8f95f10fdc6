"""Messages that state nothing of their writer, of 28 people: lists, play, cases, quotations."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from nlp import facts
from nlp.facts.subjects import TIES
from nlp.mentions import extraction
from tests.depth import depth

SAID = datetime(2026, 9, 20, 9, tzinfo=UTC)
FILE = Path(__file__).with_name("nothing_stated.jsonl")


@pytest.mark.deep
def test_nothing_is_claimed_of_the_writer_but_whom_they_know() -> None:
    claimed = []
    for line in FILE.read_text("utf-8").splitlines()[:: depth(3, 1)]:
        one = json.loads(line)
        text, language = one["text"], one["language"]
        read = extraction.extract(text, language=language, said_at=SAID, extractors=())
        found = facts.find(
            text,
            mentions=read.mentions,
            times=read.times,
            language=language,
            said_at=SAID,
            is_chat=True,
        )
        claimed += [
            (claim.predicate, claim.value)
            for claim in found
            if claim.kind != "task" and not claim.needs
            if claim.subject is None and claim.predicate not in TIES
        ]
    assert claimed == []
