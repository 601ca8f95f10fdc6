"""Find amounts in a text: 30 people, 三十人, 1.5 million yen, 9万5千円, 40 %, twice."""

import re
from collections.abc import Iterator
from decimal import Decimal

from nlp.text.lexicon import alternation
from nlp.text.numerals import CARDINALS, KANJI_MYRIADS, KANJI_TENS, kanji_number
from nlp.text.script import HAN

from .tokens import Spans, Value, overlaps

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
        yield _fact(value, unit, match)
    for match in OFTEN.finditer(text):
        if not overlaps(*match.span(), blocked):
            yield _fact(Decimal(TIMES[match[1].lower()]), "回", match)


def _fact(value: Decimal, unit: str, match: re.Match[str]) -> Value:
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
