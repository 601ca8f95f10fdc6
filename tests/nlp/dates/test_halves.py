"""Halves of units: every unit, in both directions and both languages."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.dates import find
from nlp.dates.english import words
from nlp.dates.japanese.words import UNITS
from tests.nlp.dates.conftest import NOW, spans

NUMBERS = ["半", "1", "2", "十", "数", "二三", "2、3"]
JAPANESE_UNITS = ["年", "ヶ月", "か月", "月", "週", "週間", "日", "日間", "時間", "分", "分間"]
# These count no time of the calendar.
OTHER_UNITS = ["秒", "秒間", "人", "倍", "世紀", "個"]
ENGLISH_UNITS = sorted({unit + plural for unit in words.UNITS for plural in ("", "s")})


@pytest.mark.parametrize("unit", JAPANESE_UNITS + OTHER_UNITS)
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("half", ["", "半"])
@pytest.mark.parametrize(
    "frame",
    ["{}前", "{}後", "{}ほど前", "過去{}", "この{}", "今後{}", "あと{}", "{}前から{}後まで"],
)
def test_every_japanese_unit_with_a_half_is_read(
    frame: str, half: str, number: str, unit: str
) -> None:
    words = f"{number}{unit}{half}"
    text = frame.format(*[words] * frame.count("{}"))
    assert all(one.text in text for one in find(text, now=NOW))


@pytest.mark.parametrize("unit", ENGLISH_UNITS)
@pytest.mark.parametrize(
    "frame",
    [
        "half a {}", "half an {}", "2 and a half {}", "2.5 {}", "two {} and a half", "a {} and a half",
    ],
)  # fmt: skip
@pytest.mark.parametrize("direction", ["{} ago", "{} earlier", "{} from now", "{} later", "in {}"])
def test_every_english_unit_with_a_half_is_read(direction: str, frame: str, unit: str) -> None:
    text = direction.format(frame.format(unit))
    assert all(one.text in text for one in find(text, now=NOW))


def test_the_units_of_the_rules_are_all_tried() -> None:
    assert {unit[0] if "月" not in unit else "月" for unit in JAPANESE_UNITS} >= set(UNITS)


@pytest.mark.parametrize(
    ("text", "middle"),
    [
        ("2分半前", timedelta(minutes=-2, seconds=-30)),
        ("2分半後", timedelta(minutes=2, seconds=30)),
        ("2時間半前", timedelta(hours=-2, minutes=-30)),
        ("半時間後", timedelta(minutes=30)),
        ("half a minute ago", timedelta(seconds=-30)),
        ("two and a half minutes ago", timedelta(minutes=-2, seconds=-30)),
        ("2.5 minutes from now", timedelta(minutes=2, seconds=30)),
    ],
)
def test_half_units_of_the_clock(text: str, middle: timedelta) -> None:
    (one,) = find(text, now=NOW)
    assert one.start is not None
    assert one.end is not None
    assert one.start + (one.end - one.start) / 2 == NOW + middle


@pytest.mark.parametrize(
    ("text", "day"),
    [("half a fortnight ago", (2026, 11, 13)), ("1.5 fortnights ago", (2026, 10, 30))],
)
def test_a_half_of_a_fortnight_is_a_half_of_two_weeks(text: str, day: tuple[int, int, int]) -> None:
    (one,) = find(text, now=NOW)
    assert one.start is not None
    assert one.end is not None
    assert one.start <= datetime(*day, 12, tzinfo=NOW.tzinfo) <= one.end


@pytest.mark.parametrize("unit", ["年", "ヶ月", "週間", "時間", "分", "秒", "人", "倍", "個"])
def test_an_amount_with_a_half_is_no_date(unit: str) -> None:
    assert spans(f"2{unit}半かかった") == []


@pytest.mark.parametrize("text", ["この半分を食べた", "過去半分", "半分後に", "あと半分で終わる"])
def test_a_share_is_no_time(text: str) -> None:
    assert spans(text) == []


PIECES = st.sampled_from(
    [*NUMBERS, *JAPANESE_UNITS, *ENGLISH_UNITS, "半", "前", "後", "ほど", "約", "この", "過去", "あと", "から",
     "まで", "間", "の", "half", " a ", " an ", " and a half ", ".5 ", " ago", "in ", "past ", "last ", " "]
)  # fmt: skip


@given(st.lists(PIECES, max_size=8).map("".join))
def test_whatever_is_said_with_halves_is_read(text: str) -> None:
    find(text, now=NOW)
