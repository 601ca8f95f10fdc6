"""Read Japanese names with Sudachi, romanize them, and fold spellings of romaji to one."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from nlp.morphology import Morpheme, morphemes
from nlp.text.tokens import fold, has_japanese, name_key

_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの",
    "h": "はひふへほ", "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ",
    "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}  # fmt: skip
_VOWELS = "aiueo"
_SMALL = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o"}
MORAE = {
    **{kana: row + vowel for row, line in _ROWS.items() for kana, vowel in zip(line, _VOWELS, strict=True)},
    "や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa", "を": "o", "ん": "n", "ゔ": "vu", "ゐ": "i", "ゑ": "e",
    "し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "じ": "ji", "ぢ": "ji", "づ": "zu", "ー": "-",
}  # fmt: skip

# Kunrei and mixed spellings, and spellings of long vowels, as Hepburn without marks.
_SPELLINGS = [
    (re.compile(pattern), written)
    for pattern, written in (
        (r"[’'‘-]", ""),
        (r"([sct])h?y([auo])", lambda m: {"s": "sh", "c": "ch", "t": "ch"}[m[1]] + m[2]),
        (r"(?:zy|jy)([auo])", r"j\1"),
        (r"si", "shi"), (r"(?<!t)ti", "chi"), (r"tu", "tsu"), (r"(?<![sc])hu", "fu"), (r"zi|di", "ji"),
        (r"du|dzu", "zu"), (r"m(?=[bpm])", "n"), (r"tch", "cch"),
        (r"^oh(?=[^aiueoy])", "oo"), (r"oh(?=[^aiueoy]|$)", "o"), (r"uh(?=[^aiueoy]|$)", "u"),
        (r"(?<=.)ou|(?<=.)oo", "o"), (r"^ou(?=[^e])", "oo"), (r"uu", "u"), (r"aa", "a"),
        (r"ii", "i"), (r"ee", "e"),
    )
]  # fmt: skip
_JAPANESE_WORD = re.compile(
    r"(?:(?:(?:ky|gy|ny|hy|by|py|my|ry|sh|ch|ts|[kstnhmrgzdbpfjwy])?[aiueo])|n(?![aiueoy])|"
    r"(?:k(?=k)|s(?=s)|t(?=t)|p(?=p)|c(?=ch)))+"
)
KANA = re.compile(r"[\u3040-\u309fー・\s]+")
_LENGTHENED = {"o": "[うおー]?", "u": "[うー]?", "e": "[いえー]?", "a": "[あー]?", "i": "[いー]?"}
_KANA_OF = {
    **{latin: kana for kana, latin in reversed(MORAE.items()) if kana not in "をゐゑづぢー"},
    **{
        head + small: kana + mark
        for head, kana in (
            ("ky", "き"), ("gy", "ぎ"), ("ny", "に"), ("hy", "ひ"), ("by", "び"), ("py", "ぴ"),
            ("my", "み"), ("ry", "り"), ("sh", "し"), ("ch", "ち"), ("j", "じ"),
        )
        for small, mark in (("a", "ゃ"), ("u", "ゅ"), ("o", "ょ"))
    },
}  # fmt: skip
_SYLLABLE = re.compile("|".join(sorted(_KANA_OF, key=len, reverse=True)))
LONGEST = 255
# Variant characters, and the ones under which dictionaries list them.
GLYPHS = str.maketrans("髙﨑𠮷栁濵德彅閒瀨", "高崎吉柳濱徳薙間瀬")


def is_kana(text: str) -> bool:
    """Whether ``text`` is written in kana alone."""
    return bool(KANA.fullmatch(fold(text)))


@lru_cache(maxsize=10_000)
def romaji(kana: str) -> str:
    """Return kana in Hepburn with long vowels as spelled; other characters stay."""
    out: list[str] = []
    is_doubled = False
    for letter in fold(kana):
        if letter == "っ":
            is_doubled = True
            continue
        if letter in _SMALL:
            out = [*out[:-1], _joined(out[-1] if out else "", _SMALL[letter])]
            continue
        written = MORAE.get(letter, letter)
        if is_doubled:
            written = ("c" if written.startswith("ch") else written[:1]) + written
            is_doubled = False
        out.append(written)
    return "".join(out).replace("-", "")


def _joined(before: str, small: str) -> str:
    if small.startswith("y"):
        stem = before[:-1]
        return stem + (small[1:] if stem.endswith(("sh", "ch", "j")) else small)
    return before[:-1] + small


@lru_cache(maxsize=10_000)
def folded_romaji(text: str) -> str:
    """Return one spelling for all spellings of a word in romaji."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    word = "".join(letter for letter in plain if not unicodedata.combining(letter)).strip()
    for pattern, written in _SPELLINGS:
        word = pattern.sub(written, word)
    return word


def loose_romaji(text: str) -> str:
    """Return ``text`` folded further: a long vowel at the beginning becomes short."""
    return re.sub(r"^oo", "o", folded_romaji(text))


def is_japanese_word(text: str) -> bool:
    """Whether a Latin word can be read as Japanese: Tanaka can, Smith cannot."""
    return bool(_JAPANESE_WORD.fullmatch(folded_romaji(text)))


def reading_pattern(word: str) -> str:
    """Return a pattern for the hiragana that a word in romaji may stand for; empty if none.

    ``yuko`` is ゆこ, ゆうこ and ゆこう: romaji seldom marks long vowels.
    """
    text, at, out = folded_romaji(word), 0, ""
    while at < len(text):
        if text[at] in "kstpc" and text[at + 1 : at + 2] == text[at]:
            out, at = out + "っ", at + 1
            continue
        found = _SYLLABLE.match(text, at)
        if found is None:
            return ""
        out, at = out + _KANA_OF[found[0]] + _LENGTHENED.get(found[0][-1], ""), found.end()
    return out


@dataclass(frozen=True, slots=True)
class NameWord:
    """A word of a name: as written, in hiragana, and whether it is a family or a given name."""

    surface: str
    reading: str
    part: str


@lru_cache(maxsize=10_000)
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
