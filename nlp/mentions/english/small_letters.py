"""Full names and places that chat writes small: kevin smith, in australia."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from nlp.mentions.findings import found
from nlp.mentions.words import words
from nlp.types import LOCATION, PERSON, Found

from .lists import doubtful_places, everyday, family_names, given_names, places
from .tokens import Token

# Shorter ones are too often something else.
LEAST = 4
BEFORE_PLACE = re.compile(r"\b(?:in|from|to|near|visit|visited|visiting) $")
REACH = 10


def in_small_letters(text: str, tokens: Sequence[Token]) -> Iterator[Found]:
    """Yield names without capitals; only what the lists hold for sure."""
    small = [token for token in tokens if len(token.text) >= LEAST and token.text.islower()]
    for token in small:
        is_listed = token.text in places() and token.text not in doubtful_places()
        if is_listed and BEFORE_PLACE.search(text, max(0, token.start - REACH), token.start):
            yield found(text, token.start, token.end, LOCATION, 0.6, "list")
    for first, last in pairwise(small):
        if last.start - first.end == 1 and _is_full_name(first.text, last.text):
            yield found(text, first.start, last.end, PERSON, 0.6, "list")


def _is_full_name(first: str, last: str) -> bool:
    is_given = first in given_names() and first not in everyday()
    return is_given and last in family_names() and last not in words("common")
