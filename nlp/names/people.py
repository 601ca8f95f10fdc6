"""Compare two names of people: full names, family names, readings, initials, short forms."""

from .forms import NameForm, is_sounded, sound, sounds, whole_sound
from .romaji import is_japanese_word, loose_romaji, romaji
from .rules import MatchRule
from .spelling import differ_by_one


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
        return None
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


_FORMS = """
alexander alex sandy xander; alexandra alex sandra lexi; andrew andy drew; anthony tony;
benjamin ben benny; catherine kate katie cathy; katherine kate katie kathy; charles charlie chuck;
christina chris tina; christopher chris; daniel dan danny; david dave; deborah deb debbie;
donald don; edward ed eddie ted; elizabeth liz lizzie beth betty eliza; emily em; frederick fred;
gabriel gabe; gregory greg; harold harry; jacob jake; james jim jimmy jamie; jeffrey jeff;
jennifer jen jenny; jessica jess; john jack johnny; jonathan jon; joseph joe joey; joshua josh;
kenneth ken kenny; lawrence larry; leonard leo len; margaret maggie meg peggy; matthew matt;
michael mike mick; michelle shelly; nathaniel nate; nicholas nick; patricia pat trish;
patrick pat; peter pete; philip phil; rebecca becky; richard rick dick; robert rob bob bobby;
ronald ron; samuel sam; samantha sam; stephen steve; steven steve; susan sue; theodore ted theo;
thomas tom tommy; timothy tim; victoria vicky tori; vincent vince; william will bill billy liam;
zachary zach
"""
_SHORT = {line.split()[0]: frozenset(line.split()[1:]) for line in _FORMS.strip().split(";")}


def are_short_forms(first: str, second: str) -> bool:
    """Whether one given name is a short form of the other."""
    return first in _SHORT.get(second, ()) or second in _SHORT.get(first, ())
