"""When two names may be one person: full names, family names alone, readings, initials."""

from .forms import NameForm, is_sounded, sound, sounds, whole_sound
from .letters import differ_by_one
from .nicknames import are_short_forms
from .romaji import is_japanese_word, loose_romaji, romaji
from .rules import Rule


def person_rule(known: NameForm, wanted: NameForm) -> Rule | None:
    """Return the rule by which two people's names may be one; None where they are two people's."""
    if known.core == wanted.core:
        return Rule.FORM
    if known.modern == wanted.modern:
        return Rule.VARIANT if known.is_full and wanted.is_full else Rule.SURNAME_VARIANT
    if known.latin and wanted.latin:
        return _latin(known, wanted)
    if not is_sounded(known) and not is_sounded(wanted):
        return _written(known, wanted)
    return _sounded(known, wanted)


def _written(known: NameForm, wanted: NameForm) -> Rule | None:
    """Compare two names in kanji: other characters are another name."""
    if known.is_full and wanted.is_full:
        return None
    full, bare = (known, wanted) if known.is_full else (wanted, known)
    if not full.is_full:
        return None
    if bare.core == full.family:
        return Rule.FAMILY if full is known else Rule.FULLER
    return Rule.KANJI_GIVEN if bare.core == full.given else None


def _sounded(known: NameForm, wanted: NameForm) -> Rule | None:
    """Compare names of which at least one is written by its sound."""
    if not (sound(known) and sound(wanted)):
        return None
    ours, theirs = sounds(known), sounds(wanted)
    if sorted(ours) == sorted(theirs) or whole_sound(known) == whole_sound(wanted):
        if len(ours) > 1 and len(theirs) > 1:
            return Rule.READING
        return Rule.FAMILY_READING if known.family or wanted.family else Rule.KANJI_GIVEN
    if "".join(map(loose_romaji, sorted(ours))) == "".join(map(loose_romaji, sorted(theirs))):
        return Rule.LONG_VOWEL
    if known.is_full == wanted.is_full:
        return None
    full, bare = (known, wanted) if known.is_full else (wanted, known)
    part, heard = _family_sound(full), "".join(sounds(bare))
    if heard == part:
        return Rule.FAMILY_READING if full is known else Rule.FULLER_READING
    return Rule.KANJI_GIVEN if heard in sounds(full) else None


def _family_sound(full: NameForm) -> str:
    """Return how the family name sounds; of Latin words, the last one."""
    if full.latin:
        return sounds(full)[-1]
    return sounds(full)[0] if full.family_reading else loose_romaji(romaji(full.reading))


def _latin(known: NameForm, wanted: NameForm) -> Rule | None:
    ours, theirs = known.latin, wanted.latin
    if sounds(known) == sounds(wanted) and _is_japanese(ours) and _is_japanese(theirs):
        return Rule.READING
    if sorted(ours) == sorted(theirs):
        return Rule.READING if _is_japanese(ours) else Rule.TURNED
    if len(ours) > 1 and len(theirs) > 1:
        return _two_full(ours, theirs)
    if len(ours) == len(theirs):
        return None
    full, bare = (known, wanted) if len(ours) > 1 else (wanted, known)
    (word,) = bare.latin
    if word not in full.latin:
        return None
    # Martin may be a given name as well; Mr. Martin is a family name, and Tanaka is known as one.
    if word == full.latin[0] or not (bare.is_titled or _is_japanese(full.latin)):
        return Rule.GIVEN
    return Rule.FAMILY if full is known else Rule.FULLER


def _is_japanese(words: tuple[str, ...]) -> bool:
    return all(is_japanese_word(word) for word in words)


def _two_full(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Rule | None:
    if ours[-1] != theirs[-1]:
        return None
    if ours[0] == theirs[0]:
        return Rule.MIDDLE if _middles_agree(ours[1:-1], theirs[1:-1]) else None
    if not _middles_agree(ours[1:-1], theirs[1:-1]):
        return None
    first, second = sorted((ours[0], theirs[0]), key=len)
    if len(first) == 1:
        return Rule.INITIAL if second.startswith(first) else None
    if are_short_forms(first, second):
        return Rule.NICKNAME
    return Rule.ONE_LETTER if differ_by_one(first, second) and len(second) >= 5 else None


def _middles_agree(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether middle names are the same, one is missing, or one is the other's initial."""
    return all(
        a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])
        for a, b in zip(ours, theirs, strict=False)
    )
