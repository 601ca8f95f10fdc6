"""Read Japanese names with Sudachi; without it, names are compared as written."""

from dataclasses import dataclass
from functools import lru_cache

from nlp.morphology import Morpheme, morphemes
from nlp.text.fold import fold, name_key
from nlp.text.script import has_japanese

from .romaji import is_kana

LONGEST = 255
# Variant characters, and the ones under which dictionaries list them.
GLYPHS = str.maketrans("髙﨑𠮷栁濵德彅閒瀨", "高崎吉柳濱徳薙間瀬")


@dataclass(frozen=True, slots=True)
class NameWord:
    """A word of a name: as written, in hiragana, and whether it is a family or a given name."""

    surface: str
    reading: str
    part: str


@lru_cache(maxsize=50_000)
def words_of(name: str) -> tuple[NameWord, ...]:
    """Return the words of a Japanese name; empty for a name without Japanese letters."""
    if not has_japanese(name):
        return ()
    return tuple(map(_word, morphemes(name.translate(GLYPHS), is_short_unit=True)))


def _word(morpheme: Morpheme) -> NameWord:
    surface = morpheme.surface
    part = morpheme.pos[3] if morpheme.is_person_name else ""
    return NameWord(surface, fold(surface if is_kana(surface) else morpheme.reading), part)


def reading_of(name: str) -> str:
    """Return a Japanese name in hiragana, without spaces; empty if it cannot be read."""
    if not has_japanese(name):
        return ""
    if is_kana(name):
        return name_key(name)[:LONGEST]
    return "".join(word.reading for word in words_of(name) if word.surface.strip())[:LONGEST]
