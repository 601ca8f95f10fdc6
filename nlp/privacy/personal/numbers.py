"""Find personal numbers: cards, My Numbers, social security numbers and passports."""

import re
from collections.abc import Iterator

from stdnum import luhn

from ..spans import OTHER_NUMBERS, Match, digits, half_width, words_before

# Digits in the groups of a card, or fifteen or sixteen in a row.
CARD = re.compile(
    r"(?<![\d.,/_-])(?:\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([ -]?)\d{6}\2\d{5}"
    r"|3[068]\d{2}([ -])\d{6}\3\d{4})(?![\d/_-]|[.,]\d)"
)
# First digits of the card organizations.
ISSUED = re.compile(r"4|5[1-5]|2[2-7]|3[47]|3[068]|35(?:2[89]|[3-8])|6(?:011|5)")
CARD_WORDS = re.compile(r"カード|クレジット|\b(?:card|visa|master ?card|amex|jcb|credit)\b", re.I)
MY_NUMBER = re.compile(r"(?<![\d-])\d{4}([ -]?)\d{4}\1\d{4}(?![\d-])")
MY_NUMBER_WORDS = re.compile(r"マイナンバー|個人番号|\bmy ?number\b", re.I)
# My Number: weights of the eleven digits before the check digit, from the left.
WEIGHTS = (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)
# Area, group and serial; no area is 000, 666 or above 899.
SSN = re.compile(
    r"(?<![\w-])(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}(?![\w-]|[.,]\d)", re.ASCII
)
SSN_WORDS = re.compile(
    r"\bSSNs?\b|\bsocials?\b(?! (?:media|network|club|event|life))|社会保障番号|ソーシャルセキュリティ",
    re.I,
)
SSN_NEAR = 60
# British national insurance numbers.
INSURANCE = re.compile(r"\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b", re.ASCII)
INSURANCE_WORDS = re.compile(r"national insurance|\bNI(?:NO)?\b|国民保険", re.I)
# One or two letters before the digits, or nine digits.
PASSPORT = re.compile(
    r"(?<![A-Za-z0-9_-])(?:[A-Z]{1,2} ?\d{6,8}|[CFGHJK][A-Z0-9]{8})(?![A-Za-z0-9_-])"
)
PASSPORT_DIGITS = re.compile(r"(?<![\d.,-])\d{9}(?![\d-]|[.,]\d)")
PASSPORT_WORDS = re.compile(r"パスポート|旅券|\bpassports?\b|\btravel document\b", re.I)
PASSPORT_NEAR, PASSPORT_BEHIND = 120, 40


def credit_cards(text: str) -> Iterator[Match]:
    """Find card numbers by Luhn's check digit and the first digits of an issuer.

    The word for it may stand anywhere; without one, groups of digits say more than a row.
    """
    folded = half_width(text)
    is_named = bool(CARD_WORDS.search(folded))
    for match in CARD.finditer(folded):
        number = digits(match[0])
        if not (luhn.is_valid(number) and ISSUED.match(number)):
            continue
        before = words_before(folded, match.start())
        if CARD_WORDS.search(before):
            yield match.start(), match.end(), 0.99
        elif not OTHER_NUMBERS.search(before) and len(set(number)) > 2:
            # One number in ten has a right check digit.
            is_grouped = match[1] or match[2] or match[3]
            yield match.start(), match.end(), 0.9 if is_grouped or is_named else 0.7


def my_numbers(text: str) -> Iterator[Match]:
    """Find My Numbers (個人番号) by their check digit, in a text that has the word for them."""
    folded = half_width(text)
    if not MY_NUMBER_WORDS.search(folded):
        return
    for match in MY_NUMBER.finditer(folded):
        if is_my_number(digits(match[0])) and not _is_other(folded, match):
            is_near = MY_NUMBER_WORDS.search(words_before(folded, match.start()))
            yield match.start(), match.end(), 0.98 if is_near else 0.85


def is_my_number(number: str) -> bool:
    """Whether the twelfth digit is the check digit of the first eleven."""
    if len(number) != len(WEIGHTS) + 1:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, WEIGHTS, strict=False))
    rest = total % 11
    return int(number[-1]) == (0 if rest <= 1 else 11 - rest)


def social_security_numbers(text: str) -> Iterator[Match]:
    """Find American social security numbers, and British national insurance numbers."""
    folded = half_width(text)
    for match in SSN.finditer(folded):
        if sure := _social_security(folded, match):
            yield match.start(), match.end(), sure
    if INSURANCE_WORDS.search(folded):
        for match in INSURANCE.finditer(folded):
            yield match.start(), match.end(), 0.95


def _social_security(text: str, match: re.Match[str]) -> float:
    """Return the confidence; only hyphens say it without a word."""
    before = words_before(text, match.start(), SSN_NEAR)
    if SSN_WORDS.search(before):
        return 0.97 if match[1] or not _is_other(text, match) else 0.0
    return 0.85 if match[1] == "-" and not _is_other(text, match) else 0.0


def passports(text: str) -> Iterator[Match]:
    """Find the numbers of passports by the word for them on the same line."""
    folded = half_width(text)
    if not PASSPORT_WORDS.search(folded):
        return
    for match in PASSPORT.finditer(folded):
        behind = folded[match.end() : match.end() + PASSPORT_BEHIND].split("\n")[0]
        before = words_before(folded, match.start(), PASSPORT_NEAR)
        if not PASSPORT_WORDS.search(f"{before}\n{behind}"):
            continue
        # A form with letters within has to have digits too.
        if sum(char.isdigit() for char in match[0]) >= 4 and not _is_other(folded, match):
            yield match.start(), match.end(), 0.9
    for match in PASSPORT_DIGITS.finditer(folded):
        before = words_before(folded, match.start(), PASSPORT_BEHIND)
        if PASSPORT_WORDS.search(before) and not _is_other(folded, match):
            yield match.start(), match.end(), 0.9


def _is_other(text: str, match: re.Match[str]) -> bool:
    return bool(OTHER_NUMBERS.search(words_before(text, match.start())))
