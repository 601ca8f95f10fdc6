"""Codes of games, patients of dramas and houses of novels are nobody's."""

import pytest

from nlp.privacy.policy import EXAMPLE, detect


@pytest.mark.parametrize(
    "text",
    [
        "stuck on level 3: the vault code in the game is 4-1-9-2 but the dial won't turn",
        "脱出ゲームの3問目、金庫の番号が5→2→8なのは分かったけど、なぜ開かない。",
        "Coroner drama, ep 5: the patient number on the toe tag reads JD-0047.",
        "novel notes: the detective lives at 221B Baker Street, maybe 221C",
    ],
)
def test_what_a_story_shows_is_an_example(text: str) -> None:
    assert {one.what for one in detect(text)} <= {EXAMPLE}


def test_a_password_beside_a_story_is_one() -> None:
    found = detect("In the game I am Ravn. My Steam password is Korb7!stein, keep it.")
    assert [one.what for one in found] == ["password"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("〒604-8571 ってどのあたり?", []),
        ("新しい住所は〒604-8571です", ["address"]),
        ("im 14 weeks pregnant and haven't told work yet", ["health"]),
        ("娘は卵と小麦のアレルギーで給食が心配", ["health"]),
        ("its normal for me but Marcus's family gets weird about it", []),
    ],
)
def test_what_is_personal_is_told_from_what_is_not(text: str, kinds: list[str]) -> None:
    assert [one.what for one in detect(text)] == kinds
