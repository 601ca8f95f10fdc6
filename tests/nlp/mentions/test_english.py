"""Who and what an English text names."""

import pytest

from tests.nlp.mentions.reading import names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Alice called about the roof.", "Alice"),
        ("I had lunch with Wei Chen.", "Wei Chen"),
        ("Dr. Lindqvist is away.", "Lindqvist"),
        ("We met Mr. Tanaka there.", "Tanaka"),
        ("Emma's birthday is soon.", "Emma"),
        ("my friend Zorblax agreed", "Zorblax"),
        ("Michael O'Brien fixed it.", "Michael O'Brien"),
        ("kevin smith was there", "kevin smith"),
        ("Minutes go to T. Wexcombe.", "T. Wexcombe"),
        ("Her name is Orsolya.", "Orsolya"),
    ],
)
def test_people(text: str, name: str) -> None:
    assert names(text) == {name: "Person"}


@pytest.mark.parametrize(
    "text",
    [
        "Will you mark the bill as paid?",
        "Grace period ends soon.",
        "See section A. Details follow.",
        "Hope is not a strategy.",
        "Rose early and went for a walk.",
        "May I ask you something?",
        "Please Remember To Buy The Milk And Bread",
        "THIS IS VERY IMPORTANT STUFF",
        "I prefer dark roast coffee and hate Mondays.",
        "Reading is nice, and the mobile version is orange.",
        "The Best Part Of The Day Is The Morning",
        "To do this week:\n- sleep",
    ],
)
def test_what_is_no_name_is_left_alone(text: str) -> None:
    assert not names(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("She works at Initech.", "Initech"),
        ("Acme Inc. pays late.", "Acme Inc."),
        ("He studied at the University of Porto.", "University of Porto"),
        ("Globex Corporation sued us.", "Globex Corporation"),
        ("The Ministry of Health said no.", "Ministry of Health"),
        ("Brindlecote is a subsidiary of theirs.", "Brindlecote"),
        ("She was promoted at Fernhollow.", "Fernhollow"),
        ("he went to St. Mary's Hospital", "St. Mary's Hospital"),
    ],
)
def test_organisations(text: str, name: str) -> None:
    assert names(text) == {name: "Organization"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We moved to Berlin.", "Berlin"),
        ("a picnic in Hyde Park", "Hyde Park"),
        ("born in New Zealand", "New Zealand"),
        ("see you at Kyoto Station", "Kyoto Station"),
        ("we live in Marana, half an hour off", "Marana"),
        ("my daughter is in a flat in Oxsworth now", "Oxsworth"),
        ("i have been to the one in australia", "australia"),
    ],
)
def test_places(text: str, name: str) -> None:
    assert names(text) == {name: "Location"}


def test_projects_documents_and_tools() -> None:
    found = names("For Project Falcon we chose PostgreSQL; Maria reviews the Design Spec.")
    assert found == {
        "Project Falcon": "Project", "PostgreSQL": "Technology", "Maria": "Person", "Design Spec": "Document",
    }  # fmt: skip
    assert names("the Apollo project is late") == {"Apollo project": "Project"}
    assert names("Project Falcon is late.") == {"Project Falcon": "Project"}
    assert not names("Project Manager wanted.") and not names("Project plans are due.")


def test_a_tool_that_is_also_a_word_needs_a_reason() -> None:
    assert not names("Go home now.")
    assert names("I learn Go and Rust.") == {"Go": "Technology", "Rust": "Technology"}
