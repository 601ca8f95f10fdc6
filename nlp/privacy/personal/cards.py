"""Find the numbers of payment cards, and the codes that are printed beside them."""

import re
from collections.abc import Iterator

from stdnum import luhn

from ..spans import OTHER_NUMBERS, Match, digits, half_width, words_before

# Digits in the groups of a card, or fourteen to sixteen in a row.
CARD = re.compile(
    r"(?<![\d.,/_-])(?:\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([ -]?)\d{6}\2\d{5}"
    r"|3[068]\d{2}([ -]?)\d{6}\3\d{4}|3[47]\d{4}([ -])\d{6}\4\d{3}|\d{4}([ -])\d{4}\5\d{4}\5\d{3}|\d{19})"
    r"(?![\d/_-]|[.,]\d)"
)
# Older Visa, Maestro and JCB cards in a row, which only a word for a card tells from other numbers.
SHORT_CARD = re.compile(
    r"(?<![\d.,/_-])(?:4\d{12}|(?:5[0-8]|6\d)\d{10,11}|(?:1800|2131)\d{11})(?![\d/_-]|[.,]\d)"
)
# First digits of the card organizations.
ISSUED = re.compile(r"4|5[0-8]|2[2-7]|3[047]|3[5689]|6(?:011|2|4|5|[037])|81|9792")
WORDS = re.compile(
    r"カード|クレジット|クレカ|デビット|\b(?:cards?|visa|master ?card|amex|american express|jcb|credit"
    r"|debit)\b",
    re.I | re.A,
)
# What is done with a card, where the word for it is missing.
PAYING = re.compile(
    r"支払|払う|払っ|払い|決済|引き落とし|請求|前金|十六桁|16桁|有効期限|名義|サブスク"
    r"|\b(?:pay|pays|paid|payment|charge[ds]?|bill(?:ed)?|checkout|expir\w+|exp|cvv|cvc|deposit)\b",
    re.I | re.A,
)
CLAUSE = re.compile(r"[,;、。]")
CVV = re.compile(
    r"(?:\b(?:CVV2?|CVC2?|CV2|CID|CSC)\b|\b(?:card )?(?:security|verification) (?:code|number|digits|value)\b"
    r"|\b(?:three|3|four|4|last three|last 3)(?: little| small)?(?:[- ]digits?)?(?: numbers?| codes?)?"
    r"(?: \w+)? (?:on|from|off) (?:the"
    r"|its) (?:back|front"
    r"|reverse|rear)"
    r"|\b(?:back|reverse) (?:number|code|three|digits)\b|\b(?:code|number"
    r"|digits) on the (?:back|front|reverse)\b"
    r"|セキュリティ(?:コード|番号)|[裏表](?:面|側)?の?(?:[^\d\n。]{1,6}の)?(?:三|3|四|4)(?:桁|けた"
    r"|つの数字)|[裏表](?:面"
    r"|側)?の(?:数字|番号|コード))"
    r"(?:[（(]\d桁[)）])?(?:[^\d\n。]{0,30}?|[^\d\n。]{0,70}?[:：][^\S\n]?)(?<![\d/-])(\d{3,4})(?![\d/-]|[.,]\d|[^\S\n]?(?:桁|回|円|digit"
    r"|number|year|月|年|日))",
    re.I | re.A,
)
# 裏731, front four 4471, in a text with the number of a card.
BESIDE = re.compile(
    r"(?:[裏表](?:面|側)?|コード|番号(?=\d{3}(?!\d))|\b(?:front|back|reverse|code|security|cv\w{1,2}"
    r"|(?:three|four) (?:digits|numbers))\b)"
    r"[^\d\n。]{0,20}?(?<![\d/-])(\d{3,4})(?![\d/-]|[.,]\d|[^\S\n]?(?:桁|回|円|年|月|日|digit|number))",
    re.I | re.A,
)
# Behind the date of expiry: 11/28, code 382.
EXPIRY = re.compile(
    r"(?<!\d)(?:0[1-9]|1[0-2])/\d{2,4}(?:,? (?:and )?(?:the )?(?:code|cv\w{1,2}|security)[^\d\n]{0,8}"
    r"|[^\d\n]{0,6}コード[^\d\n]{0,4}"
    r"|(?<=\d{4}.\d\d/\d\d)[ ,]{1,3})(\d{3,4})(?![\d/-])",
    re.I,
)
# Beside the number and the date of expiry: 4539 …, 09/28, 731.
IN_LINE = re.compile(
    r"(?<=\d{4})[ ,/]{1,4}(?:(\d{3,4})[ ,/]{1,4}(?:0[1-9]|1[0-2])[-/]\d{2,4}(?!\d)"
    r"|(?:0[1-9]|1[0-2])[-/]\d{2,4}[ ,/]{1,4}(\d{3,4})(?![\d/-]))"
)
# 338 on the back, in a text with a card.
BEHIND = re.compile(
    r"(?<![\d/.-])(\d{3,4}),? (?:is |are )?(?:on|at) the (?:back|front|reverse)\b|(?<![\d/.-])(\d{3})(?:が"
    r"|って)?(?:裏面?の(?:番号|数字|コード))",
    re.I,
)


def credit_cards(text: str) -> Iterator[Match]:
    """Find card numbers by Luhn's check digit and the first digits of an issuer.

    The word for it may stand anywhere; without one, groups of digits say more than a row.
    """
    folded = half_width(text)
    is_named = bool(WORDS.search(folded))
    is_paying = is_named or bool(PAYING.search(folded))
    for match in CARD.finditer(folded):
        number = digits(match[0])
        if not luhn.is_valid(number):
            continue
        if not ISSUED.match(number) and not (is_paying and number[0] in "23456"):
            continue
        yield from _card(folded, match, is_named=is_named)
    for match in SHORT_CARD.finditer(folded) if is_named else ():
        is_called = WORDS.search(words_before(folded, match.start()))
        if is_called and luhn.is_valid(match[0]):
            yield match.start(), match.end(), 0.9


def _card(text: str, match: re.Match[str], *, is_named: bool) -> Iterator[Match]:
    before = words_before(text, match.start())
    if WORDS.search(before):
        yield match.start(), match.end(), 0.99
    elif not _is_other(before, is_named=is_named) and len(set(digits(match[0]))) > 2:
        # One number in ten has a right check digit.
        is_grouped = any(match.groups())
        yield match.start(), match.end(), 0.9 if is_grouped or is_named else 0.7


def _is_other(before: str, *, is_named: bool) -> bool:
    """Whether words call a number another; in a text with a card, those of its clause alone."""
    return bool(OTHER_NUMBERS.search(CLAUSE.split(before)[-1] if is_named else before))


def card_codes(text: str) -> Iterator[Match]:
    """Find the three or four digits that a text calls the code of a card."""
    folded = half_width(text)
    for match in CVV.finditer(folded):
        yield match.start(1), match.end(1), 0.9
    cards = [(start, end) for start, end, _sure in credit_cards(text)]
    if cards:
        for match in BESIDE.finditer(folded):
            if not any(start <= match.start(1) < end for start, end in cards):
                yield match.start(1), match.end(1), 0.85
        for match in IN_LINE.finditer(folded):
            at = match.lastindex or 0
            yield match.start(at), match.end(at), 0.85
    if PAYING.search(folded) or WORDS.search(folded):
        for match in (*EXPIRY.finditer(folded), *BEHIND.finditer(folded)):
            at = 1 if match[1] else 2
            yield match.start(at), match.end(at), 0.9
