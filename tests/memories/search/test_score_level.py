"""What a score means does not depend on how much, or what else, a space holds."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from memories.index import embedding_jobs
from memories.schemas import SearchOut
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db
Find = Callable[..., SearchOut]
NOTES = [
    "The dentist moved my appointment to the ninth of June.",
    "Aiko wants a red kite for her birthday.",
    "The boiler in the cellar was repaired by Mr Brandt.",
    "We chose PostgreSQL for the new billing service.",
    "My aim is a weight of 65 kg before the summer.",
    "The key of the bicycle shed hangs behind the door.",
    "庭のレモンの木を植え替えた。",
    "娘のピアノの発表会は七月二日です。",
]
QUESTIONS = {
    "Who repaired the boiler?": 2,
    "Which database did we choose for billing?": 3,
    "What is my weight aim for the summer?": 4,
    "Where is the key of the bicycle shed?": 5,
    "ピアノの発表会はいつ？": 7,
}
MANY = 2_000
ALIKE = [f"weight {60 + at % 200 / 10} kg" for at in range(MANY)]


@pytest.fixture
def scores(find: Find) -> Callable[[Caller], dict[str, float]]:
    def _scores(caller: Caller) -> dict[str, float]:
        found = {}
        for question, at in QUESTIONS.items():
            hits = find(caller, question, limit=20).results
            assert hits[0].memory.text == NOTES[at], question
            found[question] = hits[0].score
        return found

    return _scores


def test_thousands_of_alike_rows_leave_other_scores_alone(
    owner: Caller, other: Caller, save_all: SaveAll, scores: Any, find: Find
) -> None:
    for caller in (owner, other):
        save_all(caller, NOTES, pack="lifelog")
    for at in range(0, MANY, 1_000):
        save_all(other, ALIKE[at : at + 1_000], pack="lifelog")
    embedding_jobs.drain()
    few, many = scores(owner), scores(other)
    assert all(abs(few[question] - many[question]) < 0.15 for question in QUESTIONS), (few, many)
    alike = [hit.score for hit in find(other, "weight 70.2 kg", limit=20).results]
    assert max(alike) < 0.95 and alike[0] > alike[-1]


def test_a_fresh_save_stands_at_its_place_before_it_has_a_vector(
    owner: Caller, save_all: SaveAll, find: Find
) -> None:
    save_all(owner, [*NOTES, *ALIKE[:60]], pack="lifelog")
    embedding_jobs.drain()
    save_all(owner, ["The boiler in the attic was repaired by Ms Kern."], pack="lifelog")
    hits = find(owner, "Who repaired the boiler in the attic?").results
    assert hits[0].memory.text.startswith("The boiler in the attic")
    embedding_jobs.drain()
    after = find(owner, "Who repaired the boiler in the attic?").results
    assert after[0].memory.text == hits[0].memory.text
    assert abs(after[0].score - hits[0].score) < 0.15
