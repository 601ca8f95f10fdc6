"""Declare patterns and apply them; the patterns of dates in digits: 2026-05-03, 5/3, 10:30."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from nlp.text.tokens import has_japanese

from .parts import EXPLICIT, Frame, Level, Part
from .recurring import clock, day_of_year, month
from .relative import fixed, year
from .spans import Grain, Span, unit, wall

FULL_WIDTH = {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
CAPITALS = {code: chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}
SIGNS = str.maketrans("　\u00a0\t〜’‘‐–—−○零", "   ~''----〇〇")
FOLDING = FULL_WIDTH | CAPITALS | SIGNS

Match = re.Match[str]
CONTINUED = re.compile(r"[_@#$%\\]|[./:=+&][a-z0-9]|-[0-9]")
JOINED_DATE = re.compile(
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|[a-z]{3,5}ary|[a-z]{2,5}ember|march"
    r"|april|august|october|[a-z]{3,6}day|mid|pre|post|early|late|[0-9])-$"
)
YEARS = range(1900, 2100)
# Fractions rather than days, unless another word marks a date.
COMMON_FRACTIONS = {(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (1, 10)}
ON = re.compile(r"(?<![a-z])(?:on|by|since|until|till|before|after|from|between|dated|due) $")
AT = re.compile(
    r"(?<![a-z])(?:at|around|about|by|from|until|till|before|after|since|between)(?: about)? $"
)
SHARE = re.compile(
    r"[ ]?(?:の?(?:評価|確率|割合|程度|倍|量|サイズ|大きさ|確立|以上|以下)|ずつ|カップ|個|本|枚|杯|人|名|拍子"
    r"|に(?:切|分|減|縮|薄|圧縮|カット)|インチ|スケール|しか|だけ|くらい|ぐらい|ほど|ボルト|[vw](?![a-z])|ヘルツ"
    r"|問|点|回|件|台|匹|試合|ページ|勝|敗|(?:が|を|で|は|まで)?(?:再試行|失敗|成功|正解|不正解|完了|達成|合格|クリア|消化"
    r"|処理|終わ|進)|残)"
)
RATIO = re.compile(
    r"(?:比|率|割合|分数|ratio|odds|scale|再試行|試行|リトライ|ステップ|ページ|スコア|評価|進捗|達成度?|成績|得点|正答数?"
    r"|段階|フェーズ|パート|工程|残り|(?<![a-z])(?:steps?|pages?|parts?|score[ds]?|retry|retries|attempts?|tr(?:y|ies)"
    r"|chapters?|slides?|phases?|versions?|v|rated|rating|progress|passed|failed|tests?|about|roughly|only))"
    r"(?: of| is|[はがをの、:(（#=で ]){0,2} ?$"
)
DUE = re.compile(
    r"(?:due|deadline|date|birthday|appointment|meeting|exam|flight|release|launch|party|starts?|ends?)"
    r"(?: date)?(?: is| was|:)? $"
)
ON_OR_DUE = re.compile(f"{ON.pattern}|{DUE.pattern}")
DATE = r"(?P<y>[12][0-9]{3})(?P<s>[-/])(?P<m>[01]?[0-9])(?P=s)(?P<d>[0-3]?[0-9])"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words that stand for one or more parts.

    A weak chunk ("may", 朝, 3/4) counts only next to another one, or after ``cue``, a
    pattern that must match right before it.
    """

    start: int
    end: int
    parts: tuple[Part, ...]
    cue: re.Pattern[str] | None = None
    is_weak: bool = False
    is_about: bool = False
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """The parts that a rule makes of a match, before they have their span."""

    parts: tuple[Part, ...]
    cue: re.Pattern[str] | None = None
    is_weak: bool = False
    is_about: bool = False
    # Of a date, so that 10/3(金) is in a year in which it was a Friday.
    weekday: int | None = None


# From the match and the text as written: a capital distinguishes May from may.
Make = Callable[[Match, str], RuleMatch | Part | None]


@dataclass(frozen=True, slots=True)
class DateRule:
    """A pattern and the function that makes its parts.

    A pattern begins with a literal or a class, so that the search can skip to it, and has no
    unbounded repetition. ``refused`` must not match the words before.
    """

    pattern: re.Pattern[str]
    make: Make
    refused: re.Pattern[str] | None = None
    is_latin: bool = True


def latin_rule(pattern: str, make: Make, refused: re.Pattern[str] | None = None) -> DateRule:
    """Return a rule for whole words in Latin letters or digits."""
    return DateRule(re.compile(rf"(?:{pattern})(?![a-z0-9_])"), make, refused)


def cjk_rule(pattern: str, make: Make, refused: re.Pattern[str] | None = None) -> DateRule:
    """Return a rule for Japanese, which has no spaces between words."""
    return DateRule(re.compile(pattern), make, refused, is_latin=False)


def fold(text: str) -> str:
    """Return ``text`` in lower case and half width; its length stays the same."""
    return text.translate(FOLDING)


def before(folded: str, at: int, reach: int = 24) -> str:
    """Return the characters right before an offset."""
    return folded[max(0, at - reach) : at]


def find_chunks(rules: Iterable[DateRule], text: str, folded: str) -> list[Chunk]:
    """Return the chunks of ``text`` in order; of overlapping ones, the longest."""
    found = [chunk for each in rules for chunk in _matches(each, text, folded)]
    found.sort(key=lambda chunk: (chunk.start - chunk.end, chunk.start))
    starts: list[int] = []
    kept: list[Chunk] = []
    for chunk in found:
        place = bisect_right(starts, chunk.start)
        is_free = (place == 0 or kept[place - 1].end <= chunk.start) and (
            place == len(kept) or chunk.end <= kept[place].start
        )
        if is_free:
            starts.insert(place, chunk.start)
            kept.insert(place, chunk)
    return kept


def _matches(each: DateRule, text: str, folded: str) -> Iterator[Chunk]:
    for match in each.pattern.finditer(folded):
        start, end = match.span()
        if each.is_latin and not _stands_alone(folded, start, end):
            continue
        if each.refused and each.refused.search(before(folded, start)):
            continue
        try:
            found = each.make(match, text)
        except (ValueError, OverflowError):
            continue
        if isinstance(found, Part):
            found = RuleMatch((found,))
        if found is not None:
            yield Chunk(
                start,
                end,
                found.parts,
                found.cue,
                found.is_weak,
                found.is_about,
                found.weekday,
            )


def _stands_alone(folded: str, start: int, end: int) -> bool:
    """Whether a Latin word is not part of a longer word, a path or a version."""
    previous, following = folded[start - 1 : start], folded[end : end + 2]
    if _is_letter(previous) or previous in tuple("_@#$\\/.:+=&%") or _is_letter(following[:1]):
        return False
    if previous == "-" and _is_letter(folded[start - 2 : start - 1] if start > 1 else ""):
        # A hyphen before makes it a word of code, unless a date precedes it ("May-July").
        return bool(JOINED_DATE.search(before(folded, start, 12)))
    return not CONTINUED.match(following)


def _is_letter(sign: str) -> bool:
    return sign.isalnum() and sign < "\u3000"


def _date(match: Match, text: str) -> RuleMatch | None:
    if int(match["y"]) not in YEARS:
        return None
    moment = datetime(int(match["y"]), int(match["m"]), int(match["d"]))
    return RuleMatch((fixed(Level.DAY, unit(moment, Grain.DAY)),))


def _moment(match: Match, text: str) -> RuleMatch | None:
    """Return a date with a time; a zone of its own is converted to that of now."""
    if int(match["y"]) not in YEARS:
        return None
    year_, month_, day, hour, minute = (int(match[name]) for name in "ymdhn")
    at = datetime(year_, month_, day, hour, minute)
    if match["zone"] is None:
        return RuleMatch((fixed(Level.CLOCK, unit(at, Grain.MINUTE)),))
    zone = datetime.strptime(match["zone"].upper(), "%z").tzinfo
    instant = at.replace(tzinfo=zone)

    def place(frame: Frame, within: Span | None) -> Span | None:
        here = wall(instant.astimezone(frame.now.tzinfo))
        return None if within else unit(here, Grain.MINUTE)

    return RuleMatch((Part(Level.CLOCK, place, EXPLICIT, EXPLICIT),))


def _year_month(match: Match, text: str) -> RuleMatch | None:
    if int(match["y"]) not in YEARS:
        return None
    return RuleMatch((year(int(match["y"])), month(int(match["m"]))))


def _american(match: Match, text: str) -> RuleMatch:
    first, second = int(match["m"]), int(match["d"])
    number = int(match["y"])
    number += 2000 if number < 100 else 0
    if first > 12:
        first, second = second, first
    return RuleMatch((year(number), day_of_year(first, second)))


def _month_day(match: Match, text: str) -> RuleMatch | None:
    first, second = int(match["m"]), int(match["d"])
    following = text[match.end() : match.end() + 8]
    is_japanese = has_japanese(text)
    if first > 12 and not is_japanese:
        first, second = second, first
    datetime(2024, first, second)
    is_share = (first, second) in COMMON_FRACTIONS
    if SHARE.match(following):
        return None
    is_certain = (is_japanese or text.strip() == match.group()) and (
        not is_share or following[:1] in tuple("にはかま(（、")
    )
    part = day_of_year(first, second)
    return RuleMatch((part,), cue=ON_OR_DUE, is_weak=not is_certain)


def _time(match: Match, text: str) -> RuleMatch:
    part = clock(int(match["h"]), int(match["n"]), is_exact=True)
    is_certain = text[match.end() : match.end() + 1] in tuple("にかまご頃")
    return RuleMatch((part,), cue=AT, is_weak=not is_certain)


RULES: tuple[DateRule, ...] = (
    latin_rule(DATE, _date),
    latin_rule(
        DATE + r"[t ](?P<h>[0-2]?[0-9]):(?P<n>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
        r"(?P<zone>z|[+-][0-9]{2}:?[0-9]{2})?",
        _moment,
    ),
    latin_rule(r"(?P<y>[12][0-9]{3})\.(?P<m>[01][0-9])\.(?P<d>[0-3][0-9])", _date),
    latin_rule(r"(?P<y>[12][0-9]{3})[-/](?P<m>0[1-9]|1[0-2]|[1-9])", _year_month),
    latin_rule(r"(?P<m>[0-3]?[0-9])/(?P<d>[0-3]?[0-9])/(?P<y>[12][0-9]{3}|[0-9]{2})", _american),
    latin_rule(r"(?P<m>[0-3]?[0-9])/(?P<d>[0-3]?[0-9])", _month_day, RATIO),
    latin_rule(r"(?P<h>[0-2]?[0-9]):(?P<n>[0-5][0-9])(?::[0-5][0-9])?", _time),
)
