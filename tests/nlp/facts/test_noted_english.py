"""What assistants note about "the user" and say to them, and what only looks like it."""

import pytest

from nlp import facts
from nlp.dates import find as find_times
from nlp.readers import Found
from tests.nlp.facts.labelled import SAID_AT

Said = tuple[str | None, str, str]


def noted(text: str, *, is_assistant: bool = True, **mentions: str) -> list[Said]:
    """Return whom an assistant's words claim something about, what, and its value."""
    found = [
        Found(name, at, at + len(name), kind, 1.0, "given")
        for name, kind in mentions.items()
        if (at := text.find(name)) >= 0
    ]
    claims = facts.find(
        text,
        mentions=found,
        times=find_times(text, now=SAID_AT, is_past=False),
        language="en",
        said_at=SAID_AT,
        is_assistant=is_assistant,
        is_chat=not is_assistant,
    )
    return [(one.subject, one.predicate, one.value) for one in claims if one.kind != "task"]


NOTED = [
    ("User is a plumber in Perth.", {"Perth": "Location"}, "lives_in", ["Perth"]),
    ("User: Ruth, 44, nurse.", {"Ruth": "Person"}, "name", ["Ruth"]),
    ("User: Ruth, 44, nurse.", {"Ruth": "Person"}, "age", ["44"]),
    ("User: Ruth, 44, nurse.", {"Ruth": "Person"}, "occupation", ["nurse"]),
    ("User is Ruth, a baker in Perth.", {"Ruth": "Person", "Perth": "Location"}, "lives_in", ["Perth"]),
    ("User's name is Ruth, 44, a baker.", {"Ruth": "Person"}, "age", ["44"]),
    ("User is Mrs. Ruth of Perth. She is vegan.", {"Ruth": "Person", "Perth": "Location"}, "diet", ["vegan"]),
    ("User is a retired miner from Perth.", {}, "occupation", ["retired miner"]),
    ("User has been promoted to head gardener at The Old Mill.", {}, "works_for", ["The Old Mill"]),
    ("User grew up in Perth.", {"Perth": "Location"}, "from", ["Perth"]),
    ("User wants brief replies without emoji.", {}, "prefers", ["brief replies without emoji"]),
    ("User is a nurse. Wants summaries kept short.", {}, "prefers", ["summaries kept short"]),
    ("User prefers to be addressed as Mr. Hale.", {}, "name", ["Mr. Hale"]),
    ("User prefers a dry and formal style, with short steps.", {}, "prefers", ["a dry and formal style"]),
    ("User speaks Thai at home and Danish at work.", {}, "speaks", ["Thai at home", "Danish at work"]),
    ("User's native language is Thai; her Danish is about B1.", {}, "speaks", ["Thai", "Danish"]),
    ("User lives with his cat Moss.", {"Moss": "Pet"}, "pet", ["Moss (cat)"]),
    ("User lives with her flatmate Ruth.", {"Ruth": "Person"}, "friend", ["Ruth"]),
    (
        "User's wife Ruth paints; they have a son Otto.",
        {"Ruth": "Person", "Otto": "Person"},
        "family_member",
        ["Otto"],
    ),
    ("User takes no garlic or onion.", {}, "diet", ["no garlic or onion"]),
    ("Described himself as allergic to wasps. The user has a garden.", {}, "allergic_to", ["wasps"]),
    ("User (Ruth) lives in Perth.", {"Ruth": "Person", "Perth": "Location"}, "name", ["Ruth"]),
    ("User (Ruth) lives in Perth.", {"Ruth": "Person", "Perth": "Location"}, "lives_in", ["Perth"]),
    ("User is a vet near Hobbville, Kent.", {}, "lives_in", ["Hobbville, Kent"]),
    ("User is a sophomore at Hobb High.", {}, "studies_at", ["Hobb High"]),
    ("User, a welder at Acme, asked about visas.", {"Acme": "Organization"}, "occupation", ["welder"]),
    ("User described herself as a welder in Perth.", {"Perth": "Location"}, "lives_in", ["Perth"]),
    ("User has joined Acme as a staff nurse.", {"Acme": "Organization"}, "works_for", ["Acme"]),
    ("User has joined Acme as a staff nurse.", {"Acme": "Organization"}, "occupation", ["staff nurse"]),
    ("User is a nurse, reporting to Ruth.", {"Ruth": "Person"}, "reports_to", ["Ruth"]),
    ("User is a nurse. Manages a team of nine.", {}, "leads", ["team of nine"]),
    ("User sits next to Ruth.", {"Ruth": "Person"}, "colleague", ["Ruth"]),
    (
        "User's helpers are Ruth (cook, nights) and Otto.",
        {"Ruth": "Person", "Otto": "Person"},
        "colleague",
        ["Ruth", "Otto"],
    ),
    ("User moved. Shares a house with a friend, Ruth.", {"Ruth": "Person"}, "friend", ["Ruth"]),
    ("User lives in town with wife Ruth.", {"Ruth": "Person"}, "married_to", ["Ruth"]),
    ("User's partner Ruth paints.", {"Ruth": "Person"}, "family_member", ["Ruth"]),
    ("User said he is vegan.", {}, "diet", ["vegan"]),
    ("User works with Anki every day.", {"Anki": "Technology"}, "uses", ["Anki"]),
    ("User prefers UK spelling and numbered steps.", {}, "prefers", ["UK spelling", "numbered steps"]),
    ("User gets irritated by long preambles.", {}, "dislikes", ["long preambles"]),
    ("User finds emojis distracting.", {}, "dislikes", ["emojis"]),
    ("User stated a strong dislike of small talk.", {}, "dislikes", ["small talk"]),
    ("User has a sister, Ruth, abroad. Dislikes flying.", {"Ruth": "Person"}, "dislikes", ["flying"]),
    ("Since you have asthma, air the room first.", {}, "condition", ["asthma"]),
    ("As you're vegetarian, leave the fish sauce out.", {}, "diet", ["vegetarian"]),
    ("Good question, Ruth. It depends.", {"Ruth": "Person"}, "name", ["Ruth"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "mentions", "predicate", "values"), NOTED)
def test_what_an_assistant_notes_of_the_user_is_read(
    text: str, mentions: dict[str, str], predicate: str, values: list[str]
) -> None:
    found = [
        (who, value)
        for who, what, value in noted(text, is_assistant=True, **mentions)
        if what == predicate
    ]
    assert found == [(None, value) for value in values]


NOT_NOTED = [
    "User wants a summary of the minutes.",
    "User wants examples for the report.",
    "User wants replies to her ad.",
    "User is interested in nurses in Perth.",
    "If you have asthma, air the room first.",
    "As you have seen, the door sticks.",
    "Hi Ruth,\n\nThank you for the cake.",
    "Of course, Captain. We sail at dawn.",
    "Good question, everyone asks that.",
    "User: Ruth asked me to pass this on",
    "User (the account) is locked.",
    "User was annoyed by the delay.",
    "User finds the keys tedious to sort today.",
    "User asked about trains in Perth for a week.",
]


@pytest.mark.parametrize("text", NOT_NOTED)
def test_what_only_looks_like_a_note_is_not_read(text: str) -> None:
    assert noted(text, Ruth="Person", Perth="Location") == []


def test_only_an_assistant_tells_its_reader_what_they_have() -> None:
    text = "Since you have asthma, air the room first."
    assert noted(text, is_assistant=False) == []


def test_a_town_with_a_job_at_a_firm_is_where_the_firm_is() -> None:
    found = noted("User is a clerk at Acme in Perth.", Acme="Organization", Perth="Location")
    assert [value for _, what, value in found if what == "lives_in"] == []
