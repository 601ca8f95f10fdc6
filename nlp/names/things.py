"""Compare two names of organizations, places, projects or other things."""

import re

from nlp.text.script import has_japanese

from .forms import NameForm, is_sounded, sound
from .rules import MatchRule
from .spelling import differ_by_one

PLACES = frozenset({"Location"})
_KIND_OF_PLACE = re.compile(r"(?<=..)[都府県市区町村]$")
LEAST_TYPED, LEAST_BEGINNING, BEGINNING_SHARE = 8, 6, 0.7


def thing_rule(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Return the rule by which two names may mean one thing; None if no rule matches."""
    if known.core == wanted.core:
        return MatchRule.FORM
    if known.modern == wanted.modern:
        return MatchRule.VARIANT
    return (
        _sounded(known, wanted)
        or _place(known, wanted)
        or _short(known, wanted)
        or _nearly(known, wanted)
    )


def _sounded(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Compare two names by sound if one is written by its sound; two names in kanji differ."""
    ours, theirs = sound(known), sound(wanted)
    if not (ours and theirs) or not (is_sounded(known) or is_sounded(wanted)):
        return None
    if ours == theirs:
        return MatchRule.READING
    is_loan = bool(known.latin) != bool(wanted.latin)
    return MatchRule.LONG_VOWEL if is_loan and _as_kana(ours) == _as_kana(theirs) else None


def _as_kana(sound: str) -> str:
    """Return the katakana sound of an English spelling: Sony as soni."""
    return re.sub(r"y$", "i", sound)


def _place(known: NameForm, wanted: NameForm) -> MatchRule | None:
    if known.type not in PLACES:
        return None
    short, long = sorted((known.core, wanted.core), key=len)
    return MatchRule.PLACE if _KIND_OF_PLACE.sub("", long) == short else None


def _short(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Compare a name with the initials of the other one: 東大, IBM."""
    for short, long in ((known, wanted), (wanted, known)):
        if long.initials and short.core == long.initials and len(short.core) >= 2:
            return MatchRule.ACRONYM
    return None


def _nearly(known: NameForm, wanted: NameForm) -> MatchRule | None:
    short, long = sorted((known.core, wanted.core), key=len)
    if len(short) >= LEAST_TYPED and differ_by_one(short, long):
        return MatchRule.ONE_LETTER
    is_one_word = len(known.latin) == 1 == len(wanted.latin) and not has_japanese(long)
    if (
        is_one_word
        and long.startswith(short)
        and len(short) >= LEAST_BEGINNING
        and len(short) >= BEGINNING_SHARE * len(long)
    ):
        return MatchRule.BEGINNING
    return None
