"""English news of a life: of whom it is told, from when to when, and in which words it is kept."""

from datetime import datetime

import pytest

from tests.nlp.facts.labelled import TOKYO, claims_of

PEOPLE = {"Anna": "Person", "Luke": "Person", "York": "Location", "Bath": "Location"}


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Anna has a new lodger, Luke, he's shy and lives in York on weekends.", "Luke"),
        ("Anna met Luke, who is lovely and lives in York.", "Luke"),
        ("Anna is tall, she sings and lives in York.", "Anna"),
        ("Anna hums and lives in York.", "Anna"),
        ("Anna went home, I wept and moved to York.", None),
    ],
)
def test_the_nearest_subject_lives_there(text: str, who: str | None) -> None:
    named = {name: kind for name, kind in PEOPLE.items() if name in text}
    found = [one for one in claims_of(text, **named) if one.predicate == "lives_in"]
    assert [(one.subject, one.value) for one in found] == [(who, "York")]


@pytest.mark.parametrize(
    "text",
    [
        "Anna likes the new tenant, Luke is fun, he's into bikes and lives in York.",
        "I am a nurse, he is into bikes and lives in York.",
    ],
)
def test_whoever_he_is_lives_there(text: str) -> None:
    named = {name: kind for name, kind in PEOPLE.items() if name in text}
    found = [one for one in claims_of(text, **named) if one.predicate == "lives_in"]
    assert [one for one in found if one.subject in (None, "Anna")] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("We've got a girl with braces and a set of twins who can't have dairy", []),
        ("I know somebody who knits and lives in York", []),
        ("There are two kids who are allergic to nuts and a girl who is vegan", []),
        ("Luke and I have been talking about it", []),
        ("Luke and I go back to York on Friday", []),
        ("I'm a mom of two who is vegan", [(None, "diet", "vegan")]),
        ("Luke and I have been friends since 2009", [(None, "friend", "Luke")]),
    ],
)
def test_whoever_else_is_meant_is_not_the_writer(
    text: str, said: list[tuple[None, str, str]]
) -> None:
    named = {name: kind for name, kind in PEOPLE.items() if name in text}
    assert [(one.subject, one.predicate, one.value) for one in claims_of(text, **named)] == said


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("I resigned from Orlo today. My last working day will be 31 July.", datetime(2026, 8, 1)),
        ("I quit Orlo today.", None),
    ],
)
def test_who_gives_notice_goes_on_the_last_day(text: str, end: datetime | None) -> None:
    found = [one for one in claims_of(text, Orlo="Organization") if one.predicate == "works_for"]
    assert found and all(one.ends for one in found)
    if end:
        assert {one.valid_to for one in found} == {end.replace(tzinfo=TOKYO)}


@pytest.mark.parametrize(
    ("text", "mentions", "predicate", "value"),
    [
        ("I quite like trumpets again", {}, "likes", "trumpets"),
        ("User hates being addressed as 'Sir'.", {}, "dislikes", "being addressed as 'Sir'"),
        ("I've got a slight fructose intolerance by the way", {}, "diet", "fructose intolerance"),
        ("The user keeps a vegan diet.", {}, "diet", "vegan"),
        ("The user's parrot: Coco.", {"Coco": "Pet"}, "pet", "Coco (parrot)"),
        ("Brought home a puppy from the farm: Moss", {"Moss": "Pet"}, "pet", "Moss (puppy)"),
        ("Rita is now my supervisor.", {"Rita": "Person"}, "reports_to", "Rita"),
        (
            "I started a new role as Staff Nurse at Orlo.",
            {"Orlo": "Organization"},
            "works_for",
            "Orlo",
        ),
        ("I started a new role as Staff Nurse at Orlo.", {}, "occupation", "Staff Nurse"),
        ("I got myself a part-time job at Orlo.", {"Orlo": "Organization"}, "works_for", "Orlo"),
    ],
)
def test_values_are_kept_in_plain_words(
    text: str, mentions: dict[str, str], predicate: str, value: str
) -> None:
    found = [one for one in claims_of(text, **mentions) if one.predicate == predicate]
    assert [(one.subject, one.value) for one in found] == [(None, value)]


@pytest.mark.parametrize(
    ("text", "is_change"),
    [("My new boss is Rita.", True), ("For now my boss is Rita.", False)],
)
def test_a_new_boss_is_a_change(text: str, is_change: bool) -> None:
    # Notes are no own words, whose change the model would have to read.
    (claim,) = claims_of(text.replace("My", "User's").replace("my", "user's"), Rita="Person")
    assert (claim.predicate, claim.is_change) == ("reports_to", is_change)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I recently moved to York.", None),
        ("I recently moved to York in May 2026.", datetime(2026, 5, 1)),
    ],
)
def test_recently_is_no_day(text: str, start: datetime | None) -> None:
    (claim,) = claims_of(text, York="Location")
    assert claim.valid_from == (start and start.replace(tzinfo=TOKYO))
