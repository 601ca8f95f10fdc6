"""A new value takes the place of a known one only if it may."""

from datetime import UTC, datetime, timedelta

import pytest

from memories.knowledge.states.transitions import may_follow
from nlp.predicates import are_rivals

KNOWN_AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("old", "new", "years", "is_plausible"),
    [
        ("39", "40", 0, True),
        ("29", "90", 0, False),
        ("40", "12", 1, False),
        ("30", "40", 9, True),
        ("thirty", "31", 0, True),
        ("34歳", "35", 0, True),
    ],
)
def test_an_age_grows_by_the_years_that_pass(
    old: str, new: str, years: int, is_plausible: bool
) -> None:
    said_at = KNOWN_AT + timedelta(days=366 * years)
    assert may_follow("age", old, new, known_at=KNOWN_AT, said_at=said_at) is is_plausible


def test_anything_else_may_follow() -> None:
    assert may_follow("lives_in", "3", "Osaka", known_at=KNOWN_AT, said_at=KNOWN_AT)


@pytest.mark.parametrize(
    ("one", "other", "is_rival"),
    [
        ("vegan", "pescatarian", True),
        ("vegan", "ヴィーガン", False),
        ("vegetarian", "ペスカタリアン", True),
        ("strict vegetarian", "vegan", True),
        ("vegetarian", "a vegetarian", False),
        ("vegetarian", "gluten-free", False),
        ("ベジタリアン", "ヴィーガン", True),
    ],
)
def test_people_eat_in_one_way_at_a_time(one: str, other: str, is_rival: bool) -> None:
    assert are_rivals("diet", one, other) is is_rival
    assert not are_rivals("likes", one, other)
