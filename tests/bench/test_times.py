"""Texts with labelled times, and many that only look as if they had one."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from memory_site.bench.extraction.times import TimesOutcome, measure_times, read_timed
from memory_site.bench.reports.times import times_data, times_table

DATA = Path(__file__).with_name("times.jsonl")


def row(text: str, *times: tuple[str, str | None, str | None], **more: Any) -> str:
    listed = [{"text": words, "start": start, "end": end, **more} for words, start, end in times]
    said_at = "2026-10-14T21:00+09:00"
    given = {"language": "ja", "split": "test", "text": text, "said_at": said_at, "times": listed}
    return json.dumps(given)


def day(number: int) -> str:
    return f"2026-10-{number}T00:00+09:00"


def measured(path: Path) -> TimesOutcome:
    return measure_times(read_timed(path), lambda _count: None)


def test_the_file_has_both_languages_and_many_texts_without_a_time() -> None:
    texts = read_timed(DATA)
    assert Counter(each.language for each in texts) >= Counter(ja=160, en=80)
    untimed = Counter(each.language for each in texts if not each.times)
    assert untimed >= Counter(ja=60, en=25)
    assert {each.split for each in texts} == {"tuning", "test"}


def test_words_and_range_are_compared_with_the_label(tmp_path: Path) -> None:
    rows = [
        row("明日会う", ("明日", day(15), day(16))),
        row("昨日会った", ("昨日", day(12), day(13))),
        row("明日から休む", ("明日から", day(15), None)),
        row("月に一度は帰る"),
        row("今朝転んだ", ("今朝", "2026-10-14T05:00+09:00", "2026-10-14T10:00+09:00"), rough=True),
    ]
    path = tmp_path / "times.jsonl"
    path.write_text("\n".join(rows), "utf-8")
    outcome = measured(path)
    count = outcome.counts["ja test"]
    assert (count.texts, count.right, count.untimed, count.invented) == (5, 4, 1, 0)
    assert (count.times.right, count.times.wrong, count.times.missed) == (3, 1, 1)
    assert [fault["text"] for fault in outcome.faults] == ["昨日会った"]
    assert times_table(outcome).rows[0][2] == "4 (80.0%)"
    assert times_data(outcome)["groups"]["ja test"]["right"] == 4


def test_most_texts_are_read_without_an_error() -> None:
    counts = measured(DATA).counts
    shares = {name: count.right / count.texts for name, count in counts.items()}
    assert min(shares["ja test"], shares["ja tuning"]) >= 0.95, shares
    assert min(shares["en test"], shares["en tuning"]) >= 0.9, shares
    assert sum(count.invented for count in counts.values()) <= 4


@pytest.mark.parametrize(
    "line",
    ["{", "[]", row("明日", ("昨日", day(15), day(16))), row("明日", ("明日", None, None)),
     row("明日", ("明日", "2026-10-15", None))],
)  # fmt: skip
def test_another_format_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "times.jsonl"
    path.write_text(f"{row('明日', ('明日', day(15), day(16)))}\n{line}", "utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        read_timed(path)
