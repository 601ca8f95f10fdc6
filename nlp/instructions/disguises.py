"""Uncover what is hidden in a text: unseen letters, foreign look-alikes, encoded words, comments.

A person sees nothing of these, or something harmless; a program that reads the text sees an order.
The work is linear, and what is uncovered is never longer than the text.
"""

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

# Letters of a block that nothing shows, and that some models read as ASCII.
TAGS = range(0xE0020, 0xE007F)
TAG_OFFSET = 0xE0000
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
# Cyrillic, Greek and other letters that look like Latin ones.
LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһӏԛԝьвкмнтгАВЕКМНОРСТУХІЈЅαβεικνορτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡıⅼ",
    "aeopcyxijsdhlqwbbkmhtrABEKMHOPCTYXIJSaBeiKvoptuxwABEZHIKMNOPTYXgil",
)  # fmt: skip
MIXED = re.compile(r"(?=[^\s]{0,40}[A-Za-z])(?=[^\s]{0,40}[\u0370-\u052f\u0250-\u02af])[^\s]{2,80}")
# i g n o r e  a l l: letters with a blank, a full stop or a hyphen between them.
SPACED = re.compile(
    r"(?<![A-Za-z])[A-Za-z](?:([ ._*-])[A-Za-z])(?:\1[A-Za-z]"
    r"|\1{2,3}[A-Za-z]){4,120}(?![A-Za-z])"
)
ENCODED = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{20,4000}={0,2}(?![A-Za-z0-9+/=_-])")
PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[\w.~ -]{0,20}){6,400}")
HEXADECIMAL = re.compile(r"(?<![0-9A-Fa-f])(?:[2-7][0-9A-Fa-f][ :]?){12,2000}(?![0-9A-Fa-f])")
# Comments, and elements that a page does not show.
COMMENT = re.compile(
    r"<!--((?:(?!<!--|-->).){3,4000})(?:-->)?|\[//\]: # \(([^)\n]{3,2000})\)", re.DOTALL
)
HIDDEN = re.compile(
    r"<(?:span|div|p|font|td|li|a)\b[^<>]{0,200}(?:display:\s?none|visibility:\s?hidden"
    r"|font-size:\s?[01](?:px|pt|em)?\b"
    r"|color:\s?(?:white|#fff(?:fff)?)\b|opacity:\s?0\b|hidden)[^<>]{0,200}>([^<]{3,4000})",
    re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"\b(?:alt|title|aria-label|content)=\"([^\"\n]{12,2000})\"")
# What stands before a hidden part that a text only speaks of.
SHOWN_AS_EXAMPLE = re.compile(
    r"\b(?:such as|like|for example|e\.g\.|called|writes?|wrote|says?|blocks?|flags?|scanner"
    r"|payload)\b|のような|などの|という"
    r"|たとえば|例えば",
    re.IGNORECASE,
)
BEFORE = 40
READABLE, MOST_PARTS = 0.9, 40


def uncovered(text: str) -> str:
    """Return a text with its unseen letters left out, and look-alikes as what they look like."""
    shown = (
        "".join(map(_shown, text)) if any(ord(letter) >= TAG_OFFSET for letter in text) else text
    )
    shown = UNSEEN.sub("", shown)
    if shown.isascii():
        return SPACED.sub(_joined, shown)
    shown = unicodedata.normalize("NFKC", shown)[: len(text) + 1]
    return SPACED.sub(_joined, MIXED.sub(lambda match: match[0].translate(LOOK_ALIKES), shown))


def without_comments(text: str) -> str:
    """Return a text without comments of pages, which are judged by themselves."""
    return COMMENT.sub(" ", text) if "<!--" in text else text


def hidden_parts(text: str) -> Iterator[str]:
    """Yield comments and hidden elements of a text, and what encoded words in it say."""
    found = 0
    for pattern in (COMMENT, HIDDEN, ATTRIBUTE):
        for match in pattern.finditer(text):
            if SHOWN_AS_EXAMPLE.search(text, max(0, match.start() - BEFORE), match.start()):
                continue
            yield html.unescape(next(part for part in match.groups() if part))
            found += 1
            if found == MOST_PARTS:
                return
    for decode, pattern in ((_base64, ENCODED), (_hexadecimal, HEXADECIMAL), (unquote, PERCENT)):
        for match in list(pattern.finditer(text))[:MOST_PARTS]:
            if (said := decode(match[0])) and _is_readable(said) and said != match[0]:
                yield said


def _shown(letter: str) -> str:
    return chr(ord(letter) - TAG_OFFSET) if ord(letter) in TAGS else letter


def _joined(match: re.Match[str]) -> str:
    """Return spaced letters as words; a wider gap is one between words."""
    sign = match[1]
    words = re.split(f"{re.escape(sign)}{{2,}}", match[0])
    return " ".join(word.replace(sign, "") for word in words)


def _base64(value: str) -> str:
    plain = value.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _hexadecimal(value: str) -> str:
    try:
        return bytes.fromhex(value.replace(":", " ")).decode()
    except ValueError:
        return ""


def _is_readable(said: str) -> bool:
    """Whether decoded bytes are words, and no picture or key."""
    letters = sum(letter.isalpha() or letter in " 、。,.!?'\n" for letter in said)
    return letters >= READABLE * len(said) and len(said) >= 8
