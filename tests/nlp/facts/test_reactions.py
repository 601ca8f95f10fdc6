"""Allergies that are told by what they do, and what makes anybody's mouth burn."""

import pytest

from nlp.facts import find
from nlp.readers import Found
from tests.nlp.facts.labelled import SAID_AT

OWN = [
    ("Mango skin brings me out in blisters, so I peel it with gloves.", "Mango skin"),
    ("Hazelnuts make my lips swell, is praline made of them?", "Hazelnuts"),
    ("Plan a barbecue for eight. No mustard anywhere, it closes my throat.", "mustard"),
    ("Whenever I eat kiwi my tongue goes numb. What else has the same protein?", "kiwi"),
    ("From adhesive I always get hives.", "adhesive"),
    ("Skip the tart with almonds in it, as I'm allergic.", "almonds"),
]
NOTED = [
    ("The user works nights. Ibuprofen gives her hives.", "Ibuprofen"),
    (
        "I swapped the fish sauce and left out the cashews because they close your throat.",
        "cashews",
    ),
    ("Given your latex allergy, ask for vinyl gloves.", "latex"),
]
NOTHING = [
    "The sun makes my skin itch, and chilli makes my lips tingle.",
    "This jumper makes my arms itch.",
    "If a guest says that peanuts give them a rash, what do I cook?",
    "Does latex give me a rash?",
    'Write a story. "Garlic closes my throat," said the vampire.',
    "Some people find that nickel makes their skin itch.",
]


def allergies(
    text: str, *, is_assistant: bool = False, **names: str
) -> list[tuple[str | None, str]]:
    """Return who is said to be allergic, and to what."""
    mentions = [
        Found(name, text.index(name), text.index(name) + len(name), kind, 0.9, "rules:list")
        for name, kind in names.items()
    ]
    claims = find(
        text,
        mentions=mentions,
        times=[],
        language="en",
        said_at=SAID_AT,
        is_assistant=is_assistant,
        is_chat=not is_assistant,
    )
    return [(one.subject, one.value) for one in claims if one.predicate == "allergic_to"]


@pytest.mark.parametrize(("text", "value"), OWN)
def test_an_effect_tells_the_owners_allergy(text: str, value: str) -> None:
    assert allergies(text) == [(None, value)]


@pytest.mark.parametrize(("text", "value"), NOTED)
def test_assistants_note_an_effect(text: str, value: str) -> None:
    assert allergies(text, is_assistant=True) == [(None, value)]


def test_an_effect_on_a_relative_is_theirs() -> None:
    text = "My daughter Mia loves trail mix. Cashews give her hives though."
    assert allergies(text, Mia="Person") == [("Mia", "Cashews")]


@pytest.mark.parametrize("text", NOTHING)
def test_what_harms_everybody_or_nobody_is_no_allergy(text: str) -> None:
    assert allergies(text) == []
