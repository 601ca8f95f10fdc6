"""How times are said in Japanese, as patterns over the words of ``japanese_words``."""

import re
from collections.abc import Iterable

from nlp.dates.absolute import century, decade, fiscal_year, year
from nlp.dates.expression import Grain
from nlp.dates.modifiers import ABOUT, Bound, Modifiers, Portion, modifiers
from nlp.dates.numerals import KANJI_DIGITS, number
from nlp.dates.parts import CLOCK, Part
from nlp.dates.recurring import (
    clock,
    day_of_month,
    day_of_year,
    month,
    months_of_year,
    part_of_day,
    period,
    qualified,
    stretch,
    weekday,
    weekend,
)
from nlp.dates.relative import (
    HALF_UNITS,
    between_offsets,
    fiscal_offset,
    half_offset,
    offset,
    this_time,
    window,
)
from nlp.dates.rules import Found, Match, Rule, cjk_rule, rule

from .words import (
    DAY_PARTS,
    DAY_PARTS_ALONE,
    ERAS,
    FISCAL,
    NAMED,
    NAMED_BESIDE,
    NIGHTS,
    PICKS,
    RELATIVE,
    SEASONS,
    SPOKEN_DAYS,
    UNITS,
    VAGUE_WORDS,
    WEEKDAYS,
)

N = "(?:[0-9]{1,4}|[〇一二三四五六七八九十百千]{1,5})"
UNIT = r"年|[ヶかカヵケ箇]月|週間?|日間?|時間|分間?"
IN_NUMBER = r"紀元前$|[0-9〇一二三四五六七八九十百千万第.,¥$€#/:+]$|(?<![年月日時])-$"
NUMBER_BEFORE = re.compile(IN_NUMBER)
# 毎週月曜 names no one day.
EVERY = re.compile(
    rf"(?:毎[年月週日朝晩]?|例年|隔[週月]|各|あと|残り|約|計|丸|まる)の?$|{IN_NUMBER}"
)
# 日本日…, きょう in とうきょう: parts of other words.
WORD_BEFORE = re.compile(r"[ぁ-んァ-ヺー一-龯々](?<![はもがのにとで])$")
# A season after a kanji is a name or another word (青春, 常夏), unless a time stands there.
KANJI_BEFORE = re.compile(r"(?:毎年|例年)の?$|[一-龯々](?<![年月週日前後末])$")
# 末 after 今年 is a portion of it; 年末 alone is a time of its own.
UNIT_BEFORE = re.compile(rf"{EVERY.pattern}|[今先来本々昨去前翌再]$")
# 3年前の夏: 前 belongs to the years.
PICK_BEFORE = re.compile(rf"{UNIT_BEFORE.pattern}|[年月週日間]$")
# 元日本代表, クリスマスツリー: not the days.
NO_THING = r"(?!本|前線|ツリー|ソング|カラー|キャロル|ローズ)"
PARTICLE = r"(?=[一-龯はものにがとでか、。,?!？！ ]|$)"


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _year(match: Match, text: str) -> Part:
    return year(number(match["y"]))


def _short_year(match: Match, text: str) -> Part:
    return year(2000 + int(match["y"]))


def _era_year(match: Match, text: str) -> Part:
    count = 1 if match["y"] == "元" else number(match["y"])
    first = ERAS[match["era"]] + count
    return fiscal_year(first) if match["fiscal"] else year(first)


def _fiscal_year(match: Match, text: str) -> Part:
    return fiscal_year(number(match["y"]))


def _decade(match: Match, text: str) -> Part:
    first = int(match["y"])
    if first < 100:
        first += 2000 if first < 30 else 1900
    return decade(first)


def _century(match: Match, text: str) -> Part:
    return century(number(match["n"]))


def _month(match: Match, text: str) -> Found:
    the_month = month(number(match["m"]))
    if not match["d"]:
        return Found((the_month,))
    day = number(match["d"])
    return Found((day_of_year(number(match["m"]), day),))


def _months(match: Match, text: str) -> Part:
    return stretch(month(int(match["first"])), month(int(match["last"])))


def _day(match: Match, text: str) -> Found:
    day = number(match["d"])
    # 1日に3回 is "a day", 二日の旅 a length: alone, only days in digits after the first.
    is_said = match["said"] is not None and match["d"].isascii() and day > 1
    return Found((day_of_month(day),), is_weak=not is_said)


def _weekday(match: Match, text: str) -> Part:
    part = weekday(WEEKDAYS[match["w"]])
    return qualified(part, PICKS[match["q"]]) if match["q"] else part


def _relative(match: Match, text: str) -> Part:
    return offset(*RELATIVE[match.group()])


def _spoken_day(match: Match, text: str) -> Part:
    return offset(Grain.DAY, SPOKEN_DAYS[match["word"]])


def _fiscal(match: Match, text: str) -> Part:
    return fiscal_offset(FISCAL[match.group()])


def _weekend(match: Match, text: str) -> Found:
    week = offset(*RELATIVE[f"{match['week']}"])
    return Found((week, weekend()))


def _night(match: Match, text: str) -> Found:
    days, name = NIGHTS[match.group()]
    return Found((offset(Grain.DAY, days), part_of_day(*DAY_PARTS[name])))


def _day_part(match: Match, text: str) -> Found:
    name = match.group()
    return Found((part_of_day(*DAY_PARTS[name], alone=CLOCK),), is_weak=name not in DAY_PARTS_ALONE)


def _season(match: Match, text: str) -> Found:
    part = period(*SEASONS[match["s"]], Grain.SEASON)
    return Found((part,), is_weak=match["said"] is None)


def _picked_season(match: Match, text: str) -> Part:
    part = period(*SEASONS[match["s"]], Grain.SEASON)
    return qualified(part, PICKS[match["q"] or match["q2"]])


def _season_of(match: Match, text: str) -> Found:
    years = {"昨": -1, "今": 0, "来": 1}[match["q"]]
    return Found((offset(Grain.YEAR, years), period(*SEASONS[match["s"]], Grain.SEASON)))


def _named(match: Match, text: str) -> Found:
    return Found((NAMED[match["name"]],), is_weak=match["name"] in NAMED_BESIDE)


def _picked_named(match: Match, text: str) -> Part:
    return qualified(NAMED[match["name"]], PICKS[match["q"]])


def _golden_week(match: Match, text: str) -> Part | None:
    is_capital = text[match.start() : match.end()] in ("GW", "ＧＷ")
    return NAMED["ゴールデンウィーク"] if is_capital else None


def _quarter(match: Match, text: str) -> Part:
    return months_of_year(3 * number(match["n"]) - 2, 3, Grain.QUARTER)


def _clock(match: Match, text: str) -> Found | None:
    hour = number(match["h"])
    # 一時 is "for a while" as well.
    if match["h"] == "一" and not match["noon"] and not match["n"]:
        return None
    if match["noon"]:
        hour = hour % 12 + (12 if match["noon"] == "午後" else 0)
    minute = 30 if match["n"] == "半" else number(match["n"][:-1]) if match["n"] else None
    return Found((clock(hour, minute, is_exact=bool(match["noon"]) or hour == 0),))


def _counted(match: Match, text: str) -> Found | None:
    grain, sign = UNITS[_unit(match["u"])], -1 if match["dir"] == "前" else 1
    if _is_share(match, grain):
        return None
    is_about = bool(match["about"] or match["half"])
    if match["n"] == "数":
        return Found((between_offsets(grain, 2 * sign, 6 * sign, sure=0.7),))
    if match["n"] == "半":
        return Found((half_offset(grain, sign),), is_about=True)
    if low := number(match["low"]) if match["low"] else _pair(match["n"]):
        return Found((between_offsets(grain, low * sign, (low + 1) * sign, sure=0.8),))
    count = number(match["n"])
    if match["half"]:
        return Found((half_offset(grain, sign * (2 * count + 1)),), is_about=True)
    return Found((offset(grain, count * sign, is_counted=True),), is_about=is_about)


def _unit(words_of_unit: str) -> str:
    return "月" if "月" in words_of_unit else words_of_unit[0]


def _pair(numeral: str) -> int | None:
    """Return 2 for 二三 (two or three), None for other numbers."""
    if len(numeral) != 2 or not all(sign in KANJI_DIGITS for sign in numeral):
        return None
    low, high = (KANJI_DIGITS[sign] for sign in numeral)
    return low if high == low + 1 else None


def _is_share(match: Match, grain: Grain) -> bool:
    """Whether the words are 半分: half of something, and never half a minute."""
    return grain is Grain.MINUTE and str(match["n"]) == "半"


def _window(match: Match, text: str) -> Part | None:
    grain = UNITS[_unit(match["u"])]
    if _is_share(match, grain):
        return None
    sign = 1 if match["from"] in ("今後", "向こう", "これから", "あと") else -1
    if match["n"] == "半":
        finer, size = HALF_UNITS[grain]
        return window(finer, sign * size)
    return window(grain, sign * (5 if match["n"] == "数" else number(match["n"])))


def _vague(match: Match, text: str) -> Part:
    return VAGUE_WORDS[match.group()]


def _this_time(match: Match, text: str) -> Found:
    return Found((this_time(),), is_weak=True)


RULES: tuple[Rule, ...] = (
    cjk_rule(
        r"(?P<y>[12][0-9]{3}|[一二][〇一二三四五六七八九]{3})年"
        r"(?!間|代|度|前(?!半)|後(?!半)|以内|以上|ほど|くらい|ぐらい|分|もの|物)",
        _year,
        NUMBER_BEFORE,
    ),
    cjk_rule(r"(?P<y>[0-9]{2})年(?=[0-9]{1,2}月)", _short_year, NUMBER_BEFORE),
    cjk_rule(
        rf"(?P<era>令和|平成|昭和|大正|明治)(?P<y>元|{N})年(?P<fiscal>度)?(?![間代])", _era_year
    ),
    rule(r"(?P<era>[rhs])(?P<y>[0-9]{1,2})年(?P<fiscal>度)?(?![間代])", _era_year),
    cjk_rule(
        r"(?P<y>[12][0-9]{3}|[一二][〇一二三四五六七八九]{3})年度", _fiscal_year, NUMBER_BEFORE
    ),
    cjk_rule(r"(?P<y>[12][0-9]{2}0|[0-9]0)年代", _decade, NUMBER_BEFORE),
    cjk_rule(rf"(?P<n>{N})世紀", _century, NUMBER_BEFORE),
    cjk_rule(
        r"(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月"
        r"(?![面光見曜額間謝刊例雨病蝿晴ほ後]|前(?!半))"
        rf"(?:(?P<d>{N})日(?!間|[前後目分](?!半)|曜))?",
        _month,
        EVERY,
    ),
    cjk_rule(
        r"(?P<first>1[0-2]|[1-9])月?[~-](?P<last>1[0-2]|[1-9])月(?!前(?!半))",
        _months,
        EVERY,
    ),
    cjk_rule(
        rf"(?P<d>{N})日(?!間|[前後目分曜酔坊替傘経付数中程本市町]|連続|ごと|以[内上]|ぶり|おき|ほど|くらい|ぐらい)"
        r"(?P<said>(?=[にのはかま、夜朝夕午]))?",
        _day,
        EVERY,
    ),
    cjk_rule(
        r"[（(][月火水木金土日](?:曜日?)?(?:・?祝)?[)）]",
        lambda match, text: Found((), is_weak=True),
    ),
    cjk_rule(
        r"(?:(?P<q>今度|次|この前|こないだ)の)?(?P<w>[月火水木金土日])曜日?(?!大工|ロード|ごと|版|毎)",
        _weekday,
        EVERY,
    ),
    cjk_rule(rf"(?:{_any(RELATIVE)})(?![子的香菜])", _relative, re.compile("[日毎]$")),
    cjk_rule(rf"(?P<word>{_any(SPOKEN_DAYS)}){PARTICLE}", _spoken_day, WORD_BEFORE),
    cjk_rule(_any(FISCAL), _fiscal),
    cjk_rule(r"(?P<week>先々週|先週|今週|来週|再来週)末", _weekend),
    cjk_rule(rf"(?:{_any(NIGHTS)})(?!体)", _night),
    cjk_rule(rf"(?:{_any(DAY_PARTS)})(?![食飯刊日市礼焼顔景寝型露闇])", _day_part, EVERY),
    cjk_rule(
        r"(?P<s>[春夏秋冬])(?![日目田葉馬樹美子菜香原山川野])(?P<said>(?=[にのはもから、頃ごころ]|まで|$))?",
        _season,
        KANJI_BEFORE,
    ),
    cjk_rule(
        r"(?:(?P<q>今度|次|この前|前)の|(?P<q2>この))(?P<s>[春夏秋冬])(?![日目田葉馬樹美子菜香原山川野])",
        _picked_season,
        PICK_BEFORE,
    ),
    cjk_rule(r"(?P<q>[昨今来])(?P<s>[春夏秋冬])", _season_of),
    cjk_rule(rf"(?P<name>{_any(NAMED)}){NO_THING}", _named, UNIT_BEFORE),
    cjk_rule(
        rf"(?P<q>今度|次|この前|前)の(?P<name>{_any(NAMED)}){NO_THING}", _picked_named, PICK_BEFORE
    ),
    rule(r"gw", _golden_week),
    cjk_rule(r"第?(?P<n>[1-4一二三四])四半期", _quarter),
    cjk_rule(
        rf"(?P<noon>午前|午後)?(?P<h>{N})時(?!間|点|代|期|刻|的|々)(?P<n>半|{N}分)?(?!前半|後半)",
        _clock,
        NUMBER_BEFORE,
    ),
    cjk_rule(
        rf"(?:(?P<low>[0-9一二三四五六七八九])[、,~・])?(?P<n>{N}|数|半)(?P<u>{UNIT})(?P<half>半)?間?(?P<about>ほど|くらい|ぐらい|ばかり|あまり|余り|近く|以上)?"
        r"(?P<dir>前|後)(?![半後日者期])",
        _counted,
        NUMBER_BEFORE,
    ),
    cjk_rule(r"(?P<low>)(?P<n>半)(?P<u>月)(?P<half>)(?P<about>)(?P<dir>前|後)", _counted),
    cjk_rule(
        rf"(?P<from>ここ|この|過去|直近|最近|今後|向こう|これから|あと)の?(?P<n>{N}|数|半)(?P<u>{UNIT})間?"
        r"(?![前後目酔曜])",
        _window,
    ),
    cjk_rule(
        rf"(?:{_any(VAGUE_WORDS)})(?!の(?:夏|冬|春|秋|.曜)|傍|接|性|線)",
        _vague,
        re.compile("[優]$"),
    ),
    cjk_rule(r"今頃|今ごろ", _this_time),
)

# Words after an expression, from its end on.
AFTER: Modifiers = modifiers(
    {
        r"[ ]?(?:頃|ごろ|ころ|前後|あたり|辺り|くらい|ぐらい)": ABOUT,
        r"の?(?:初め|はじめ|始め|初頭|あたま|頭)": Portion.BEGINNING,
        r"の?(?:前半)": Portion.FIRST_HALF,
        r"の?(?:後半)": Portion.SECOND_HALF,
        r"の?(?:半ば|なかば|中盤|中頃|中ごろ)": Portion.MIDDLE,
        r"の?(?:終わり|終り|おわり|終盤|末|暮れ)": Portion.END,
        r"(?:中に?|いっぱい|じゅう|のうちに?)(?![旬央心])": None,
        r"(?:以降|以後|から(?!の?[0-9一二三四五六七八九十]+(?:分|日|年|つ)))": Bound.SINCE,
        r"(?:より後|の後|以来)": Bound.AFTER,
        r"(?:までに?|以前|いっぱいまで)": Bound.UNTIL,
        r"(?:より前|の前(?!日|半)|になる前)": Bound.BEFORE,
    }
)
# Words before it, up to its beginning.
BEFORE: Modifiers = modifiers(
    {r"(?:約|およそ|だいたい|大体|ざっと|たぶん)$": ABOUT, r"西暦$": None}
)
