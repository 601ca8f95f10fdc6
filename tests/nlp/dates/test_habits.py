"""Tense of the clause, habits and generic seasons, as a memory is read."""

from datetime import datetime

import pytest

from nlp.dates import find
from tests.nlp.dates.conftest import NOW, TOKYO, short

MARCH = datetime(2026, 3, 5, 9, tzinfo=TOKYO)


def starts(text: str, now: datetime = NOW) -> list[str]:
    found = find(text, now=now, is_past=False, with_habits=False)
    return [short(one.start or one.end) for one in found]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("4月から東京で働きます", "2026-04-01"),
        ("4月から東京で働いています", "2025-04-01"),
        ("4月から東京で働いた", "2025-04-01"),
        ("12月に引っ越すことになりました", "2026-12-01"),
        ("12月に引っ越しました", "2025-12-01"),
        ("会ったのは月曜", "2026-03-02"),
        ("月曜、飲みに行かない？", "2026-03-09"),
        ("さ来週の月曜", "2026-03-16"),
        ("月曜はありがとう！", "2026-03-02"),
        ("月曜にたくさん話すね", "2026-03-09"),
        ("会議は月曜に変更になりました", "2026-03-09"),
        ("The meeting was moved to Monday.", "2026-03-09"),
        ("We agreed to meet on Monday.", "2026-03-09"),
        ("Send the revised quote before Friday.", "2026-03-06"),
        ("She revised the quote before Friday.", "2026-02-27"),
        ("I have an appointment on Monday", "2026-03-09"),
        ("I have been there on Monday", "2026-03-02"),
    ],
)
def test_the_verb_of_the_clause_decides(text: str, start: str) -> None:
    assert starts(text, MARCH) == [start]


def test_each_clause_has_its_own_tense() -> None:
    text = "I met Ben on Monday, so we can decide on Thursday."
    assert starts(text) == ["2026-11-16", "2026-11-26"]
    assert starts("月曜に会った。木曜にまた会う") == ["2026-11-16", "2026-11-26"]


@pytest.mark.parametrize(
    "text",
    [
        "春は桜もきれい",
        "冬が苦手",
        "夏になると食欲が落ちる",
        "いつも日曜はカレー",
        "週に2回、火曜と金曜に練習がある",
        "7月7日生まれの妹",
        "火曜は燃えるゴミの日",
        "金曜は在宅です",
        "金曜日は在宅勤務なので、家にいます",
        "火曜はジムに通っています",
        "Fridays I work from home",
        "Friday is my day off",
        "普段は9時から働いている",
        "I always sleep badly in winter.",
        "We usually have lunch at noon.",
        "Summer is too hot here.",
    ],
)
def test_a_habit_or_a_season_in_general_has_no_time(text: str) -> None:
    assert starts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "夏は北海道に行った",
        "去年の夏はいつも海にいた",
        "I skied in winter.",
        "金曜は会議です",
        "金曜は在宅でした",
        "来週の金曜は在宅です",
        "I always skied last winter.",
    ],
)
def test_what_happened_once_has_one(text: str) -> None:
    assert len(starts(text)) == 1


def test_a_question_or_a_comparison_keeps_habits() -> None:
    assert len(find("いつも日曜はカレー", now=NOW, is_past=False)) == 1
