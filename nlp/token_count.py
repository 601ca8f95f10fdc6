"""Count tokens for a budget, without any one vendor's tokenizer.

The rule errs on the high side: on prose, code, ids and dates in Japanese and English it
stays at or above byte-pair tokenizers with vocabularies of 65,000 to 200,000
(docs/mcp.md has the figures). Text made of unusual Latin names alone may take up to a
half more. Counts add up: a text of lines costs the sum of its lines.
"""

import re
from functools import lru_cache

TOKENIZER = "wasurena-2 (an upper estimate: 4 letters, 2 digits, 1 sign, 1 kana, 0.6 kanji a token)"
# Shares of a token are whole hundredths, so that sums are exact.
TOKEN = 100
LETTERS = 4
# Tokens are shorter in capitals, and in letters behind a digit.
DENSE = 2
GAP = 8
PIECES = re.compile(
    r"(?P<inner>(?<=[A-Za-z0-9])[A-Z]?[a-z]+)|(?P<word>[A-Z]?[a-z]+)|(?P<dense>[A-Z]+|[0-9]+)"
    r"|(?P<gap> (?=[0-9])|\s*\n\s*|\s{2,})|(?P<ascii>[\x00-\x1f!-/:-@\[-`{-\x7f])|(?P<other>[^\x00-\x7f])"
)
# First and last code point, and the hundredths of a token for each character.
SCRIPTS = (
    (0x00A0, 0x024F, 100),  # Latin with accents
    (0x0370, 0x03FF, 150),  # Greek
    (0x0400, 0x04FF, 100),  # Cyrillic
    (0x0590, 0x05FF, 150),  # Hebrew
    (0x0600, 0x06FF, 125),  # Arabic
    (0x0900, 0x097F, 150),  # Devanagari
    (0x0E00, 0x0E7F, 200),  # Thai
    (0x1E00, 0x1EFF, 150),  # Latin of Vietnamese
    (0x2010, 0x2027, 100),  # dashes and quotation marks
    (0x3000, 0x30FF, 110),  # kana and Japanese punctuation
    (0xAC00, 0xD7A3, 150),  # Hangul
    (0xFF00, 0xFFEF, 200),  # full and half width
)
FIRST_HAN, LAST_HAN = 0x4E00, 0x9FFF
COMMON_HAN, RARE_HAN = 165, 330
# First bytes of the common characters in the national standards.
COMMON_IN = (("euc_jp", range(0xB0, 0xD0)), ("gb2312", range(0xB0, 0xD8)))


def count_tokens(text: str) -> int:
    """Return the number of tokens of ``text``."""
    return -(-count_hundredths(text) // TOKEN)


def count_hundredths(text: str) -> int:
    """Return the tokens of ``text`` in hundredths; lines joined by a newline cost their sum."""
    total = 0
    # As texts: a match object for each piece takes twice as long.
    for inner, word, dense, gap, ascii_sign, other in PIECES.findall(text):
        if word:
            total += TOKEN * -(-len(word) // LETTERS)
        elif other:
            total += _character(other)
        elif ascii_sign:
            total += TOKEN
        elif gap:
            total += TOKEN * (1 + len(gap) // GAP)
        else:
            total += TOKEN * -(-len(inner or dense) // DENSE)
    return total


@lru_cache(maxsize=8_192)
def _character(character: str) -> int:
    code = ord(character)
    if FIRST_HAN <= code <= LAST_HAN:
        return COMMON_HAN if _is_common_han(character) else RARE_HAN
    for first, last, share in SCRIPTS:
        if first <= code <= last:
            return share
    # A byte-pair tokenizer never takes more tokens than there are bytes.
    return TOKEN * len(character.encode("utf-8", "surrogatepass"))


def _is_common_han(character: str) -> bool:
    encoded = ((character.encode(name, "ignore"), first) for name, first in COMMON_IN)
    return any(found and found[0] in first for found, first in encoded)
