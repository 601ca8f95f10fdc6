"""A note of an assistant that says what it keeps tells of the owner, whom it leaves out."""

import pytest

from tests.growth import assert_grows_with_length

from .test_named_owner import claims


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("Noted that he comes from Porto originally.", "from", "Porto"),
        ("Logged: he prefers explanations with examples.", "prefers", "explanations with examples"),
        ("Update: she has been hired as a nurse at Hobb Dental Group.", "occupation", "nurse"),
        ("Profile note — artist based in Tucson.", "lives_in", "Tucson"),
        ("What I have kept on record: reports to Mrs Groenewald.", "reports_to", "Groenewald"),
        ("Remembered: goes by Bláth with friends.", "name", "Bláth"),
        ("Memory entry. Spouse: Harvinder, a teacher.", "married_to", "Harvinder"),
        ("Family: wife Hetal, a chemist; one daughter, Vrinda, aged 3.", "family_member", "Vrinda"),
        ("Listed under basics: Keoni Fagaloa, 19, lives in Hilo.", "lives_in", "Hilo"),
    ],
)
def test_a_note_tells_of_the_owner(text: str, predicate: str, value: str) -> None:
    assert (None, predicate, value) in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Noted: the build failed twice. He is the head of Acme.",
        "Noted. Here is the letter: Dear Anna, I live in Leeds.",
        "Recorded: the meeting with Bo, he lives in Leeds.",
        "Background: he was born in Vienna and lived in London.",
        "Details: the author lives in Leeds and she likes tea.",
        "Key points: drink water; likes and dislikes matter.",
        "Noted: I'll answer in short sentences.",
        "He was born in Vienna and lived in London.",
    ],
)
def test_what_only_begins_like_a_note_tells_nothing_of_the_owner(text: str) -> None:
    assert not [said for said in claims(text) if said[0] is None]


def test_a_person_writes_no_notes_of_an_assistant() -> None:
    assert claims("Noted that he comes from Porto originally.", is_assistant=False) == set()


def test_a_long_head_is_read_in_linear_time() -> None:
    assert_grows_with_length(claims, "Noted for later and " * 400)
