"""Find codes whose digits are spelled out, as people say them and speech is written down."""

import re
from collections.abc import Iterator

from ..spans import Match
from .codes import JAPANESE_LOCKS, LOCKS, PIN

_ONE = r"(?:zero|nought|oh|one|two|three|four|five|six|seven|eight|nine)"
_ENGLISH = rf"(?:(?:double|triple)[ -])?{_ONE}"
ENGLISH = re.compile(
    rf"(?<![\w-]){_ENGLISH}(?:(?:, (?:then )?| |-){_ENGLISH}){{2,9}}(?![\w-]| (?:hundred|thousand|percent))",
    re.I,
)
_JAPANESE = (
    r"(?:(?:ゼロ|ぜろ|れい|まる|いち|さん|よん|ろく|なな|しち|はち|きゅう|に|し|ご|く)ー?"
    r"|[〇零一二三四五六七八九])"
)
# Digits with pauses between them, or in one row that a particle or a mark begins and ends.
JAPANESE = re.compile(
    rf"(?<![ァ-ヶ一-龯])(?:(?<![ぁ-ん])|(?<=[はがをにもと])){_JAPANESE}(?:[、,・ 　]{_JAPANESE}){{3,7}}"
    rf"|(?<=[はがをにもと「、:： 　\n]){_JAPANESE}{{4,8}}?"
    r"(?=(?:で|だ|です|って|に|と|が|を|、|。|」|\s|$))"
)
# Whoever counts says one digit after the other.
COUNTED = re.compile(r"one,? two,? three|いち[、・ 　]?に[、・ 　]?さん|一二三", re.I)
ENGLISH_WORDS = re.compile(
    rf"{PIN.pattern}|\b(?:code|combination|combo|password|passcode|pin|dial)\b|{LOCKS}", re.I | re.A
)
JAPANESE_WORDS = re.compile(
    rf"{PIN.pattern}|パスワード|番号|合言葉|インターホン|(?<![一-龯])門(?![一-龯])|{JAPANESE_LOCKS}",
    re.I,
)
# What is pressed, or spoken into, behind the last digit.
BEHIND = re.compile(
    r"[^\n.]{0,8}\b(?:hash|pound|star|enter|bell|(?:in)?to the (?:intercom|keypad|panel|pad))\b",
    re.I | re.A,
)
NEAR = 120
LEAST_DIGITS = 4


def spelled_codes(text: str) -> Iterator[Match]:
    """Find digits in words near a lock, or near a word for a code."""
    for pattern, words in ((ENGLISH, ENGLISH_WORDS), (JAPANESE, JAPANESE_WORDS)):
        for match in pattern.finditer(text):
            before = text[max(0, match.start() - NEAR) : match.start()]
            is_named = words.search(before) or BEHIND.match(text, match.end())
            if is_named and _is_code(match[0]):
                yield match.start(), match.end(), 0.8


def _is_code(spelled: str) -> bool:
    """Whether digits are as many as those of a code, and no counting."""
    doubled = len(re.findall("double", spelled, re.I)) + 2 * len(
        re.findall("triple", spelled, re.I)
    )
    is_english = spelled.isascii()
    said = len(re.findall(_ONE if is_english else _JAPANESE, spelled, re.I))
    return said + doubled >= LEAST_DIGITS and not COUNTED.match(spelled)
