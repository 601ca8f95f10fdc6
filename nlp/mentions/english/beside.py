"""Find names beside other names, and people in the middle of a sentence whom no list holds."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.readers import LOCATION, PERSON, PROJECT, Found

from .surroundings import AFTER_MAYBE_PERSON, ARTICLE, BEFORE_MAYBE_PERSON, BEFORE_STRONG_PLACE
from .tokens import (
    TITLES,
    CapitalizedPhrase,
    everyday,
    is_everyday,
    is_family,
    is_given,
    is_odd,
    places,
)

# Obinna 14 pts, Freya 11 and Matteo.
BETWEEN = re.compile(r"(?: \d{1,4}(?: [a-z]+)?)?,? (?:(?:and|or|&) )?|(?:, )|/")
LONGEST_BETWEEN = 16
LEAST_SURE = 0.6
LEAST_LENGTH = 3
# What follows the name of a person; another noun makes the name a part of something: a Reddit page.
AFTER_ODD = re.compile(
    r"$|[.,!?;:)\n]|['’]s\b| (?:to|for|and|or|back|about|from|with|in|on|at|by|when|if|because|so|but|that|who"
    r"|re|again|here|yet|today|tomorrow|tonight|yesterday|please|pls|too|lol|haha|instead|first|her|his"
    r"|their|my|our)\b"
)
BEFORE_ODD = re.compile(
    r"(?:\b(?:w/|re|cc|one|only|both|dear|poor|little|old|is|was|are|why does|does|did|has)|[-(]) $"
)
AFTER_THE = re.compile(r"\b(?:the|this|that|my|our|your|his|her|their|its) $", re.IGNORECASE)


def beside(
    text: str, phrases: Sequence[CapitalizedPhrase], found: Sequence[Found]
) -> Iterator[Found]:
    """Yield capitalized words that stand in a row with a name: they have its type."""
    by_end = {one.end: one for one in found if _counts(one)}
    by_start = {one.start: one for one in found if _counts(one)}
    known = {one.start for one in found}
    for left, right in pairwise(phrases):
        if right.start - left.end > LONGEST_BETWEEN or right.start in known:
            continue
        model = by_end.get(left.end)
        if model and _joins(text, left.end, right.start) and (one := _like(text, right, model)):
            by_end[right.end] = one
            yield one
    for left, right in reversed(list(pairwise(phrases))):
        if right.start - left.end > LONGEST_BETWEEN or left.start in known or left.end in by_end:
            continue
        model = by_start.get(right.start)
        if model and _joins(text, left.end, right.start) and (one := _like(text, left, model)):
            by_start[left.start] = one
            yield one


def _counts(one: Found) -> bool:
    return one.type in (PERSON, LOCATION, PROJECT) and one.confidence >= LEAST_SURE


def _joins(text: str, end: int, start: int) -> bool:
    return bool(BETWEEN.fullmatch(text, end, start)) and text[end:start].strip() != ""


def _like(text: str, phrase: CapitalizedPhrase, model: Found) -> Found | None:
    """Return a phrase with the type of its neighbor, unless it is an everyday word."""
    token = phrase.tokens[0]
    if len(phrase.tokens) > 1 or token.text.isupper() or len(token.text) < LEAST_LENGTH:
        return None
    if model.type == LOCATION and token.lower in places():
        return mention_at(text, phrase.start, phrase.end, LOCATION, 0.75, "beside")
    is_name = is_given(token.lower) or is_family(token.lower)
    if token.lower in words("common", "en_kinds", "en_more_words", "pet_kinds"):
        return None
    if model.type == PERSON and not (is_name or is_odd(token)):
        return None
    # "Jack, Queen and King" are cards.
    if model.type == PERSON and token.lower in TITLES:
        return None
    if model.type == LOCATION and (is_given(token.lower) or not is_odd(token)):
        return None
    if token.is_first and is_everyday(token.lower):
        return None
    return mention_at(text, phrase.start, phrase.end, model.type, 0.65, "beside")


def unlisted(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return a word that no list holds, where the middle of a sentence has a person or a place."""
    token = phrase.tokens[0]
    if len(phrase.tokens) > 1 or len(token.text) < LEAST_LENGTH or not is_odd(token):
        return None
    before = text[max(0, phrase.start - 48) : phrase.start]
    if token.lower in everyday() or token.lower in places() or ARTICLE.search(before):
        return None
    if token.is_first and not AFTER_MAYBE_PERSON.match(text, phrase.end):
        return None
    if not (AFTER_ODD.match(text, phrase.end) or AFTER_MAYBE_PERSON.match(text, phrase.end)):
        return None
    if BEFORE_STRONG_PLACE.search(before):
        return mention_at(text, phrase.start, phrase.end, LOCATION, 0.6, "odd")
    if AFTER_THE.search(before):
        return None
    is_likely = token.is_first or BEFORE_MAYBE_PERSON.search(before) or BEFORE_ODD.search(before)
    if not is_likely:
        return None
    return mention_at(text, phrase.start, phrase.end, PERSON, 0.6, "odd")
