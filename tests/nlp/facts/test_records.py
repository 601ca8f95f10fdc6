"""Records, advertisements, exercises, tales and single quotation marks state nothing."""

import pytest

from tests.nlp.facts.labelled import claims_of

RECORDS = [
    "PATIENT: Agnes B., 71 F. Lives in Leeds, allergic to latex. Retired nurse.\nShorten for the ward round",
    "[client file 77]\nLives in Leeds. Allergic to bees. Speaks Polish.\ntidy this up",
    "Release notes 2.4\n- I live in Leeds line removed\n- Granny now speaks Polish",
    "Nord Kitchens is looking for a pastry chef. You speak Polish, love early mornings, live in Leeds.",
    "Which of these is a fragment?\na) I come from Leeds.\nb) Because I hate onions.",
    "Two truths and a lie: a) I was born in Leeds b) I speak Polish c) I am 71",
    "Dummy profile for the demo: I'm from Leeds, I'm vegan and I speak Polish.",
    "I, Borin of the Deep, have lived in Leeds since the war and I hate elves. Carry on the tale",
    "Captain's log. I am from Leeds and I hate gravity.",
]


@pytest.mark.parametrize("text", RECORDS)
def test_a_record_a_quiz_or_a_tale_states_nothing_of_its_writer(text: str) -> None:
    assert claims_of(text, Leeds="Location") == []


@pytest.mark.parametrize(
    "text",
    [
        "is this natural: 'I come from Leeds and I can't stand onions'",
        "My uncle wrote 'I live in Leeds, you lot' on the wall",
        "‘I come from Leeds, and I don’t eat meat,’ said the duck",
    ],
)
def test_single_quotation_marks_quote(text: str) -> None:
    assert claims_of(text, Leeds="Location") == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm from Leeds and my sisters' kids aren't",
        "Tell 'em I'm from Leeds",
        "I'm from Leeds, not one of 'the posh lot'",
    ],
)
def test_an_apostrophe_quotes_nothing(text: str) -> None:
    (claim,) = [one for one in claims_of(text, Leeds="Location") if one.predicate == "from"]
    assert claim.value == "Leeds"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It's for my son Kyle's party.", "Kyle"),
        ("We went to my cousin Anjali's, it was fun.", "Anjali"),
        ("My mate Zbyszek's van is back.", "Zbyszek"),
    ],
)
def test_a_name_ends_before_its_genitive(text: str, name: str) -> None:
    given = {"Kyle's": "Person", "Anjali's": "Person"}
    claims = claims_of(text, **{one: kind for one, kind in given.items() if one in text})
    assert [claim.value for claim in claims] == [name]


def test_a_taste_ends_before_the_age_at_which_it_ended() -> None:
    (claim,) = claims_of("Tom's gone off meat at the age of nine.", Tom="Person")
    assert (claim.predicate, claim.value, claim.ends) == ("likes", "meat", True)
