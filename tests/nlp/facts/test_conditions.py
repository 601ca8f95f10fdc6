"""Lasting health conditions: what is told of oneself and of relatives, and what only looks so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.nlp.facts.labelled import claims_of

FILE = Path(__file__).with_name("conditions.jsonl")
ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row["text"] for row in ROWS])
def test_a_lasting_condition_is_read_of_whom_it_is_told(row: dict[str, Any]) -> None:
    found = claims_of(row["text"], **row["mentions"])
    told = [[one.subject, one.value] for one in found if one.predicate == "condition"]
    assert told == row["told"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I no longer have asthma.", "asthma"),
        ("My eczema has finally cleared up!", "eczema"),
        ("I'm not diabetic anymore.", "diabetic"),
        ("I don't get migraines any more.", "migraines"),
        ("喘息は完治した。", "喘息"),
        ("アトピーが治りました。", "アトピー"),
        ("もう花粉症ではない。", "花粉症"),
    ],
)
def test_words_of_recovery_say_that_it_is_over(text: str, value: str) -> None:
    (claim,) = claims_of(text)
    assert (claim.predicate, claim.value, claim.ends) == ("condition", value, True)
