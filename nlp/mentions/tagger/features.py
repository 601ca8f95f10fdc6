"""Describe the words of a sentence for the tagger."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from nlp.mentions.english import tokens as english
from nlp.mentions.japanese import compounds, people
from nlp.mentions.words import phrases, words
from nlp.morphology import Morpheme, morphemes
from nlp.readers import Found

SHAPES = (
    (re.compile(r"[ぁ-ん]"), "h"),
    (re.compile(r"[ァ-ヶー]"), "k"),
    (re.compile(r"[一-龥々〆]"), "c"),
    (re.compile(r"[A-ZＡ-Ｚ]"), "X"),
    (re.compile(r"[a-zａ-ｚ]"), "x"),
    (re.compile(r"[0-9０-９]"), "9"),
)
OPENING, CLOSING = frozenset('「『（(“"'), frozenset("」』）)”")
RUN = re.compile(r"(.)\1+")
OUTSIDE = "-"
OF_RULES = ("r=", "-1r=", "1r=")
# A longer sentence consists of words for the most part.
MANY = 40
JOINING = frozenset("・=＝&＆-.")


@dataclass(frozen=True, slots=True)
class DescribedWord:
    """A word, where it stands, and what is known of it by itself."""

    text: str
    start: int
    end: int
    traits: tuple[str, ...]
    # What the neighbors see of it.
    outside: tuple[str, ...]
    # Whether it may be part of a name of several words.
    joins: bool
    # Whether the dictionary lists it as a common noun.
    is_noun: bool = False


def described(
    text: str, *, is_japanese: bool, rules: Sequence[Found]
) -> tuple[list[DescribedWord], list[list[str]]]:
    """Return the words of a sentence and the features of each; no words without a dictionary."""
    found = japanese_words(text) if is_japanese else english_words(text)
    marks = _marks(found, rules)
    # English has too few labeled sentences to learn from whole phrases.
    runs = _runs(found) if is_japanese else [[] for _ in found]
    return found, [_features(found, marks, runs, at) for at in range(len(found))]


def _runs(found: Sequence[DescribedWord]) -> list[list[str]]:
    """Return for each word what the run of joined words tells in which it stands."""
    runs: list[list[str]] = [[] for _ in found]
    quoted = 0
    at = 0
    while at < len(found):
        quoted = max(0, quoted + (found[at].text in OPENING) - (found[at].text in CLOSING))
        end = at
        while end < len(found) and found[end].joins:
            end += 1
        for place in range(at, end):
            runs[place] = [
                *_run(found, at, end),
                f"ra={min(place - at, 4)}",
                f"rz={min(end - place, 4)}",
            ]
        for place in range(at, max(end, at + 1)):
            runs[place].append(f"q={min(quoted, 1)}")
        at = max(end, at + 1)
    return runs


def _run(found: Sequence[DescribedWord], at: int, end: int) -> list[str]:
    first, last = found[at], found[end - 1]
    before = found[at - 1].outside[0] if at else "end"
    after = found[end].outside[0] if end < len(found) else "end"
    behind = found[end + 1].outside[0] if end + 1 < len(found) else "end"
    return [
        f"rf={first.outside[0]}", f"rl={last.outside[0]}", f"rlp={last.outside[1]}",
        f"rls={last.outside[3]}", f"rn={min(end - at, 5)}", f"rb={before}", f"rx={after}",
        f"rxx={after}|{behind}", f"rbx={before}|{after}",
    ]  # fmt: skip


def _features(
    found: Sequence[DescribedWord], marks: Sequence[str], runs: Sequence[Sequence[str]], at: int
) -> list[str]:
    word = found[at]
    features = ["b", *word.traits, *runs[at], f"r={marks[at]}"]
    for step in (-2, -1, 1, 2):
        place = at + step
        if 0 <= place < len(found):
            features += [f"{step}{trait}" for trait in found[place].outside]
            if abs(step) == 1:
                features.append(f"{step}r={marks[place]}")
        elif abs(step) == 1:
            features.append(f"{step}end")
    for left, right in ((at - 1, at), (at, at + 1)):
        if left >= 0 and right < len(found):
            a, b = found[left].outside, found[right].outside
            features.append(f"{left - at}|{a[0]}|{b[0]}")
            features.append(f"{left - at}|{a[1]}|{b[1]}")
    return features


def without_rules(features: Sequence[str]) -> list[str]:
    """Return the features of a word as if no rule had found anything."""
    return [each for each in features if not each.startswith(OF_RULES)]


def _marks(found: Sequence[DescribedWord], rules: Sequence[Found]) -> list[str]:
    """Return for each word which rule found it, and whether the finding begins there."""
    marks = [OUTSIDE] * len(found)
    starts = {one.start: one for one in rules}
    current: Found | None = None
    for at, word in enumerate(found):
        current = starts.get(word.start, current)
        if current and current.start <= word.start < current.end:
            part = "B" if word.start == current.start else "I"
            marks[at] = f"{part}{current.type[:3]}{current.method.partition(':')[2]}"
    return marks


def shape(text: str) -> str:
    """Return the kinds of characters of a word, runs as one: Xx, kc, 9."""
    kinds = "".join(
        next((kind for pattern, kind in SHAPES if pattern.match(sign)), sign) for sign in text[:12]
    )
    return RUN.sub(r"\1", kinds)


def japanese_words(text: str) -> list[DescribedWord]:
    """Return the morphemes of a Japanese sentence, cut small."""
    whole = morphemes(text)
    large = {one.start: one for one in whole}
    inside: Morpheme | None = None
    found = []
    for one in morphemes(text, is_short_unit=True):
        inside = large.get(one.start, inside)
        found.append(_japanese_word(one, inside))
    return found


def _japanese_word(one: Morpheme, inside: Morpheme | None) -> DescribedWord:
    pos = "".join(part[:2] for part in one.pos if part != "*")
    kinds = shape(one.surface)
    traits = [
        f"w={one.surface}", f"p={pos}", f"p1={one.pos[0][:2]}{one.pos[1][:2]}", f"s={kinds}",
        f"pre={one.surface[:1]}", f"suf={one.surface[-1:]}", f"suf2={one.surface[-2:]}",
        f"n={min(len(one.surface), 6)}", f"known={one.is_known}",
    ]  # fmt: skip
    if inside is not None:
        part = "B" if inside.start == one.start else "I"
        large = "".join(each[:2] for each in inside.pos if each != "*")
        traits += [f"l={part}{large}", f"ls={inside.surface}", f"le={inside.surface[-1:]}"]
    lists = [f"g={name}" for name, listed in _japanese_lists() if one.surface in listed]
    return DescribedWord(
        one.surface, one.start, one.end, (*traits, *lists),
        (f"w={one.surface}", f"p={pos}", f"s={kinds}", f"suf={one.surface[-1:]}", *lists),
        one.is_noun or one.surface in JOINING or one.pos[1] == "数詞",
        one.is_known and one.pos[1] == "普通名詞",
    )  # fmt: skip


@cache
def _japanese_lists() -> tuple[tuple[str, frozenset[str]], ...]:
    return (
        ("org", frozenset(compounds.ORGANIZATION_ENDS)),
        ("loc", frozenset(compounds.PLACE_ENDS)),
        ("title", words("ja_titles")),
        ("role", people.ROLES),
        ("given", words("ja_given_names")),
        ("given2", words("ja_given_words")),
        ("pet", words("ja_pet_kinds")),
    )


def english_words(text: str) -> list[DescribedWord]:
    """Return the words and signs of an English sentence; none of a table of numbers or of signs."""
    found = english.tokens_of(text)
    written = sum(one.text[0].isalpha() for one in found)
    if len(found) > MANY and written * 2 < len(found):
        return []
    return [_english_word(one) for one in found]


def _english_word(one: english.Token) -> DescribedWord:
    lower, kinds = one.lower, shape(one.text)
    traits = [
        f"w={lower}", f"s={kinds}", f"first={one.is_first}{one.is_capital}", f"n={min(len(lower), 8)}",
        f"pre2={lower[:2]}", f"pre3={lower[:3]}", f"suf1={lower[-1:]}", f"suf2={lower[-2:]}",
        f"suf3={lower[-3:]}", f"suf4={lower[-4:]}", f"odd={one.is_capital and english.is_odd(one)}",
    ]  # fmt: skip
    lists = [f"g={name}" for name, has in _english_lists() if has(lower)]
    both = [f"{each}{kinds[:1]}{one.is_first}" for each in lists]
    return DescribedWord(
        one.text, one.start, one.end, (*traits, *lists, *both),
        (f"w={lower}", f"s={kinds}", f"suf3={lower[-3:]}", f"suf2={lower[-2:]}", *lists),
        one.is_capital,
    )  # fmt: skip


@cache
def _english_lists() -> tuple[tuple[str, Callable[[str], bool]], ...]:
    listed = (
        ("given", english.given_names()), ("family", english.family_names()),
        ("common", words("common")), ("ambiguous", words("ambiguous")), ("place", english.places()),
        ("place2", _parts(english.places())), ("org", english.ORGANIZATION_ENDS),
        ("loc", english.PLACE_ENDS), ("title", english.TITLES),
        ("company", _parts(phrases("organizations"))), ("tool", _parts(phrases("technologies"))),
        ("work", _parts(phrases("works", "doubtful_works"))), ("pet", words("pet_kinds")),
    )  # fmt: skip
    return tuple((name, each.__contains__) for name, each in listed)


def _parts(names: frozenset[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in name.lower().split())
