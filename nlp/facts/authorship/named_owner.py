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
    # What Claude remembers of its user: "**Work context**", and then whose it is.
    r"|\A\W{0,8}(?:Work|Personal) context\W{0,8}\n\W{0,4}"
    rf"(?P<remembered>{SOMEBODY})(?= (?:is|was|works|lives|has|runs|teaches|studies)\b)"
    rf"|{OWNER}{REST}*: (?P<listed>{SOMEBODY}|{CAPITALS})(?= \([A-Z{PERSON}]|, (?:\d\d|aged?)\b)"
)
PEOPLE = re.compile(SOMEBODY)
WORDS = re.compile(r"[\w'’-]+")
LATIN = re.compile(r"[A-ZÀ-Þ][\w'’-]+")
# What follows the name of a person that may be a word as well: Will, May.
VERB = r"(?:is|was|has|had|(?:do|did|is|was|ha[sd])(?:es)?n['’]t|(?!needs\b)[a-z]{2,12}(?:s|ed))"
# A card or form begins with whose it is: "Name: Robin A. Marsh".
CARD = re.compile(
    r"\A[\s#*>-]*(?:(?:full|patient|client|resident|legal) )?name[*_ ]{0,3}: ?[*_]{0,2}"
    rf"{TITLE}(?P<name>[A-ZÀ-Þ][\w.'’-]*(?: [A-ZÀ-Þ][\w.'’-]*){{0,3}})[ \t]*\n[^\n:]{{1,40}}:",
    re.IGNORECASE,
)


def introduced_name(signs: str) -> tuple[int, int] | None:
    """Return the span of the name by which a masked text introduces the user; None without one."""
    found = INTRODUCTION.search(signs)
    return None if found is None else found.span(found.lastgroup or 0)


def mark_owner(text: str, signs: str, names: Collection[str]) -> str:
    """Return masked text in which these names, whole or a part of one, are the sign of the owner."""
    parts = {part for name in names for part in (name, *WORDS.findall(name))}

    def owner(person: re.Match[str]) -> str:
        called = text[person.start() : person.end()]
        # A family name in Japanese, but Ann is not Anna.
        may_be_family = len(called) > 1 and not called.isascii()
        is_family = may_be_family and any(name.startswith(called) for name in names)
        is_owner = called in parts or is_family or _is_longer(called, names)
        return OWNER + person[0][1:] if is_owner else person[0]

    if not names:
        return signs
    return _plain(parts).sub(
        lambda name: OWNER + REST * (len(name[0]) - 1), PEOPLE.sub(owner, signs)
    )


def _plain(parts: Collection[str]) -> re.Pattern[str]:
    """Return a pattern of these names where no reader took them for one: "Mo has", "Mo's sister"."""
    known = "|".join(sorted(re.escape(part) for part in parts if LATIN.fullmatch(part)))
    return re.compile(rf"(?<![\w{PERSON}-{REST}])(?:{known or '(?!)'})(?= {VERB}\b|['’]s )")


def _is_longer(called: str, names: Collection[str]) -> bool:
    """Return whether a name has all words of one of these: 'Sam "Sunny" Marsh', Sam J. Marsh."""
    words = set(WORDS.findall(called))
    return any(" " in name and words.issuperset(WORDS.findall(name)) for name in names)


def is_card_of_owner(text: str, names: Collection[str]) -> bool | None:
    """Return whether a text is the card or form of the owner, whose names these are.

    None if it is no card, or no full name of the owner is known. One family has one family name,
    so that the given names count, and initials may be the owner's.
    """
    given = {name.split()[0].casefold() for name in names if " " in name}
    found = CARD.match(text) if given else None
    if found is None:
        return None
    words = [word.strip(".").casefold() for word in found["name"].split()]
    return any(word in given or (len(word) == 1 and _begins(given, word)) for word in words)


def _begins(names: Collection[str], letter: str) -> bool:
    return any(name.startswith(letter) for name in names)
