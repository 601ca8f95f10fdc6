"""Mask a text: one character stands for each mention, so that fixed patterns fit all names.

The length stays, so that offsets in the masked text are offsets in the text.
"""

import re
from collections.abc import Sequence

from nlp.types import Found

PERSON, ORGANIZATION, PLACE, THING, REST, QUOTED = (
    "\ue100",
    "\ue101",
    "\ue102",
    "\ue103",
    "\ue1ff",
    "\ue1fe",
)
CLASSES = {
    "Person": PERSON,
    "Organization": ORGANIZATION,
    "Location": PLACE,
    "Place": PLACE,
    "Restaurant": PLACE,
}
# Types of mentions that are no names: patterns read their words.
PLAIN = frozenset(
    {"Date", "Time", "DateTime", "Temporal", "Quantity", "Number", "Money", "Url", "URL", "Email"}
    | {"Identifier", "Task", "Event", "Phone", "Food"}
)
# A quotation longer than a name is the statement of another person.
QUOTATIONS = re.compile(r"「[^「」]*」|『[^『』]*』|“[^“”]*”|\"[^\"\n]*\"")
LONGEST_NAME = 8


def mask(text: str, mentions: Sequence[Found]) -> str:
    """Return ``text`` with masked mentions and blanked quotations."""
    signs = list(text)
    for found in sorted(mentions, key=lambda found: found.start - found.end):
        inside = signs[found.start : found.end]
        if found.type in PLAIN or not inside or any("\ue100" <= sign <= REST for sign in inside):
            continue
        signs[found.start : found.end] = [
            CLASSES.get(found.type, THING),
            *[REST] * (len(inside) - 1),
        ]
    return QUOTATIONS.sub(_blotted, "".join(signs))


def _blotted(quotation: re.Match[str]) -> str:
    inner = quotation[0][1:-1]
    is_name = inner[:1] in {PERSON, ORGANIZATION, PLACE, THING} and not inner[1:].strip(REST)
    if is_name or (len(inner) <= LONGEST_NAME and REST not in inner):
        return quotation[0]
    return quotation[0][0] + QUOTED * len(inner) + quotation[0][-1]
