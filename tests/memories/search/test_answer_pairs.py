"""Questions that two memories answer together, and those that they do not."""

from collections.abc import Callable

import pytest

from core.caller import Caller
from memories.schemas import SavedOut, SearchOut

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]

# None of the lines alone answers one of the questions so well.
FLOOR = 0.88
LINES = [
    "千夏の夫は佐伯慎吾。",
    "佐伯慎吾の出身地は高知県四万十市。",
    "青葉ホールの座席数は620席。",
    "緑町会館の座席数は410席。",
    "Orla's landlord is Fergal Dunphy.",
    "Fergal Dunphy's birthday is on 3 March.",
    "Planted tulips today; Orla helped and then made soup for everybody.",
    "コンビニで牛乳を買った。",
    "The pilot at the Amagasaki warehouse starts on October 30.",
]


@pytest.fixture(autouse=True)
def lines(owner: Caller, save: Save) -> None:
    for number, line in enumerate(LINES):
        save(owner, line, session_id=f"p{number}", pack="lifelog")


@pytest.mark.parametrize(
    ("query", "both"),
    [
        ("千夏の夫の出身地はどこですか？", {0, 1}),
        ("青葉ホールと緑町会館、座席数が多いのはどちらですか？", {2, 3}),
        ("When is the birthday of Orla's landlord?", {4, 5}),
    ],
)
def test_two_memories_answer_together(
    owner: Caller, find: Find, query: str, both: set[int]
) -> None:
    out = find(owner, query, floor=FLOOR)
    assert out.answered
    best = [hit for hit in out.results if (hit.answers or 0) >= FLOOR]
    assert {LINES[at] for at in both} == {hit.memory.text for hit in best}


@pytest.mark.parametrize(
    "query",
    [
        "千夏の夫の血液型は何型ですか？",
        "What is the blood type of Orla's landlord?",
    ],
)
def test_what_neither_holds_stays_unknown(owner: Caller, find: Find, query: str) -> None:
    assert not find(owner, query).answered
