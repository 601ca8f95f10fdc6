"""What one no longer drinks, eats or watches is no longer liked, if it was known to be."""

import pytest

from nlp.facts import find
from nlp.text.tokens import detect

from .labelled import SAID_AT

LEFT = [
    ("coffee", "I don't drink coffee anymore."),
    ("horror films", "I don't watch horror films any more, they keep me awake."),
    ("コーヒー", "もうコーヒーは飲まない。"),
    ("コーヒー", "コーヒーはもう飲んでいません。"),
    ("ラーメン", "最近、ラーメンはもう一切食べないことにした。"),
]
KEPT = [
    "I don't drink coffee after noon.",
    "My sister doesn't drink coffee anymore.",
    "If I don't drink coffee anymore, will I sleep?",
    "もうコーヒーを飲まないと眠い。",
    "夜はコーヒーを飲まない。",
    "もうコーヒーは飲まないの？",
]


def ended(text: str) -> set[str]:
    claims = find(text, mentions=[], times=[], language=detect(text), said_at=SAID_AT, is_chat=True)
    own = [one for one in claims if one.subject is None and one.predicate == "likes"]
    return {one.value for one in own if one.ends and one.needs}


@pytest.mark.parametrize(("value", "text"), LEFT)
def test_it_ends_what_was_liked(value: str, text: str) -> None:
    assert ended(text) == {value}


@pytest.mark.parametrize("text", KEPT)
def test_other_times_and_people_end_nothing(text: str) -> None:
    assert not ended(text)
