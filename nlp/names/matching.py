"""Compare two names of people or things, and name the rule by which they match."""

import re
from enum import Enum
from functools import lru_cache

from nlp.text.tokens import has_japanese

from .forms import NameForm, is_sounded, sound, sounds, whole_sound
from .romaji import is_japanese_word, loose_romaji, romaji
from .short_forms import are_short_forms, long_forms
from .spelling import differ_by_one

PLACES = frozenset({"Location"})
_KIND_OF_PLACE = re.compile(r"(?<=..)[都府県市区町村]$")
LEAST_TYPED, LEAST_BEGINNING, BEGINNING_SHARE = 8, 6, 0.7


class MatchRule(Enum):
    """A rule: its score in 0…1 without context, and its explanation for a person.

    A score of 0.85 or more decides by itself, one of 0.6 or more is worth a question
    (``scoring.py``); context moves a score by up to 0.15.
    """

    EXACT = (0.98, "the same name")
    FORM = (0.95, "the same name but for titles, legal form or signs")
    READING = (0.92, "the same name by its reading")
    MIDDLE = (0.88, "the same name but for a middle name")
    VARIANT = (0.87, "the same name in other forms of its characters")
    FAMILY = (0.87, "the family name alone")
    FAMILY_READING = (0.86, "the family name alone, by its reading")
    GIVEN = (0.76, "the given name alone")
    FULLER = (0.77, "the full name to a family name known before")
    FULLER_READING = (0.75, "the full name to a family name known before, by its reading")
    INITIAL = (0.75, "the same name with initials")
    ACRONYM = (0.75, "its initials")
    PLACE = (0.75, "the same place but for the kind of place")
    NICKNAME = (0.74, "a short form of the same name")
    # Too little to decide: Chris may be Christina or Christopher.
    SHORT_NAME = (0.7, "a short form of the same given name")
    SURNAME_VARIANT = (0.74, "the family name in other forms of its characters")
    LONG_VOWEL = (0.7, "the same sound but for a long vowel")
    TURNED = (0.66, "the same words in another order")
    BEGINNING = (0.62, "one name is the beginning of the other")
    KANJI_GIVEN = (0.64, "the given name alone, which several may have")
    ONE_LETTER = (0.52, "the same name but for one letter")

    def __init__(self, score: float, sentence: str) -> None:
        self.score = score
        self.sentence = sentence

    @property
    def is_partial(self) -> bool:
        """Whether one name is only a part of the other."""
        return self in _PARTIAL

    @property
    def is_fuller(self) -> bool:
        """Whether the new name has more parts than the known one."""
        return self in (MatchRule.FULLER, MatchRule.FULLER_READING)


_PARTIAL = {
    MatchRule.FAMILY, MatchRule.FAMILY_READING, MatchRule.GIVEN, MatchRule.FULLER, MatchRule.FULLER_READING,
    MatchRule.SURNAME_VARIANT, MatchRule.KANJI_GIVEN, MatchRule.INITIAL,
}  # fmt: skip


def person_rule(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Return the rule by which two names may mean one person; None if they cannot."""
    if known.core == wanted.core:
        return MatchRule.FORM
    if known.modern == wanted.modern:
        return MatchRule.VARIANT if known.is_full and wanted.is_full else MatchRule.SURNAME_VARIANT
    if known.latin and wanted.latin:
        return _latin(known, wanted)
    if not is_sounded(known) and not is_sounded(wanted):
        return _written(known, wanted)
    return _sounded(known, wanted)


def _written(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Compare two names in kanji: other characters make another name."""
    if known.is_full and wanted.is_full:
        return None
    full, bare = (known, wanted) if known.is_full else (wanted, known)
    if not full.is_full:
        return None
    if bare.core == full.family:
        return MatchRule.FAMILY if full is known else MatchRule.FULLER
    return MatchRule.KANJI_GIVEN if bare.core == full.given else None


def _sounded(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Compare two names, at least one of which is written by its sound."""
    if not (sound(known) and sound(wanted)):
        return None
    ours, theirs = sounds(known), sounds(wanted)
    if sorted(ours) == sorted(theirs) or whole_sound(known) == whole_sound(wanted):
        if len(ours) > 1 and len(theirs) > 1:
            return MatchRule.READING
        return MatchRule.FAMILY_READING if known.family or wanted.family else MatchRule.KANJI_GIVEN
    if "".join(map(loose_romaji, sorted(ours))) == "".join(map(loose_romaji, sorted(theirs))):
        return MatchRule.LONG_VOWEL
    if known.is_full == wanted.is_full:
        return None
    full, bare = (known, wanted) if known.is_full else (wanted, known)
    part, heard = _family_sound(full), "".join(sounds(bare))
    if heard == part:
        return MatchRule.FAMILY_READING if full is known else MatchRule.FULLER_READING
    return MatchRule.KANJI_GIVEN if heard in sounds(full) else None


def _family_sound(full: NameForm) -> str:
    """Return the sound of the family name; of Latin words, that of the last one."""
    if full.latin:
        return sounds(full)[-1]
    return sounds(full)[0] if full.family_reading else loose_romaji(romaji(full.reading))


def _latin(known: NameForm, wanted: NameForm) -> MatchRule | None:
    ours, theirs = known.latin, wanted.latin
    if sounds(known) == sounds(wanted) and _is_japanese(ours) and _is_japanese(theirs):
        return MatchRule.READING
    if sorted(ours) == sorted(theirs):
        return MatchRule.READING if _is_japanese(ours) else MatchRule.TURNED
    if len(ours) > 1 and len(theirs) > 1:
        return _two_full(ours, theirs)
    if len(ours) == len(theirs):
        return MatchRule.SHORT_NAME if are_short_forms(ours[0], theirs[0]) else None
    full, bare = (known, wanted) if len(ours) > 1 else (wanted, known)
    (word,) = bare.latin
    if word not in full.latin:
        return None
    # Martin may be a given name too; in Mr. Martin and Tanaka it is surely a family name.
    if word == full.latin[0] or not (bare.is_titled or _is_japanese(full.latin)):
        return MatchRule.GIVEN
    return MatchRule.FAMILY if full is known else MatchRule.FULLER


def _is_japanese(words: tuple[str, ...]) -> bool:
    return all(is_japanese_word(word) for word in words)


def _two_full(ours: tuple[str, ...], theirs: tuple[str, ...]) -> MatchRule | None:
    if ours[-1] != theirs[-1]:
        return None
    if ours[0] == theirs[0]:
        return MatchRule.MIDDLE if _middles_agree(ours[1:-1], theirs[1:-1]) else None
    if not _middles_agree(ours[1:-1], theirs[1:-1]):
        return None
    first, second = sorted((ours[0], theirs[0]), key=len)
    if len(first) == 1:
        return MatchRule.INITIAL if second.startswith(first) else None
    if are_short_forms(first, second):
        return MatchRule.NICKNAME
    return MatchRule.ONE_LETTER if differ_by_one(first, second) and len(second) >= 5 else None


def _middles_agree(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether middle names are the same, one is missing, or one is the other's initial."""
    return all(
        a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])
        for a, b in zip(ours, theirs, strict=False)
    )


def thing_rule(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Return the rule by which two names may mean one thing; None if no rule matches."""
    if known.core == wanted.core:
        return MatchRule.FORM
    if known.modern == wanted.modern:
        return MatchRule.VARIANT
    return (
        _sounded_thing(known, wanted)
        or _place(known, wanted)
        or _short(known, wanted)
        or _nearly(known, wanted)
    )


def _sounded_thing(known: NameForm, wanted: NameForm) -> MatchRule | None:
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


def matching_rule(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Return the rule by which two names may mean one entity; None if no rule matches.

    Numbers and versions must agree, and so must Jr. and Sr.
    """
    if known.numbers != wanted.numbers or known.suffix != wanted.suffix:
        return None
    if known.key == wanted.key:
        return MatchRule.EXACT
    rule = person_rule if known.is_person and wanted.is_person else thing_rule
    return rule(known, wanted)


@lru_cache(maxsize=10_000)
def block_keys(form: NameForm) -> frozenset[str]:
    """Return the blocking keys of a name: two names that match by any rule share one of them.

    Keys are the words and parts of a person's name, the whole name as written and as it sounds,
    its initials, and its first and last letters for slips of the pen.
    """
    blocks = {form.key, form.core, form.modern, form.family, form.given, form.initials}
    blocks.add(f"~{sound(form)}")
    if form.is_person:
        blocks.update(form.latin)
        blocks.update(f"~{loose_romaji(part)}" for part in sounds(form))
        blocks.update(f"≈{long}" for word in form.latin[:1] for long in long_forms(word))
    if len(form.core) >= LEAST_BEGINNING:
        blocks.update({f"{form.core[:LEAST_BEGINNING]}…", f"…{form.core[-LEAST_TYPED // 2 :]}"})
    if not form.is_person and form.core[-1:] in "都府県市区町村":
        blocks.add(form.core[:-1])
    return frozenset(blocks - {"", "~"})
