"""What a query asks for, apart from when."""

import re
from collections.abc import Sequence

from .expression import TimeExpression

# Words that only tie the time to the sentence: they go with it.
TIES_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:(?:back|only|just|sometime|all|dated|ever) )?"
    r"(?:in|on|at|during|of|from|for|by|over|within|throughout|around|about)(?: the)? ?"
    r"|(?<![A-Za-z])the |[（(] ?|西暦|[、, ] ?)$",
    re.IGNORECASE,
)
TIES_AFTER = re.compile(
    r"'s(?![A-Za-z])|[ 　]?[)）]|[ ]?(?:における|にあった|からの|までの|での|には|にも|とか|頃の|頃に"
    r"|[のにはもで、,])(?!じめ|[んっゃゅょー])"
)
ONLY_SIGNS = re.compile(r"[\s\W_]*")
SPACES = re.compile(r"[ \u3000\t]{1,64}(?=[ \u3000\t?!.,;？！。、]|$)")
REACH = 24


def remainder(text: str, expressions: Sequence[TimeExpression]) -> str:
    """Return ``text`` without the expressions and the particles that tie them to it.

    去年の夏に行った場所 → 行った場所; empty where the text is only a time.
    ``expressions`` are those that ``find`` gave for ``text``.
    """
    kept: list[str] = []
    at = 0
    for expression in expressions:
        kept.append(_without_tie(text[at : expression.start_char]))
        tie = TIES_AFTER.match(text, expression.end_char)
        at = tie.end() if tie else expression.end_char
    kept.append(text[at:])
    rest = SPACES.sub("", " ".join(part for part in map(str.strip, kept) if part))
    return "" if ONLY_SIGNS.fullmatch(rest) else rest


def _without_tie(words: str) -> str:
    tie = TIES_BEFORE.search(words, max(0, len(words) - REACH))
    return words[: tie.start()] if tie else words
