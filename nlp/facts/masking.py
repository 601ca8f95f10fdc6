"""A text in which every mention is one sign of its class, so that fixed patterns fit all names.

The length stays, so that positions in the masked text are positions in the text.
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
# Words that are no names: patterns read them themselves.
PLAIN = frozenset(
    {"Date", "Time", "DateTime", "Temporal", "Quantity", "Number", "Money", "Url", "URL", "Email"}
    | {"Identifier", "Task", "Event", "Phone", "Food"}
)
# Quoted words of more than a name are somebody else's.
QUOTATIONS = re.compile(r"「[^「」]*」|『[^『』]*』|“[^“”]*”|\"[^\"\n]*\"")
LONGEST_NAME = 8


def masked(text: str, mentions: Sequence[Found]) -> str:
    """Return ``text`` with its mentions as signs, and with quoted sentences blotted out."""
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
