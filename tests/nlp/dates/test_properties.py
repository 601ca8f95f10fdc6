"""What holds for any text: it is read without error, and the places fit."""

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nlp.dates import find, remainder, rules
from nlp.dates.english import rules as english
from nlp.dates.japanese import rules as japanese
from nlp.dates.rules import DateRule, fold
from tests.nlp.dates.conftest import NOW

WORDS = st.sampled_from(
    [
        "去年", "先週", "3月", "5月3日", "夏", "の", "に", "から", "まで", "〜", "月曜", "頃", "末", "三日前",
        "10年ほど前", "午後3時", "5/3", "2026-05-03", "今日", "平成元年", "last", "this", "next", "week",
        "year", "May", "march", "monday", "in", "on", "since", "before", "between", "and", "to", "3 days ago",
        "2024", "1990s", "early", "the end of", "morning", "10:30", "3pm", "Q3", "christmas", "the other day",
        "İ", "ﬁ", "\n",
    ]
)  # fmt: skip
PHRASES = st.lists(st.tuples(WORDS, st.sampled_from(["", " ", "、", ", "])), max_size=12).map(
    lambda pairs: "".join(word + sign for word, sign in pairs)
)
TEXTS = st.text(max_size=200) | PHRASES
ZONES = st.sampled_from(
    ["UTC", "Asia/Tokyo", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe"]
)
MOMENTS = st.builds(lambda at, zone: at.replace(tzinfo=ZoneInfo(zone)), st.datetimes(), ZONES)


@given(TEXTS, MOMENTS, st.booleans())
@example("去年から", datetime(1, 1, 1, tzinfo=UTC), True)
@example("next century", datetime(9999, 12, 31, 23, tzinfo=UTC), False)
def test_any_text(text: str, now: datetime, is_past: bool) -> None:
    found = find(text, now=now, is_past=is_past)
    for one in found:
        assert text[one.start_char : one.end_char] == one.text != ""
        assert one.start is not None or one.end is not None
        assert all(at is None or at.tzinfo is now.tzinfo for at in (one.start, one.end))
        assert not (one.start and one.end) or one.start.astimezone(UTC) < one.end.astimezone(UTC)
        assert 0 < one.confidence <= 1
    assert all(one.end_char <= other.start_char for one, other in pairwise(found))
    assert isinstance(remainder(text, found), str)


@given(st.text())
def test_folding_keeps_places(text: str) -> None:
    assert len(fold(text)) == len(text)


@pytest.mark.parametrize(
    "piece", ["1", "十", "1/", "may ", "3月から", "last ", "2024-", "の", "in the ", " "]
)
def test_long_repetitions(piece: str) -> None:
    text = piece * 500
    assert all(one.text in text for one in find(text, now=NOW))


@pytest.mark.parametrize(
    "each", rules.RULES + english.RULES + japanese.RULES, ids=lambda one: one.pattern.pattern[:40]
)
def test_no_pattern_repeats_without_bound(each: DateRule) -> None:
    """So the time for a text grows with its length only, whatever it says."""
    pattern = each.pattern.pattern
    for sign in ("*", "+"):
        outside = pattern.replace(f"\\{sign}", "").replace("[+-]", "").replace("[*", "")
        assert sign not in outside
