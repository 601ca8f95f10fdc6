"""Queries with labelled times: what a search is limited to, and what is no time at all."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memories.schemas import SearchFilters
from memories.search.query.narrowing import (
    LONGEST_QUERY,
    AskedRange,
    asked_ranges,
    asks_about_past,
    asks_nothing_else,
)
from memories.search.query.parsing import parse_query

NOW = datetime(2026, 5, 20, 10, tzinfo=ZoneInfo("Asia/Tokyo"))
DATA = Path(__file__).parents[2] / "bench" / "asked_times.jsonl"
# Written before "recently" only preferred, and held back.
LATER_DATA = DATA.with_name("asked_times_later.jsonl")
LATER = [json.loads(line) for line in LATER_DATA.read_text("utf-8").splitlines()]
LATER_RIGHT = 36
LABELLED = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]


def ranges(query: str, **filters: Any) -> tuple[AskedRange, ...]:
    return asked_ranges(query, parse_query(query, NOW).times, SearchFilters(**filters))


def test_there_are_fifty_queries_of_each_language() -> None:
    assert [sum(row["language"] == each for row in LABELLED) for each in ("en", "ja")] == [50, 50]
    assert sum(row["range"] is None for row in LABELLED) == 40


@pytest.mark.parametrize("row", LABELLED, ids=lambda row: row["query"])
def test_a_labelled_query_is_limited_to_its_time(row: dict[str, Any]) -> None:
    found, expected = ranges(row["query"]), row["range"]
    if expected is None:
        assert found == ()
        return
    (one,) = found
    assert [at and at.isoformat(timespec="minutes") for at in (one.start, one.end)] == [
        expected["start"],
        expected["end"],
    ]
    assert one.is_soft == expected["is_soft"]
    assert parse_query(row["query"], NOW).is_only_time == expected["is_only_time"]


def test_later_queries_are_limited_or_only_prefer() -> None:
    right = [_is_read(row) for row in LATER]
    assert (len(right), sum(right) >= LATER_RIGHT) == (40, True)


def _is_read(row: dict[str, Any]) -> bool:
    found, expected = ranges(row["query"]), row["range"]
    if expected is None:
        return not found
    ends = [
        [at and at.isoformat(timespec="minutes") for at in (one.start, one.end)] for one in found
    ]
    is_only_time = parse_query(row["query"], NOW).is_only_time
    limits = is_only_time or any(not one.is_loose for one in found)
    wanted = [[expected["start"], expected["end"]]]
    return (ends, limits, is_only_time) == (wanted, row["limits"], expected["is_only_time"])


@pytest.mark.parametrize(
    "query",
    [
        "what do I do in the morning",
        "lunch at noon",
        "午前中にすること",
        "x" * LONGEST_QUERY + " 先週",
    ],
)
def test_an_hour_without_a_day_and_a_long_text_do_not_narrow(query: str) -> None:
    assert ranges(query) == ()


@pytest.mark.parametrize(
    "query",
    [
        "what can I plant in June",
        "the winter triangle",
        "梅雨とは何の一種?",
        "冬の大三角",
        "7月に入ると東北地方はどうなる",
        "『あしたのジョー』の作者",
        'who wrote "Tomorrow Never Dies"',
    ],
)
def test_what_comes_every_year_and_titles_do_not_narrow(query: str) -> None:
    assert ranges(query) == ()


def test_of_a_time_within_another_only_the_shorter_counts() -> None:
    (one,) = ranges("in 2026, what did Ken plan in March?")
    assert (one.start, one.end) == (
        datetime(2026, 3, 1, tzinfo=NOW.tzinfo),
        datetime(2026, 4, 1, tzinfo=NOW.tzinfo),
    )
    assert len(ranges("compare last week and the week of yesterday")) == 2
    assert len(ranges("2024年と2025年の体重")) == 2


@pytest.mark.parametrize(
    "filters",
    [{"created_after": "2026-01-01"}, {"about_before": "2026-01-01"}, {"held_at": "2026-01-01"}],
)
def test_filters_of_a_time_win(filters: dict[str, str]) -> None:
    assert ranges("what happened last week", **filters) == ()


@pytest.mark.parametrize(
    "rest", ["", "?", "what happened?", "何をしていましたか", "出来事を教えて", "メモ"]
)
def test_a_rest_that_asks_for_nothing(rest: str) -> None:
    assert asks_nothing_else(rest)


@pytest.mark.parametrize(
    "rest", ["the dentist", "what did Ken do", "健さんと話したこと", "メモ帳の色", "あ" * 400]
)
def test_a_rest_that_asks_for_something(rest: str) -> None:
    assert not asks_nothing_else(rest)


@pytest.mark.parametrize(
    "query",
    [
        "where did I use to live: I used to have a garden", "my previous employer",
        "what was my old phone number",
        "以前の住所", "前はどこに住んでいた?", "昔の電話番号", "旧オフィスの場所",
        "what happened last week", "去年の夏の仕事",
    ],
)  # fmt: skip
def test_queries_about_the_past(query: str) -> None:
    assert asks_about_past(query, ranges(query), SearchFilters(), NOW)


@pytest.mark.parametrize(
    "query",
    [
        "where do I live", "my employer", "どこに住んでいる?", "今の住所", "名前は何?", "駅前にある店",
        "an hour before dinner",
        "plans for tomorrow", "how old is my daughter", "この前のメモ帳",
    ],
)  # fmt: skip
def test_queries_about_what_is(query: str) -> None:
    limited = [one for one in ranges(query) if one.end is None or one.end > NOW]
    assert not asks_about_past(query, limited, SearchFilters(), NOW)
