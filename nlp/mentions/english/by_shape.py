"""Classify capitalized phrases by their own words: Dr. Patel, Acme Inc., Hyde Park."""

import re
from collections.abc import Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.types import DOCUMENT, LOCATION, ORGANIZATION, PERSON, PROJECT, Found

from . import lists
from .lists import is_family, is_given
from .tokens import CapitalizedPhrase, Token

MOST_NAMES = 4
PROJECT_AFTER = re.compile(r" (?:project|initiative|program)\b")
# "Project manager" and "our project" name no project.
NO_PROJECT = lists.DOCUMENT_ENDS | {"manager", "lead", "management", "gutenberg"}
OWNERS = frozenset(("this", "our", "my", "the"))
PLACE_FIRST = frozenset(("mount", "mt", "lake", "fort"))


def of_tokens(text: str, tokens: Sequence[Token], type_name: str, sure: float, why: str) -> Found:
    """Return these words as a mention."""
    return mention_at(text, tokens[0].start, tokens[-1].end, type_name, sure, why)


def titled(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return the name after a title: Patel in Dr. Patel."""
    tokens = [token for token in phrase.tokens if token.text != "."]
    title, rest = tokens[0].lower, tokens[1:]
    if title not in lists.TITLES or not 0 < len(rest) <= MOST_NAMES:
        return None
    is_short = title in lists.ABBREVIATED
    is_named = any(is_family(token.lower) or is_given(token.lower) for token in rest)
    ends = lists.ORGANIZATION_ENDS | lists.PLACE_ENDS
    if rest[-1].lower in ends or rest[0].lower in words("common") or not (is_short or is_named):
        return None
    return of_tokens(text, rest, PERSON, 0.95 if is_short else 0.85, "title")


def project(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return a project such as Project Falcon or the Apollo project."""
    first, last, count = phrase.lowers[0], phrase.lowers[-1], len(phrase.tokens)
    if count > MOST_NAMES:
        return None
    if (
        first in ("project", "operation")
        and count > 1
        and not NO_PROJECT & {phrase.lowers[1], last}
    ):
        return of_tokens(text, phrase.tokens, PROJECT, 0.92, "pattern")
    after = PROJECT_AFTER.match(text, phrase.end)
    if after and first not in OWNERS:
        return mention_at(text, phrase.start, after.end(), PROJECT, 0.92, "pattern")
    if last in ("project", "initiative") and count > 1:
        return of_tokens(text, phrase.tokens, PROJECT, 0.9, "pattern")
    return None


def document(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return a document such as Design Spec or Migration Plan."""
    if len(phrase.tokens) > 1 and phrase.lowers[-1] in lists.DOCUMENT_ENDS:
        return of_tokens(text, phrase.tokens, DOCUMENT, 0.8, "suffix")
    return None


def by_last_word(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return an organization or place such as Acme Inc., University of Porto, Central Park."""
    lowers = [word for word in phrase.lowers if word != "."]
    if len(lowers) < 2:
        return None
    if lowers[-1] in lists.ORGANIZATION_ENDS:
        has_stop = text.startswith(".", phrase.end) and lowers[-1] in lists.COMPANY_FORMS
        return mention_at(text, phrase.start, phrase.end + has_stop, ORGANIZATION, 0.9, "suffix")
    heads = {lowers[at - 1] for at, word in enumerate(lowers) if word == "of" and at}
    if heads & lists.ORGANIZATION_HEADS:
        return of_tokens(text, phrase.tokens, ORGANIZATION, 0.88, "suffix")
    if lowers[-1] in lists.PLACE_ENDS or lowers[0] in PLACE_FIRST:
        return of_tokens(text, phrase.tokens, LOCATION, 0.85, "suffix")
    return None
