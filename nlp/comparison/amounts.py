"""Amounts in a text: 30 people, 三十人, 1.5 million yen, 9万5千円, 40 %, twice."""

import re
from collections.abc import Iterator
from decimal import Decimal

from .amount_words import KANJI, MYRIADS, SCALES, SIGNS, STEPS, TIMES, UNIT, WORDS
from .facts import Fact, Spans, overlaps

_UNIT = "|".join(sorted(map(re.escape, UNIT), key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_WORD = "|".join(sorted(WORDS, key=len, reverse=True))
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
HAN = re.compile(r"[\u3400-\u9fff]")
# Words with a numeral that count nothing.
IDIOMS = re.compile(
    r"一(?:緒|番|部|般|応|度も|切|方|旦|杯(?=で|だ|に))|万(?:一|が一)|十分|千葉|四国|九州|三菱|三井"
    r"|one of|one day|no one|(?:this|that|each|which|the) one"
)


def amounts(text: str, taken: Spans) -> Iterator[Fact]:
    """Yield the amounts of a text (NFKC) that do not touch the spans taken."""
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


def _fact(value: Decimal, unit: str, match: re.Match[str]) -> Fact:
    words = match.group().strip()
    plain = f"{value:f}"
    key = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return Fact(f"amount {unit}".strip(), f"{key}{unit}", words, match.start(), match.end())


def _is_inside_a_word(match: re.Match[str], text: str) -> bool:
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    return (before.isascii() and (before.isalnum() or before == "_")) or (
        not match["unit"] and after.isascii() and (after.isalpha() or after == "_")
    )


def _stands_alone(match: re.Match[str], text: str) -> bool:
    """Whether kanji numerals without a unit are a number and not a part of a name."""
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
        value = _kanji(match["kanji"])
    else:
        value = _english(match["english"].lower())
    return value + HALF if match["half"] or match["after"] else value


def _mixed(text: str) -> Decimal:
    """Return the value of digits with kanji units: 9万5千, 3億."""
    total = Decimal(0)
    for digits, steps in re.findall(rf"({_DIGITS})([十百千万億兆]*)", text):
        part = Decimal(digits.replace(",", ""))
        for sign in steps:
            part *= STEPS.get(sign) or MYRIADS[sign]
        total += part
    return total


def _kanji(text: str) -> Decimal:
    if not any(sign in STEPS or sign in MYRIADS for sign in text):
        return Decimal("".join(str(KANJI[sign]) for sign in text))
    total = section = digit = 0
    for sign in text:
        if sign in MYRIADS:
            total += ((section + digit) or 1) * MYRIADS[sign]
            section = digit = 0
        elif sign in STEPS:
            section, digit = section + (digit or 1) * STEPS[sign], 0
        else:
            digit = KANJI[sign]
    return Decimal(total + section + digit)


def _english(words: str) -> Decimal:
    total = 0
    for word in re.split(r"[ -]", words):
        total = total * SCALES[word] if word in SCALES else total + WORDS[word]
    return Decimal(total)
