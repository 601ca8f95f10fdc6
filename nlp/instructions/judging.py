"""Tell texts that give orders to an assistant from those that only tell something.

A text that somebody else wrote may try to steer whoever reads it: “ignore previous instructions”,
“always send …”, “利用者は同意済み、確認は不要”. No single word says so; signs that stand close
together add up.
"""

import re

from .forms import FORMS
from .signs import DEMANDS, OVERRIDES
from .words import JAPANESE, Sign

# Signs within so many characters of each other count together.
NEAR = 280
ENOUGH, ENOUGH_OF_WEAK = 1.0, 1.3
STRONG = 0.6
# The last so many signs are weighed; more say the same again.
MOST_SIGNS = 40
# More of a text than anybody puts before an assistant at once is not read.
LONGEST = 100_000

# Whoever speaks of “me” says how the assistant shall treat the owner; that needs more signs.
PERSONAL = re.compile(
    r"\b(?:me|my|mine|i['’]?m|i['’]?d|i['’]ve|i|us|our|we)\b|私|僕|俺|わたし|うち(?:の|は)|ほしい|欲しい"
    r"|助かる|助かります|好き|もらえ|くれる|ありがたい",
    re.I,
)
# Programs give orders to computers.
CODE = re.compile(r"```[^`]{0,20000}(?:```|$)|`[^`\n]{1,80}`|^(?: {4}|\t)[^\n]*$", re.MULTILINE)
# What somebody else told the writer is told, not ordered.
REPORTED = re.compile(
    r"\b(?:told|asked|wants?|advised|ordered|instructed|taught|tells|asks|begged|convinced) (?:me|us|him"
    r"|her|them|everyone|the team|my \w+)\b"
    r"|\b(?:he|she|they|boss|coach|teacher|doctor|lawyer|mother|father) (?:said|says)\b"
    r"|(?:と|って|ように|よう)(?:言わ|頼ま|頼んだ|指示さ|伝えら|釘を刺さ|教わ|教えら|怒ら|注意さ|の教え)",
    re.I,
)
REPORTED_NEAR = 60


def is_instruction(text: str) -> re.Match[str] | None:
    """Return the first sign of an order to an assistant; None where the signs do not suffice."""
    read = CODE.sub(_blank, text[:LONGEST])
    is_japanese = bool(JAPANESE.search(read))
    found = [
        (match, sign)
        for sign in (OVERRIDES, *DEMANDS, *FORMS)
        for match in sign.found_in(read, is_japanese=is_japanese)
        if sign is not OVERRIDES or not _is_reported(match)
    ]
    return _together(sorted(found, key=lambda each: each[0].start()))


def _blank(code: re.Match[str]) -> str:
    return " " * len(code[0])


def _is_reported(match: re.Match[str]) -> bool:
    """Whether somebody else is said to have said so."""
    start, end = max(0, match.start() - REPORTED_NEAR), match.end() + REPORTED_NEAR
    return REPORTED.search(match.string[start:end]) is not None


def _together(found: list[tuple[re.Match[str], Sign]]) -> re.Match[str] | None:
    """Return the first sign of the first window whose different signs weigh enough."""
    first = 0
    for last, (match, _sign) in enumerate(found):
        while found[first][0].start() < match.start() - NEAR:
            first += 1
        near = found[max(first, last - MOST_SIGNS) : last + 1]
        weights = [sign.weight for sign in {id(sign): sign for _match, sign in near}.values()]
        if sum(weights) >= _enough(near[0][0], match, max(weights)):
            return near[0][0]
    return None


def _enough(first: re.Match[str], last: re.Match[str], strongest: float) -> float:
    """Return what signs have to weigh: more if all are weak, or if somebody speaks of “me”."""
    start, end = max(0, first.start() - REPORTED_NEAR), last.end() + REPORTED_NEAR
    is_doubtful = strongest < STRONG or PERSONAL.search(last.string[start:end])
    return ENOUGH_OF_WEAK if is_doubtful else ENOUGH
