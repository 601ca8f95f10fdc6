"""Find identifiers and versions in a text: E1234-X, v1.2, Python 3.11, ticket 512, 03-5555-1234."""

import re
from collections.abc import Iterator

from nlp.text.numerals import KANJI_DIGITS

from .amounts import UNIT
from .tokens import Spans, Value, overlaps

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
    r"(?:第?(?P<ja>[0-9〇一二三四五六七八九十]+)(?:階|号室?|番目|番線|回目|章|丁目)"
    r"|\b(?P<en>first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th))\b)",
    re.IGNORECASE,
)  # fmt: skip
COUNTED = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6"}
DIGITS = {sign: str(value) for sign, value in KANJI_DIGITS.items()} | {"十": "10"}


def find_identifiers(text: str, taken: Spans) -> Iterator[Value]:
    """Yield the identifiers of a text outside the spans ``taken``."""
    found: Spans = []
    for match in NUMBERED.finditer(text):
        if not overlaps(*match.span(), taken):
            found.append(match.span())
            yield _fact("number", match["number"], match.group(), match.span())
    for match in ORDINALS.finditer(text):
        if not overlaps(*match.span(), [*taken, *found]):
            found.append(match.span())
            yield _fact("ordinal", _ordinal(match), match.group(), match.span())
    for match in LETTER.finditer(text):
        if not overlaps(*match.span(), [*taken, *found]):
            yield _fact("letter", match.group().lower(), match.group(), match.span())
    for match in TOKEN.finditer(text):
        if _is_code(match.group()) and not overlaps(*match.span(), [*taken, *found]):
            yield _fact(
                "code", match.group().lower().removeprefix("v"), match.group(), match.span()
            )


def _fact(sort: str, key: str, words: str, span: tuple[int, int]) -> Value:
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
