"""Take names apart into the forms by which they are compared."""

from dataclasses import dataclass
from functools import lru_cache

from nlp.morphology import FAMILY_NAME, GIVEN_NAME
from nlp.readers import PERSON
from nlp.text.tokens import has_japanese, name_key

from . import spelling
from .romaji import folded_romaji, is_kana, loose_romaji, reading_of, romaji, words_of

SMALL_WORDS = frozenset({"of", "the", "and", "for", "de", "la", "von", "van", "&"})
SUFFIXES = frozenset({"jr", "sr", "junior", "senior"})


@dataclass(frozen=True, slots=True)
class NameForm:
    """The comparable parts of one name.

    ``family`` and ``given`` are as written (folded), with their readings. A one-word name of a
    person has only one of them, and only if the dictionary knows which. ``latin`` holds the
    words of a name in Latin letters.
    """

    name: str
    type: str
    key: str
    tight: str
    core: str
    modern: str
    reading: str
    numbers: tuple[str, ...] = ()
    latin: tuple[str, ...] = ()
    family: str = ""
    given: str = ""
    family_reading: str = ""
    given_reading: str = ""
    rank: str = ""
    suffix: str = ""
    is_titled: bool = False
    initials: str = ""

    @property
    def is_person(self) -> bool:
        """Whether the name is a person's."""
        return self.type == PERSON

    @property
    def is_bare(self) -> bool:
        """Whether the name is a family name or given name alone."""
        if self.latin:
            return len(self.latin) == 1
        return self.is_person and not (self.family and self.given)

    @property
    def is_full(self) -> bool:
        """Whether the name has a family name and a given name."""
        return self.is_person and not self.is_bare


@lru_cache(maxsize=10_000)
def form_of(name: str, type_name: str, reading: str = "") -> NameForm:
    """Take a name apart; a known ``reading`` (hiragana) overrides the dictionary's."""
    return _person(name, type_name, reading) if type_name == PERSON else _thing(name, type_name)


def _thing(name: str, type_name: str) -> NameForm:
    core = spelling.numerals_as_digits(spelling.without_form(name))
    latin = () if has_japanese(core) else tuple(spelling.plain(core).replace(".", " ").split())
    return NameForm(
        name=name,
        type=type_name,
        key=name_key(name),
        tight=spelling.tight(name),
        core=spelling.tight(core),
        modern=spelling.tight(core).translate(spelling.VARIANTS),
        reading=reading_of(core),
        numbers=spelling.numbers(name),
        latin=latin,
        initials=_initials(core, latin),
    )


def _initials(core: str, latin: tuple[str, ...]) -> str:
    if latin:
        firsts = [word[0] for word in latin if word not in SMALL_WORDS]
        return "".join(firsts) if len(firsts) >= 3 else ""
    words = [word.surface for word in words_of(core) if word.surface.strip()]
    return "".join(word[0] for word in words) if len(words) >= 2 else ""


def _person(name: str, type_name: str, reading: str) -> NameForm:
    called, rank = spelling.without_title(name)
    if not has_japanese(called):
        return _latin_person(name, type_name, called, rank)
    family, given, family_reading, given_reading = _split(called, reading)
    core = spelling.tight(called)
    return NameForm(
        name=name,
        type=type_name,
        key=name_key(called),
        tight=spelling.tight(name),
        core=core,
        modern=core.translate(spelling.VARIANTS),
        reading=(family_reading + given_reading) or reading or reading_of(called),
        family=family,
        given=given,
        family_reading=family_reading,
        given_reading=given_reading,
        rank=rank,
    )


def _latin_person(name: str, type_name: str, called: str, rank: str) -> NameForm:
    last, comma, first = called.partition(",")
    words = spelling.plain(f"{first} {last}" if comma else called)
    latin = words.replace(".", " ").replace("-", " ").replace("'", "").replace("’", "").split()
    suffix = latin[-1] if len(latin) > 1 and latin[-1] in SUFFIXES else ""
    numbers = spelling.numbers(called)
    kept = [word for word in latin if word != suffix and word.upper() not in numbers]
    return NameForm(
        name=name,
        type=type_name,
        key=name_key(called),
        tight=spelling.tight(name),
        core="".join(kept),
        modern="".join(kept),
        reading="",
        numbers=numbers,
        latin=tuple(kept),
        rank=rank,
        suffix=suffix,
        is_titled=len(called) < len(name.strip()),
    )


def _split(called: str, reading: str) -> tuple[str, str, str, str]:
    """Return family name, given name and their readings, each empty if unknown."""
    spaced = called.replace("・", " ").split()
    if len(spaced) == 2:
        first, second = spaced
        return spelling.tight(first), spelling.tight(second), reading_of(first), reading_of(second)
    words = [word for word in words_of(called) if word.surface.strip()]
    if len(words) >= 2 and words[0].part == FAMILY_NAME:
        given = "".join(word.surface for word in words[1:])
        read = "".join(word.reading for word in words[1:])
        return spelling.tight(words[0].surface), spelling.tight(given), words[0].reading, read
    whole = spelling.tight(called)
    if len(words) == 1 and words[0].part in (FAMILY_NAME, GIVEN_NAME):
        read = reading or words[0].reading
        return (whole, "", read, "") if words[0].part == FAMILY_NAME else ("", whole, "", read)
    return "", "", "", ""


def sounds(form: NameForm) -> tuple[str, ...]:
    """Return the sound of each part of a person's name in folded romaji, or of the whole name."""
    if form.latin:
        return tuple(folded_romaji(word) for word in form.latin)
    parts = [form.family_reading, form.given_reading]
    kept = [folded_romaji(romaji(part)) for part in parts if part]
    return tuple(kept) or ((folded_romaji(romaji(form.reading)),) if form.reading else ())


def whole_sound(form: NameForm) -> str:
    """Return the sound of a whole name in folded romaji; empty if it is unknown."""
    return folded_romaji("".join(form.latin) if form.latin else romaji(form.reading))


def sound(form: NameForm) -> str:
    """Return the sound of a whole name, folded as far as possible."""
    return loose_romaji(whole_sound(form))


def is_sounded(form: NameForm) -> bool:
    """Whether the name is written by its sound, in kana or Latin letters."""
    return bool(form.latin) or is_kana(form.name)
