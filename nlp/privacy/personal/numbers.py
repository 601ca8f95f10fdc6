"""Find the numbers that states give to persons: My Numbers, social security, passports."""

import re
from collections.abc import Iterator

from ..spans import OTHER_NUMBERS, Match, digits, half_width, words_before

MY_NUMBER = re.compile(r"(?<![\d-])\d{4}([ -]?)\d{4}\1\d{4}(?![\d-])")
MY_NUMBER_WORDS = re.compile(
    r"マイナンバー|個人番号|マイナカード|マイナ(?![スーァ-ヴ])|\b(?:my|individual) ?number\b",
    re.I | re.A,
)
# Where My Numbers are asked for; the check digit has to say the rest.
MY_NUMBER_OCCASIONS = re.compile(
    r"(?:12|十二|１２)(?:桁|けた|ケタ)|通知カード|扶養|年末調整|源泉徴収|確定申告|児童手当|税理士|税務署"
    r"|住民票|役所|役場|区役所"
    r"|e-?Tax|給付金|支払調書|年金事務所|ハローワーク|社労士|本人確認|証券口座|ふるさと納税|ワンストップ"
    r"|(?:父|母|夫|妻|息子|娘|上の子|下の子|長男|長女|次男|次女|家族|本人)の?(?:番号)?[は:、]?\s?(?=\d{4})",
    re.I | re.A,
)
# My Number: weights of the eleven digits before the check digit, from the left.
WEIGHTS = (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)
# Twelve digits that are no My Number.
NOT_MY_NUMBER = re.compile(r"免許|口座|電話|カード番号(?!.*マイナ)|法人番号")
# Area, group and serial; no area is 000, 666 or above 899.
SSN = re.compile(
    r"(?<![\w-])(?!000|666|9)\d{3}(| ?[-–] ?|[ .])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-]|[.,]\d)",
    re.ASCII,
)
# Numbers of taxpayers who have none of those.
ITIN = re.compile(
    r"(?<![\w-])9\d{2}([- ]?)(?:[56]\d|7\d|8[0-8]|9[0-24-9])\1\d{4}(?![\w-]|[.,]\d)", re.ASCII
)
ITIN_WORDS = re.compile(r"\b(?:ITINs?|TIN|tax(?:payer)? id)\b", re.I | re.A)
SSN_WORDS = re.compile(
    r"\bSSNs?\b|\bsoc(?:ial)?s?\b(?! (?:media|network|club|event|life|work|worker|distanc))|社会保障番号"
    r"|ソーシャル・?セキュリティ|\b(?:ITIN|TIN|tax(?:payer)? id)\b",
    re.I | re.A,
)
# Where social security numbers are asked for.
SSN_OCCASIONS = re.compile(
    r"\b(?:W-?[249]|I-?9|1099|IRS|credit (?:bureau|report|check|freeze)|background check|FAFSA|payroll"
    r"|tax(?:es)?"
    r"|identify|identity|birthday|date of birth|DOB|HR|benefits|Equifax|Experian|TransUnion|landlord|lease"
    r"|mortgage)\b",
    re.I | re.A,
)
SSN_NEAR = 60
DASHES = frozenset("-–")
# One or two letters before the digits, or the forms of some countries.
PASSPORT = re.compile(
    r"(?<![A-Za-z0-9_-])(?:[A-Z]{1,2} ?\d{6,8}|[A-Z]\d{2}[A-Z]{2}\d{4,5}|[A-Z]{3}\d{6}"
    r"|[CFGHJK][A-Z0-9]{8})(?![A-Za-z0-9_-])"
)
PASSPORT_DIGITS = re.compile(r"(?<![\d.,-])\d{9}(?![\d-]|[.,]\d)")
PASSPORT_WORDS = re.compile(
    r"パスポート|旅券|\bpass?ports?\b|\btravel doc(?:ument)?s?\b|\bpasseport\b", re.I | re.A
)
PASSPORT_OCCASIONS = re.compile(
    r"\b(?:ESTA|visa|embassy|consulate|border|immigration)\b|ビザ|査証|大使館|領事館", re.I | re.A
)
PASSPORT_BEHIND = 100
# The cards of foreigners who live in Japan: two letters, eight digits, two letters.
RESIDENCE_CARD = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2} ?\d{8} ?[A-Z]{2}(?![A-Za-z0-9])", re.I)
RESIDENCE_WORDS = re.compile(
    r"在留(?:カード|資格|期間)|特別永住|入管|\bresiden(?:ce|t) card\b|\bzairyu\b", re.I | re.A
)
JAPANESE = re.compile("[ぁ-んァ-ヶ]")


def my_numbers(text: str) -> Iterator[Match]:
    """Find My Numbers (個人番号) by their check digit, in a text that speaks of them."""
    folded = half_width(text)
    is_named = bool(MY_NUMBER_WORDS.search(folded))
    is_asked = is_named or bool(MY_NUMBER_OCCASIONS.search(folded))
    if not is_asked and not JAPANESE.search(folded):
        return
    for match in MY_NUMBER.finditer(folded):
        if not is_my_number(digits(match[0])) or _is_other(folded, match):
            continue
        before = words_before(folded, match.start())
        if MY_NUMBER_WORDS.search(before):
            yield match.start(), match.end(), 0.98
        elif not NOT_MY_NUMBER.search(before):
            yield match.start(), match.end(), 0.85 if is_named else 0.8 if is_asked else 0.7


def residence_cards(text: str) -> Iterator[Match]:
    """Find the numbers of residence cards in a text that has a word for them."""
    folded = half_width(text)
    if RESIDENCE_WORDS.search(folded):
        for match in RESIDENCE_CARD.finditer(folded):
            yield match.start(), match.end(), 0.95


def is_my_number(number: str) -> bool:
    """Whether the twelfth digit is the check digit of the first eleven."""
    if len(number) != len(WEIGHTS) + 1:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, WEIGHTS, strict=False))
    rest = total % 11
    return int(number[-1]) == (0 if rest <= 1 else 11 - rest)


def social_security_numbers(text: str) -> Iterator[Match]:
    """Find American social security numbers."""
    folded = half_width(text)
    is_named = bool(SSN_WORDS.search(folded))
    is_asked = is_named or bool(SSN_OCCASIONS.search(folded))
    for match in SSN.finditer(folded):
        near = SSN_WORDS.search(words_before(folded, match.start(), SSN_NEAR))
        if near and (match[1] or not _is_other(folded, match)):
            yield match.start(), match.end(), 0.97
        elif _is_other(folded, match):
            continue
        # Hyphens say it without a word, blanks where such numbers are asked for.
        elif match[1].strip() in DASHES or (match[1] and is_asked) or is_named:
            yield match.start(), match.end(), 0.85

    for match in ITIN.finditer(folded):
        if ITIN_WORDS.search(words_before(folded, match.start())):
            yield match.start(), match.end(), 0.9


def passports(text: str) -> Iterator[Match]:
    """Find the numbers of passports in a text that has the word for them."""
    folded = half_width(text)
    is_named = bool(PASSPORT_WORDS.search(folded))
    if not is_named and not PASSPORT_OCCASIONS.search(folded):
        return
    for match in PASSPORT.finditer(folded):
        # A form with letters within has to have digits too.
        if sum(char.isdigit() for char in match[0]) >= 4 and not _is_other(folded, match):
            yield match.start(), match.end(), 0.9 if is_named else 0.82
    for match in PASSPORT_DIGITS.finditer(folded):
        before = words_before(folded, match.start(), PASSPORT_BEHIND)
        if PASSPORT_WORDS.search(before) and not _is_other(folded, match):
            yield match.start(), match.end(), 0.9


def _is_other(text: str, match: re.Match[str]) -> bool:
    return bool(OTHER_NUMBERS.search(words_before(text, match.start())))
