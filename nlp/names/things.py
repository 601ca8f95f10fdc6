"""When two names may be one organisation, place, project or other thing."""

import re

from .forms import NameForm, is_sounded, sound
from .letters import differ_by_one
from .readings import is_japanese
from .rules import Rule

PLACES = frozenset({"Location"})
_KIND_OF_PLACE = re.compile(r"(?<=..)[都府県市区町村]$")
LEAST_TYPED, LEAST_BEGINNING, BEGINNING_SHARE = 8, 6, 0.7


def thing_rule(known: NameForm, wanted: NameForm) -> Rule | None:
    """Return the rule by which two names may be one thing; None where nothing speaks for it."""
    if known.core == wanted.core:
        return Rule.FORM
    if known.modern == wanted.modern:
        return Rule.VARIANT
    return (
        _sounded(known, wanted)
        or _place(known, wanted)
        or _short(known, wanted)
        or _nearly(known, wanted)
    )


def _sounded(known: NameForm, wanted: NameForm) -> Rule | None:
    """Compare by sound, where at least one is written by it: two names in kanji are two names."""
    ours, theirs = sound(known), sound(wanted)
    if not (ours and theirs) or not (is_sounded(known) or is_sounded(wanted)):
        return None
    if ours == theirs:
        return Rule.READING
    is_loan = bool(known.latin) != bool(wanted.latin)
    return Rule.LONG_VOWEL if is_loan and _as_kana(ours) == _as_kana(theirs) else None


def _as_kana(sound: str) -> str:
    """Return how English spelling comes out in katakana: Sony as soni."""
    return re.sub(r"y$", "i", sound)


def _place(known: NameForm, wanted: NameForm) -> Rule | None:
    if known.type not in PLACES:
        return None
    short, long = sorted((known.core, wanted.core), key=len)
    return Rule.PLACE if _KIND_OF_PLACE.sub("", long) == short else None


def _short(known: NameForm, wanted: NameForm) -> Rule | None:
    """Compare one name with the initials of the other: 東大, IBM."""
    for short, long in ((known, wanted), (wanted, known)):
        if long.initials and short.core == long.initials and len(short.core) >= 2:
            return Rule.ACRONYM
    return None


def _nearly(known: NameForm, wanted: NameForm) -> Rule | None:
    short, long = sorted((known.core, wanted.core), key=len)
    if len(short) >= LEAST_TYPED and differ_by_one(short, long):
        return Rule.ONE_LETTER
    is_one_word = len(known.latin) == 1 == len(wanted.latin) and not is_japanese(long)
    if (
        is_one_word
        and long.startswith(short)
        and len(short) >= LEAST_BEGINNING
        and len(short) >= BEGINNING_SHARE * len(long)
    ):
        return Rule.BEGINNING
    return None
