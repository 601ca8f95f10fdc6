"""Find amounts, identifiers and times of a text as comparable values."""

import re
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

from nlp.dates import Grain, TimeExpression, find
from nlp.text.sentences import alternation
from nlp.text.tokens import CARDINALS, HAN, KANJI_DIGITS, KANJI_MYRIADS, KANJI_TENS, kanji_number

from .statement import Spans, Value, overlaps

SCALES = {
    "hundred": 100, "thousand": 1_000, "k": 1_000, "million": 1_000_000, "m": 1_000_000,
    "billion": 1_000_000_000, "bn": 1_000_000_000,
}  # fmt: skip
TIMES = {"once": 1, "twice": 2, "thrice": 3}

# Spellings of each unit; the first one is its key.
UNITS = (
    "円 yen jpy", "ドル dollars dollar usd", "ユーロ euros euro eur", "ポンド pounds pound gbp",
    "% percent パーセント", "km キロメートル kilometres kilometre kilometers kilometer",
    "m メートル metres metre meters meter", "cm センチ centimetres centimeters", "mm ミリ",
    "kg キロ kilos kilograms kilogram", "g グラム grams gram", "mg ミリグラム", "t トン tons tonnes",
    "l リットル litres litre liters liter", "ml", "ガロン gallons gallon", "マイル miles mile",
    "gb ギガ gigabytes", "mb メガ megabytes", "tb テラ", "kb", "ms ミリ秒 milliseconds",
    "秒間 秒 seconds second secs sec s", "分間 分 minutes minute mins min", "時間 hours hour hrs h",
    "日間 日 days day", "週間 weeks week", "か月 ヶ月 カ月 ケ月 箇月 months month",
    "年間 年 years year",
    "人 名 people persons person", "回 度 times", "点 points point", "階", "歳 才", "泊 nights night",
    "度c ℃ degrees", "w ワット watts", "v ボルト volts", "倍",
    "匹", "頭", "羽", "個", "本", "枚", "台", "件", "社", "冊", "杯", "着", "軒", "通", "品", "部屋",
    "丁目",
    "章", "ページ pages", "行 lines", "課", "箱", "袋", "缶", "粒", "錠", "割",
)  # fmt: skip
UNIT = {word: group.split()[0] for group in UNITS for word in group.split()}
SIGNS = {"$": "ドル", "¥": "円", "€": "ユーロ", "£": "ポンド"}
_UNIT = alternation(UNIT)
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_WORD = alternation(CARDINALS)
_ENGLISH = rf"(?:{_WORD})(?:[ -](?:{_WORD}))*(?: hundred| thousand| million)?"
NUMBER = re.compile(
    rf"(?:(?P<sign>[$¥€£]) ?)?(?:"
    rf"(?P<mixed>(?:(?:{_DIGITS})[十百千万億兆]+)+(?:{_DIGITS})?)"
    rf"|(?P<digits>{_DIGITS})(?: ?(?P<scale>hundred|thousand|million|billion|bn|k)(?![a-z]))?"
    rf"|(?P<kanji>[〇一二三四五六七八九十百千万億]+)"
    rf"|(?<![a-z])(?P<english>{_ENGLISH})(?![a-z])"
    rf")(?P<half>半)?(?: ?(?P<unit>{_UNIT})(?![a-z]))?(?P<after>半)?",
    re.IGNORECASE,
)
OFTEN = re.compile(r"(?<![a-z])(once|twice|thrice)(?![a-z])", re.IGNORECASE)
HALF = Decimal("0.5")
# Words with a numeral that are no amounts.
IDIOMS = re.compile(
    r"一(?:緒|番|部|般|応|度も|切|方|旦|杯(?=で|だ|に))|万(?:一|が一)|十分|千葉|四国|九州|三菱|三井"
    r"|one of|one day|no one|(?:this|that|each|which|the) one"
)
TOKEN = re.compile(r"[A-Za-z0-9](?:[\w./:#@+-]*\w)?", re.ASCII)
HAS_DIGIT, HAS_LETTER = re.compile(r"\d"), re.compile(r"[A-Za-z]")
CODE_SIGN = re.compile(r"[_/@#]|[a-z][A-Z]")
SEVERAL_PARTS = re.compile(r"\d[-.:/]\w+[-.:/]\w|\d-\d")
WITH_UNIT = re.compile(rf"[\d.,]+(?:{'|'.join(re.escape(u) for u in UNIT if u.isascii())})", re.I)
# 1st and 80s are numbers, not identifiers.
ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s|k|am|pm)", re.IGNORECASE)
# A number directly behind a name or one of these words is an identifier.
NUMBERED = re.compile(
    r"(?P<what>\b(?:version|ticket|bug|issue|room|part|chapter|section|page|port|gate|platform|line"
    r"|step|no\.?|number|release|build|floor|track)\b|(?<=[a-z,] )[A-Z][A-Za-z+#]+|#"
    r"|バージョン|チケット|不具合|号室?|第|課題|番号|部品)"
    r"(?P<space> ?)(?P<number>\d+(?:\.\d+)*)(?![\d,.]*\w)",
    re.ASCII,
)
# Server A, plan B.
LETTER = re.compile(r"(?<=[a-z] )(?!I\b)[A-Z](?![\w'’])")
ORDINALS = re.compile(
    r"(?:第?(?P<ja>(?<![0-9〇一二三四五六七八九十])[0-9〇一二三四五六七八九十]++)(?:階|号室?|番目|番線|回目|章|丁目)"
    r"|\b(?P<en>first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th))\b)",
    re.IGNORECASE,
)  # fmt: skip
COUNTED = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6"}
DIGITS = {sign: str(value) for sign, value in KANJI_DIGITS.items()} | {"十": "10"}
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


def find_amounts(text: str, taken: Spans) -> Iterator[Value]:
    """Yield the amounts of a text (NFKC) outside the spans ``taken``."""
    blocked = [*taken, *(match.span() for match in IDIOMS.finditer(text))]
    for match in NUMBER.finditer(text):
        if overlaps(*match.span(), blocked) or _is_inside_a_word(match, text):
            continue
        if match["kanji"] and not match["unit"] and not _stands_alone(match, text):
            continue
        unit = UNIT.get((match["unit"] or "").lower(), SIGNS.get(match["sign"] or "", ""))
        value = _value(match)
        if unit == "割":
            unit, value = "%", value * 10
        yield _amount_value(value, unit, match)
    for match in OFTEN.finditer(text):
        if not overlaps(*match.span(), blocked):
            yield _amount_value(Decimal(TIMES[match[1].lower()]), "回", match)


def _amount_value(value: Decimal, unit: str, match: re.Match[str]) -> Value:
    words = match.group().strip()
    plain = f"{value:f}"
    key = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return Value(f"amount {unit}".strip(), f"{key}{unit}", words, match.start(), match.end())


def _is_inside_a_word(match: re.Match[str], text: str) -> bool:
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    return (before.isascii() and (before.isalnum() or before == "_")) or (
        not match["unit"] and after.isascii() and (after.isalpha() or after == "_")
    )


def _stands_alone(match: re.Match[str], text: str) -> bool:
    """Whether kanji numerals without a unit are a number, not a part of a name."""
    around = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
    return len(match["kanji"]) > 1 and not HAN.search(around)


def _value(match: re.Match[str]) -> Decimal:
    if match["mixed"]:
        value = _mixed(match["mixed"])
    elif match["digits"]:
        value = Decimal(match["digits"].replace(",", ""))
        if match["scale"]:
            value *= SCALES[match["scale"].lower()]
    elif match["kanji"]:
        value = Decimal(kanji_number(match["kanji"]))
    else:
        value = _english(match["english"].lower())
    return value + HALF if match["half"] or match["after"] else value


def _mixed(text: str) -> Decimal:
    """Return the value of digits with kanji units: 9万5千, 3億."""
    total = Decimal(0)
    for digits, steps in re.findall(rf"({_DIGITS})([十百千万億兆]*)", text):
        part = Decimal(digits.replace(",", ""))
        for sign in steps:
            part *= KANJI_TENS.get(sign) or KANJI_MYRIADS[sign]
        total += part
    return total


def _english(words: str) -> Decimal:
    total = 0
    for word in re.split(r"[ -]", words):
        total = total * SCALES[word] if word in SCALES else total + CARDINALS[word]
    return Decimal(total)


def find_identifiers(text: str, taken: Spans) -> Iterator[Value]:
    """Yield the identifiers of a text outside the spans ``taken``."""
    found: Spans = []
    for match in NUMBERED.finditer(text):
        if not overlaps(*match.span(), taken):
            found.append(match.span())
            yield _name_value("number", match["number"], match.group(), match.span())
    for match in ORDINALS.finditer(text):
        if not overlaps(*match.span(), [*taken, *found]):
            found.append(match.span())
            yield _name_value("ordinal", _ordinal(match), match.group(), match.span())
    for match in LETTER.finditer(text):
        if not overlaps(*match.span(), [*taken, *found]):
            yield _name_value("letter", match.group().lower(), match.group(), match.span())
    for match in TOKEN.finditer(text):
        if _is_code(match.group()) and not overlaps(*match.span(), [*taken, *found]):
            yield _name_value(
                "code", match.group().lower().removeprefix("v"), match.group(), match.span()
            )


def _name_value(sort: str, key: str, words: str, span: tuple[int, int]) -> Value:
    return Value(f"name {sort}", key, words, *span)


def _ordinal(match: re.Match[str]) -> str:
    word = (match["ja"] or match["en"]).lower()
    if word in COUNTED:
        return COUNTED[word]
    return "".join(DIGITS.get(sign, sign) for sign in word if sign.isdigit() or sign in DIGITS)


def _is_code(token: str) -> bool:
    if not HAS_DIGIT.search(token):
        return bool(CODE_SIGN.search(token))
    if WITH_UNIT.fullmatch(token) or ORDINAL.fullmatch(token):
        return False
    return bool(HAS_LETTER.search(token) or SEVERAL_PARTS.search(token) or token.count(".") > 1)


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
