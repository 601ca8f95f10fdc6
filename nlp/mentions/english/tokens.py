"""Split English text into words and capitalized phrases, and look words up in the lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import combining, normalize

from nlp.mentions.words import phrases, words
from nlp.text.sentences import word_set

TITLES = words("en_titles")
# Abbreviated titles are never part of a name, as King is in "King Charles".
ABBREVIATED = words("en_abbreviations")
COMPANY_FORMS = words("en_company_forms")
ORGANIZATION_ENDS = COMPANY_FORMS | words("en_organization_ends")
ORGANIZATION_HEADS = words("en_organization_heads")
PLACE_ENDS = words("en_place_ends")
PLACE_HEADS = words("en_place_heads")
# A kind of document needs a word of its own: "Project Plan", but not "My Notes".
DOCUMENT_ENDS = words("en_document_ends")
NAME_PARTS = word_set("de da di do dos del della van von der den la le el al bin ibn y du des")
JOINING = NAME_PARTS | {"of", "the", "and", "&", "for"}
WORD = re.compile(
    r"(?<![@#\w])(?:[A-ZÀ-Þ]\.(?:[A-ZÀ-Þ]\.)+|[A-Za-zÀ-ɏḀ-ỿ][A-Za-zÀ-ɏḀ-ỿ0-9]*(?:['’-]"
    r"(?!s\b)[A-Za-zÀ-ɏḀ-ỿ0-9]+)*)"
    r"|[&]|[0-9][\w.,]*|['’]s\b|[^\w\s]"
)
NEW_SENTENCE = frozenset('.!?:;"“”‘(•*-–—|>[…')
POSSESSIVE = ("'s", "’s")
OPENING = frozenset('"“‘(*-–—•>[|')
# Above this share of capitalized everyday words, a text is a heading or shouting.
SHOUTING = 0.5
MIN_WORDS = 3
PROJECT = "project"
# Ends of words that are no names: Limiting, Classification, Congruence.
ENDING = re.compile(
    r"(?:[a-z]{3}ing|tions?|sions?|ments?|it(?:y|ies)|ness|[ae]nces?|[a-z]{3}ics|i[sz]ed?|[ai]ble|[a-z]{2}ives?"
    r"|[a-z]{3}ous|ated?|olog(?:y|ies)|wares?|bases?|graphy|ncy|ncies|ators?|[a-z]{3}ages?|ships?|less|ful)$"
)
DOUBLE = re.compile(r"[A-ZÀ-Þ][^\W\d_A-Z]{1,}(?:-[A-ZÀ-Þ][^\W\d_A-Z]{1,}){1,2}")
CALENDAR = words("en_always_capital")
# What makes an adjective of a name: Craig-ish.
LIKE = ("ish", "like", "esque", "style", "based", "type", "era", "themed", "inspired")


def is_given(word: str) -> bool:
    """Whether a word in lower case is a given name; the first part decides for Jean-Luc."""
    word = unaccented(word)
    first, _hyphen, rest = word.partition("-")
    if word in given_names() or word.replace("-", "") in given_names():
        return True
    if first not in given_names() or rest in ("", *LIKE):
        return False
    return rest in given_names() or not is_everyday(rest)


def is_family(word: str) -> bool:
    """Whether a word in lower case is a family name."""
    word = unaccented(word)
    return word in family_names() or word.removesuffix("s") in family_names()


def unaccented(word: str) -> str:
    """Return a word as the lists spell it: siobhan for Siobhán."""
    if word.isascii():
        return word
    return "".join(sign for sign in normalize("NFD", word) if not combining(sign))


@cache
def given_names() -> frozenset[str]:
    """Return given names in lower case."""
    return words("given_names", "more_given_names", "world_given_names")


@cache
def family_names() -> frozenset[str]:
    """Return family names in lower case."""
    return words("surnames", "more_surnames")


@cache
def places() -> frozenset[str]:
    """Return places in lower case."""
    return frozenset(name.lower() for name in phrases("places", "more_places") if name)


@cache
def everyday() -> frozenset[str]:
    """Return words that are no names, or not only names."""
    return words("common", "ambiguous", "en_kinds", "en_more_words", "en_jobs")


def is_everyday(word: str) -> bool:
    """Whether a word, or its singular, is an everyday word."""
    return word in everyday() or any(
        word.endswith(end) and word.removesuffix(end) in everyday() for end in ("s", "es")
    )


def is_odd(token: "Token") -> bool:
    """Whether a capitalized word looks like a name: no everyday word, no ending of one, no acronym."""
    if is_given(token.lower) or is_family(token.lower):
        return True
    return (
        not is_everyday(token.lower)
        and (is_plain(token.text) or is_double(token.text))
        and not ENDING.search(token.lower)
    )


def is_plain(text: str) -> bool:
    """Whether a word has one capital and no hyphen."""
    return text[1:].islower() and "-" not in text


def is_double(text: str) -> bool:
    """Whether a word is two names with a hyphen, at most one of them an everyday word: Mbeki-Ross."""
    parts = text.split("-")
    has_shape = bool(DOUBLE.fullmatch(text))
    return has_shape and not all(is_everyday(part.lower()) for part in parts)


@cache
def never_names() -> frozenset[str]:
    """Return everyday words that are on no list of names."""
    return words("common", "en_kinds", "en_more_words") - given_names() - family_names()


@cache
def doubtful_places() -> frozenset[str]:
    """Return places whose names are everyday words as well."""
    return everyday() | words("doubtful_places")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign. ``is_first``: its capital may be that of a sentence start."""

    text: str
    start: int
    end: int
    is_first: bool

    @property
    def lower(self) -> str:
        """Return the word in lower case, as in the lists."""
        return self.text.lower()

    @property
    def is_capital(self) -> bool:
        """Whether the word begins with a capital letter."""
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True)
class CapitalizedPhrase:
    """Capitalized words in a row."""

    tokens: tuple[Token, ...]

    @property
    def start(self) -> int:
        """Return the offset of the first character."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Return the offset behind the last character."""
        return self.tokens[-1].end

    @property
    def lowers(self) -> tuple[str, ...]:
        """Return the words in lower case."""
        return tuple(token.lower for token in self.tokens)


def tokens_of(text: str) -> list[Token]:
    """Return the words and signs of a text."""
    found: list[Token] = []
    is_first = True
    for match in WORD.finditer(text):
        token = Token(match[0], match.start(), match.end(), is_first)
        found.append(token)
        is_first = _starts_after(found, text)
    return found


def _starts_after(found: Sequence[Token], text: str) -> bool:
    last = found[-1]
    if last.text == "." and len(found) > 1:
        before = found[-2]
        is_short = before.lower in ABBREVIATED or (len(before.text) == 1 and before.text.isupper())
        return not is_short and text[last.end : last.end + 1].isspace()
    if last.text in NEW_SENTENCE:
        return last.text not in OPENING or len(found) == 1 or found[-2].text in NEW_SENTENCE
    return False


def is_shouting(tokens: Sequence[Token]) -> bool:
    """Whether everyday words have capitals too, as in a heading, so that capitals are no evidence."""
    common = words("common") - given_names()
    everyday = [
        token
        for token in tokens
        if not token.is_first and token.lower in common and token.lower != "i"
    ]
    capital = [token for token in everyday if token.is_capital and token.lower not in CALENDAR]
    if not everyday:
        upper = [token for token in tokens if token.text[0].isalpha()]
        return len(upper) > MIN_WORDS and all(token.text.isupper() for token in upper)
    return len(capital) > 1 and len(capital) / len(everyday) > SHOUTING


def phrases_of(text: str, tokens: Sequence[Token]) -> Iterator[CapitalizedPhrase]:
    """Yield capitalized words in a row, joined by words such as "of" and "van"."""
    at = 0
    while at < len(tokens):
        if not tokens[at].is_capital or (
            _is_no_name(tokens[at]) and not _heads_a_project(text, tokens, at)
        ):
            at += 1
            continue
        end = at + 1
        while (stop := _continued(text, tokens, at, end)) > end:
            end = stop
        yield CapitalizedPhrase(tuple(tokens[at:end]))
        at = end


def _heads_a_project(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether "Project" at a sentence start belongs to a name: Project Falcon is late."""
    if tokens[at].lower != PROJECT or at + 1 == len(tokens):
        return False
    return tokens[at + 1].is_capital and text[tokens[at].end : tokens[at + 1].start] == " "


def _is_no_name(token: Token) -> bool:
    """Whether grammar explains the capital: I, Monday, or a sentence start."""
    if token.lower in ("i", "i'm", "i’m", "i'll", "i'd", "i've", "ok"):
        return True
    return (
        token.is_first
        and token.lower in words("common", "en_kinds", "en_more_words")
        and token.lower not in ABBREVIATED
    )


def _continued(text: str, tokens: Sequence[Token], first: int, end: int) -> int:
    """Return the end of the phrase if the next word belongs to it; else ``end``."""
    if end >= len(tokens):
        return end
    following, last = tokens[end], tokens[end - 1]
    gap = text[last.end : following.start]
    if following.text == "." and gap == "" and _is_initial_or_title(last):
        return end + 1 if end + 1 < len(tokens) and tokens[end + 1].is_capital else end
    if following.text in POSSESSIVE and _is_last_word(tokens[end + 1 : end + 2]):
        return end + 2
    if gap not in (" ", "") or (gap == "" and last.text != "."):
        return end
    if following.is_capital:
        return end if following.lower in ("i", "monday") else end + 1
    return _joined(text, tokens, first, end)


def _is_last_word(following: Sequence[Token]) -> bool:
    """Whether the next word is capitalized and ends the name of a place or organization."""
    return any(
        token.is_capital and token.lower in PLACE_ENDS | ORGANIZATION_ENDS for token in following
    )


def _is_initial_or_title(token: Token) -> bool:
    return token.lower in ABBREVIATED or (len(token.text) == 1 and token.is_capital)


def _joined(text: str, tokens: Sequence[Token], first: int, end: int) -> int:
    """Return the end of the phrase after "of", "&" or "van", or ``end``."""
    stop = end
    while stop < len(tokens) and tokens[stop].lower in JOINING and stop - end < 2:
        stop += 1
    if stop == end or stop >= len(tokens) or not tokens[stop].is_capital:
        return end
    joining = [token.lower for token in tokens[end:stop]]
    if joining == ["&"]:
        return end if tokens[first].lower in given_names() else stop + 1
    if all(word in NAME_PARTS for word in joining):
        return stop + 1
    heads = {token.lower for token in tokens[first:end]}
    if joining[0] in ("of", "for") and heads & (ORGANIZATION_HEADS | PLACE_HEADS):
        return stop + 1
    return end
