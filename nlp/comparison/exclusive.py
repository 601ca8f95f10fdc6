"""Whether a sentence leaves room for another value beside its own.

The project has one lead and the server one place, but somebody who met Tom may have met
Anna too: another name then contradicts nothing.
"""

import re

STATED = re.compile(
    r"\b(?:is|are|'s|lives?|needs?|requires?|belongs?|was born|called|named)\b"
    r"|(?:です|だ|である|にあります|にある|に住んで(?:いる|います)|必要(?:です|だ)?|にいる|にいます|所属|在住)[。.!\s]*$",
    re.IGNORECASE,
)
# The one that is such: "Mr Okada is the owner".
DEFINITE = re.compile(r"\bis (?:the|my|our|his|her|their)\b", re.IGNORECASE)


def has_one_value(text: str) -> bool:
    """Whether a sentence states what something is, where it is, or what it needs."""
    return bool(STATED.search(text))


def names_the_one(text: str) -> bool:
    """Whether a sentence says who or what is the one that has a role."""
    return bool(DEFINITE.search(text))
