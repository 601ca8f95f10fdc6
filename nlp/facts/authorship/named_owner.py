"""Read by which name a note calls its user, and take that name for the owner in all of it.

"ユーザーは浜口さん。浜口さんは…", "The user is Baz Ollerenshaw. Baz works as …": what is said of the name
is said of the owner.
"""

import re
from collections.abc import Collection

# The signs of masked text (``nlp.facts.sentences``, which imports this package).
PERSON, OWNER, REST = "\ue100", "\ue104", "\ue1ff"
SOMEBODY = rf"{PERSON}{REST}*"
CAPITALS = r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,3}"
TITLE = r"(?:(?:Mr|Mrs|Ms|Dr)\.? )?"
INTRODUCTION = re.compile(
    rf"(?:{OWNER}{REST}*|ユーザー|利用者)(?:名|の(?:お?名前|氏名|名))?(?:は|[：:]|[（(])[ \u3000]?"
    rf"(?P<topic>{SOMEBODY})(?:さん|様|氏)?"
    rf"(?=[。)）（(\n]|[、，,](?!{PERSON})|です|である|という|と(?:いい|名乗)|$)"
    rf"|{OWNER}{REST}*の(?P<beside>{SOMEBODY})(?:さん|様|氏)(?=[はが])"
    rf"|{OWNER}{REST}*(?:'s (?:full |first )?name is | is (?:called |named )?|, | \()"
    rf"{TITLE}(?P<english>{SOMEBODY})(?=\.?(?:\s|$)|[,;()])(?! (?:and|or) {PERSON})"
    rf"|{OWNER}{REST}* (?:is called|is named|goes by|signs (?:(?:him|her|them)self|messages)(?: as)?"
    rf"|introduced (?:him|her|them)self as|(?:prefers|asked|asks|wants) to be called"
    rf"|'s (?:full |first )?name is) {TITLE}(?P<capital>{SOMEBODY}|{CAPITALS})"
    rf"|{OWNER}{REST}*: (?P<listed>{SOMEBODY}|{CAPITALS})(?= \([A-Z{PERSON}]|, (?:\d\d|aged?)\b)"
)
PEOPLE = re.compile(SOMEBODY)


def introduced_name(signs: str) -> tuple[int, int] | None:
    """Return the span of the name by which a masked text introduces the user; None without one."""
    found = INTRODUCTION.search(signs)
    return None if found is None else found.span(found.lastgroup or 0)


def mark_owner(text: str, signs: str, names: Collection[str]) -> str:
    """Return masked text in which these names, whole or a part of one, are the sign of the owner."""
    parts = {part for name in names for part in (name, *name.split())}

    def owner(person: re.Match[str]) -> str:
        called = text[person.start() : person.end()]
        # A family name in Japanese, but Ann is not Anna.
        may_be_family = len(called) > 1 and not called.isascii()
        is_family = may_be_family and any(name.startswith(called) for name in names)
        return OWNER + person[0][1:] if called in parts or is_family else person[0]

    return PEOPLE.sub(owner, signs) if names else signs
