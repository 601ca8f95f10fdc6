"""Find the times of a text as comparable values: 15:00 and 午後3時 are equal."""

import re
from collections.abc import Iterator
from datetime import datetime

from nlp.dates import Grain, TimeExpression, find

from .tokens import Value

CLOCK_GRAINS = frozenset({Grain.MINUTE, Grain.HOUR, Grain.PART_OF_DAY})
DATE_WORD = re.compile(
    r"[年月]|\d日|日曜|[月火水木金土日]曜|今[日朝晩夜]|明日|昨[日夜晩]|先|来|週|day|tonight|week|month"
    r"|january|february|march|april|may|june|july|august|sept|october|november|december|\d[-/]\d",
    re.IGNORECASE,
)
HALF_OF_DAY = re.compile(
    r"午前|午後|朝|晩|夜|夕|昼|正午|[ap]\.?m|noon|midnight|morning|evening|night|afternoon",
    re.IGNORECASE,
)
# Words for recurring times, which mean no single date.
RECURRING = re.compile(
    r"毎[年月週日朝晩夜]|おき|誕生日|記念日|いつも|\bevery\b|\beach\b|birthday|anniversary"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:daily|weekly|monthly|yearly|always)\b",
    re.IGNORECASE,
)
DIGITS_OF_YEAR = re.compile(r"\d{4}|[〇一二三四五六七八九]{4}年|令和|平成|昭和")
HALF_DAY = 12 * 60
STAMP = "%Y%m%d%H%M"


def find_times(text: str, said_at: datetime) -> Iterator[Value]:
    """Yield the times of a text (NFKC) that was written at an aware moment."""
    recurs = bool(RECURRING.search(text))
    for time in find(text, now=said_at, is_past=False):
        is_clock = _is_clock(time)
        key = _clock(time) if is_clock else _date(time, recurs=recurs)
        sort = "time clock" if is_clock else "time date"
        yield Value(sort, key, time.text.strip(" .,。、"), time.start_char, time.end_char)


def _is_clock(time: TimeExpression) -> bool:
    return time.grain in CLOCK_GRAINS and not DATE_WORD.search(time.text)


def _clock(time: TimeExpression) -> str:
    """Return the time of day; its half of the day is left out if the words leave it open."""
    moment = time.start or time.end
    assert moment is not None
    minutes = moment.hour * 60 + moment.minute
    if minutes % HALF_DAY == 0 and re.search(r"正午|noon|昼", time.text):
        minutes = HALF_DAY
    is_open = not HALF_OF_DAY.search(time.text) and not re.search(
        r"1[3-9]|2[0-3]|00?[:時]|:\d\d", time.text
    )
    return f"{minutes % HALF_DAY:04d}?" if is_open else f"{minutes:04d}"


def _date(time: TimeExpression, *, recurs: bool) -> str:
    """Return the range as two comparable strings; a recurring time keeps only its place in the cycle."""
    start, end = time.start or time.end, time.end if time.start else None
    assert start is not None
    if recurs and not DIGITS_OF_YEAR.search(time.text):
        is_weekday = re.search(r"曜|day", time.text, re.IGNORECASE)
        return f"{start:%a %H:%M}" if is_weekday else f"{start:%m-%d}"
    return f"{start:{STAMP}}/{end or start:{STAMP}}"


def agree(one: str, other: str) -> bool:
    """Whether two keys may mean the same time: one contains the other, or one lacks the half of the day."""
    if "/" in one and "/" in other:
        return _within(one, other) or _within(other, one)
    if one.endswith("?") or other.endswith("?"):
        first, second = one.rstrip("?"), other.rstrip("?")
        is_clock = first.isdigit() and second.isdigit()
        return is_clock and int(first) % HALF_DAY == int(second) % HALF_DAY
    return one == other


def _within(one: str, other: str) -> bool:
    (start, end), (first, last) = one.split("/"), other.split("/")
    return first <= start and end <= last
