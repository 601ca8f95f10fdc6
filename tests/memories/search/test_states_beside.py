"""What is known stands beside the hits of a search only where it bears on the question."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from memories.schemas import SavedOut, SearchOut

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


@pytest.mark.parametrize(
    ("query", "known"),
    [
        ("what am I allergic to", {"shellfish"}),
        ("book me a flight to Rome", {"aisle seats on long flights"}),
        ("how do I sort a list in Python", set()),
    ],
)
def test_only_what_bears_on_the_question(
    owner: Caller, save: Save, find: Find, settings: Any, query: str, known: set[str]
) -> None:
    settings.EXTRACTION = "rules"
    for text in (
        "I'm allergic to shellfish and I live in Osaka.",
        "I prefer aisle seats on long flights.",
        "I speak Polish.",
    ):
        save(owner, text, pack="lifelog", session_id=text[:8])
    found = find(owner, query)
    assert {state.value for state in found.states} == known
