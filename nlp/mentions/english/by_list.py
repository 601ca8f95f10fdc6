"""Classify capitalized phrases by the lists of names and places."""

import re
from collections.abc import Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.readers import LOCATION, PERSON, Found

from .by_context import MOST_NAMES, by_context, of_tokens
from .surroundings import ARTICLE, Surroundings
from .tokens import (
    CapitalizedPhrase,
    doubtful_places,
    everyday,
    is_everyday,
    is_family,
    is_given,
    is_odd,
    places,
)

INITIAL_DOT_SURNAME = 3
# Words of capitals up to this length are abbreviations: SEO, ARIA.
ACRONYM = 4
# NaN and iOS are no names; McKay, O'Brien and DeAndre are.
MIXED = re.compile(r"^(?!Mc|Mac|De|Di|Da|La|Le|Van|Fitz|O['’]|D['’]).*[a-z][A-Z]")
DISH = re.compile(
    r"[ -](?:buns?|sponge|cakes?|pies?|pudding|sauce|salad|sausages?|sprouts|mustard|biscuits?|tarts?|rolls?"
    r"|chicken|beef|steak|beans|stew|noodles|rice|bread|cheese|tea|coffee|pizza|schnitzel|dressing"
    r"|syndrome|disease|scale|theorem|equation|algorithm|law|effect|number|code|test)\b"
)
NOT_IN_NAMES = frozenset(("and", "of", "&", "the", "for"))


def by_list(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return a listed name; for a name of two types, the words around it decide."""
    lowers = tuple(word for word in phrase.lowers if word != ".")
    around = Surroundings.of(text, phrase)
    is_place = " ".join(lowers) in places()
    if DISH.match(text, phrase.end):
        return None  # Victoria sponge, Chelsea bun
    if is_place and (len(lowers) > 1 or not is_given(lowers[0]) or around.is_of_place):
        return _place(text, phrase, around)
    if any(MIXED.search(token.text) for token in phrase.tokens):
        return None
    if any(token.text.isupper() and 1 < len(token.text) <= ACRONYM for token in phrase.tokens):
        return None
    if len(lowers) > 1:
        return _full_name(text, phrase, lowers)
    if ARTICLE.search(around.before):
        return None
    if is_given(lowers[0]) and lowers[0] not in everyday():
        return of_tokens(text, phrase.tokens, PERSON, 0.8, "list")
    if is_given(lowers[0]) or is_family(lowers[0]):
        return _single(text, phrase, around)
    return None


def _place(text: str, phrase: CapitalizedPhrase, around: Surroundings) -> Found | None:
    is_word = len(phrase.tokens) == 1 and phrase.lowers[0] in doubtful_places()
    if is_word and not around.is_of_place:
        return None
    return of_tokens(text, phrase.tokens, LOCATION, 0.85, "list")


def _full_name(text: str, phrase: CapitalizedPhrase, lowers: Sequence[str]) -> Found | None:
    """Return a full name such as Alice Johnson, Wei Chen, Michael J. O'Brien."""
    if len(lowers) > MOST_NAMES or NOT_IN_NAMES.intersection(lowers):
        return None
    first, last = lowers[0], lowers[-1]
    if _is_initialled(phrase):
        return of_tokens(text, phrase.tokens, PERSON, 0.7, "pattern")
    cut = _family_at(lowers)
    if is_given(first) and cut and cut < len(lowers):
        return of_tokens(text, phrase.tokens[:cut], PERSON, 0.8, "list")
    if is_everyday(last) and not is_given(last) and (first in everyday() or not is_given(first)):
        return None  # Amber Alert, Edge Cases
    if is_given(first):
        is_sure = first not in everyday() or is_family(last)
        if len(last) == 1 and text.startswith(".", phrase.end):  # Ljiljana K.
            return mention_at(text, phrase.start, phrase.end + 1, PERSON, 0.9, "list")
        return of_tokens(text, phrase.tokens, PERSON, 0.9 if is_sure else 0.6, "list")
    if not is_odd(phrase.tokens[0]):
        return None
    if (is_family(last) and last not in everyday()) or (is_family(first) and is_given(last)):
        return of_tokens(text, phrase.tokens, PERSON, 0.73, "list")
    return None


def _family_at(lowers: Sequence[str]) -> int:
    """Return the end of a name that everyday words follow (Miles Davis Style); else 0."""
    for at, word in enumerate(lowers[1:], 1):
        if is_family(word) and set(lowers[at + 1 : at + 2]) & words("common"):
            return at + 1
    return 0


def _is_initialled(phrase: CapitalizedPhrase) -> bool:
    """Whether the phrase is an initial and a surname, as in lists of participants: T. Hargreaves."""
    words = [token.text for token in phrase.tokens]
    return (
        len(words) == INITIAL_DOT_SURNAME
        and len(words[0]) == 1
        and words[1] == "."
        and words[2][1:].islower()
        and words[2].lower() not in everyday()
    )


def _single(text: str, phrase: CapitalizedPhrase, around: Surroundings) -> Found | None:
    """Return one word that is a surname or an everyday word, if its context supports a name."""
    if around.is_of_organization:
        return by_context(text, phrase)
    is_word = phrase.lowers[0] in everyday()
    if around.acts or (around.is_of_person and not (is_word and phrase.tokens[0].is_first)):
        return of_tokens(text, phrase.tokens, PERSON, 0.75, "context")
    if around.is_maybe_of_person and not is_word:
        return of_tokens(text, phrase.tokens, PERSON, 0.65, "context")
    return None
