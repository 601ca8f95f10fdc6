"""Classify capitalized phrases by their own words and by the words around them."""

import re
from collections.abc import Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import phrases, words
from nlp.readers import DOCUMENT, LOCATION, ORGANIZATION, PERSON, PROJECT, Found

from . import tokens as lists
from .surroundings import (
    AFTER_ORGANIZATION,
    ARTICLE,
    BEFORE_HOME,
    BEFORE_MAYBE_PERSON,
    BEFORE_ORGANIZATION,
    BEFORE_PERSON,
    BEFORE_PLACE,
    BEFORE_STRONG_PLACE,
    OF_SOMEBODY,
    REACH,
    STRONG_AFTER_ORGANIZATION,
    Surroundings,
)
from .tokens import (
    CapitalizedPhrase,
    Token,
    everyday,
    is_everyday,
    is_family,
    is_given,
    is_odd,
    places,
)

MOST_NAMES = 4
# Titles that stand before names of people only: Deacon Hobbs, Auntie Vi.
OF_PEOPLE = words("en_titles_of_people")
MOST_AFTER_TITLE = 2
PROJECT_AFTER = re.compile(r" (?:project|initiative|program)\b")
# "Project manager" and "our project" name no project.
NO_PROJECT = lists.DOCUMENT_ENDS | {"manager", "lead", "management", "gutenberg"}
# What every company has.
COMMON_DOCUMENTS = frozenset(
    (
        "privacy policy",
        "cookie policy",
        "return policy",
        "refund policy",
        "action plan",
        "business plan",
    )
)
# Of other kinds every office has its own: Grant Report, Seating Plan.
SURE_DOCUMENTS = frozenset(
    ("spec", "specification", "rfc", "adr", "runbook", "handbook", "charter", "roadmap")
)
OWNERS = frozenset(("this", "our", "my", "the"))
# After everyday words, these end a description: Marketing Team, Basic Analytics.
WEAK_ENDS = words("en_weak_ends")
PLACE_FIRST = frozenset(("mount", "mt", "lake", "fort", "port", "cape"))


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
    is_odd_name = title in OF_PEOPLE and len(rest) <= MOST_AFTER_TITLE and _odd(rest)
    is_likely = is_short or is_named or is_odd_name
    # Dr Karen Hall is nobody's hall.
    is_of_person = is_short and len(rest) > 1 and is_given(rest[0].lower)
    is_building = rest[-1].lower in ends and not is_of_person
    if is_building or rest[0].lower in words("common") or not is_likely:
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
        and (is_given(phrase.lowers[1]) or not is_everyday(phrase.lowers[1]))
    ):
        return of_tokens(text, phrase.tokens, PROJECT, 0.92, "pattern")
    after = PROJECT_AFTER.match(text, phrase.end)
    if after and first not in OWNERS and not _is_tool(phrase):
        return mention_at(text, phrase.start, after.end(), PROJECT, 0.92, "pattern")
    if last in ("project", "initiative") and count > 1:
        return of_tokens(text, phrase.tokens, PROJECT, 0.9, "pattern")
    return None


def _is_tool(phrase: CapitalizedPhrase) -> bool:
    """Whether a project is only described by its tool: the Flask project."""
    surface = " ".join(token.text for token in phrase.tokens)
    return surface in phrases("technologies") or is_everyday(phrase.lowers[-1])


def document(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return a document such as Design Spec or Migration Plan."""
    is_loud = all(token.text.isupper() for token in phrase.tokens)
    is_common = " ".join(phrase.lowers) in COMMON_DOCUMENTS
    first, last = phrase.lowers[0], phrase.lowers[-1]
    is_name = is_given(first) or is_family(first) or first in places()
    is_named = last in SURE_DOCUMENTS or (is_name and not is_everyday(first))
    if (
        len(phrase.tokens) > 1
        and last in lists.DOCUMENT_ENDS
        and is_named
        and not (is_loud or is_common)
    ):
        return of_tokens(text, phrase.tokens, DOCUMENT, 0.8, "suffix")
    return None


def by_last_word(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return an organization or place such as Acme Inc., University of Porto, Central Park."""
    lowers = [word for word in phrase.lowers if word != "."]
    if len(lowers) < 2:
        return None
    if lowers[-1] in lists.ORGANIZATION_ENDS:
        if lowers[-1] in WEAK_ENDS and set(lowers[:-1]) <= everyday() | lists.JOINING:
            return None  # Marketing Team
        if lowers[-1] in lists.COMPANY_FORMS:
            end = phrase.end + text.startswith(".", phrase.end)
            return mention_at(text, phrase.start, end, ORGANIZATION, 0.95, "legal")
        return of_tokens(text, phrase.tokens, ORGANIZATION, 0.9, "suffix")
    heads = {lowers[at - 1] for at, word in enumerate(lowers) if word in ("of", "for") and at}
    if heads & lists.ORGANIZATION_HEADS:
        return of_tokens(text, phrase.tokens, ORGANIZATION, 0.88, "suffix")
    if lowers[-1] in lists.PLACE_ENDS or lowers[0] in PLACE_FIRST:
        # Paint Hall, and the Black Forest cake.
        is_made_of_words = set(lowers) <= everyday() | lists.JOINING | lists.PLACE_ENDS
        if is_made_of_words and not BEFORE_PLACE.search(
            text[max(0, phrase.start - REACH) : phrase.start]
        ):
            return None
        return of_tokens(text, phrase.tokens, LOCATION, 0.85, "suffix")
    return None


def by_context(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return an unknown name by the words around it; None if they do not classify it."""
    tokens, around = phrase.tokens, Surroundings.of(text, phrase)
    if len(tokens) > MOST_NAMES or (len(tokens) == 1 and _is_no_name(tokens[0])):
        return None
    if BEFORE_ORGANIZATION.search(around.before):
        if all(is_everyday(token.lower) for token in tokens):
            return None  # Head of Urban Projects
        return of_tokens(text, tokens, ORGANIZATION, 0.75, "context")
    if STRONG_AFTER_ORGANIZATION.match(around.after):
        return of_tokens(text, tokens, ORGANIZATION, 0.75, "context")
    if len(tokens) == 1 and tokens[0].text.isupper():
        return None
    if not any(is_odd(token) for token in tokens):
        return None
    if ARTICLE.search(around.before):
        return None  # a Leo, a Honda
    if BEFORE_HOME.search(around.before):
        return of_tokens(text, tokens, LOCATION, 0.85, "context")
    if BEFORE_PERSON.search(around.before) or (around.acts and len(tokens) <= 2):
        return of_tokens(text, tokens, PERSON, 0.65, "context")
    if len(tokens) > 1 and OF_SOMEBODY.search(around.before):
        return of_tokens(text, tokens, ORGANIZATION, 0.6, "context")
    if len(tokens) == 2 and BEFORE_MAYBE_PERSON.search(around.before) and _odd(tokens):
        return of_tokens(text, tokens, PERSON, 0.55, "context")
    if AFTER_ORGANIZATION.match(around.after) and not tokens[0].is_first:
        return of_tokens(text, tokens, ORGANIZATION, 0.6, "context")
    if BEFORE_STRONG_PLACE.search(around.before):
        return of_tokens(text, tokens, LOCATION, 0.55, "context")
    return None


def _is_no_name(token: Token) -> bool:
    return (
        token.lower in words("common", "en_kinds", "en_more_words", "en_jobs")
        or len(token.text) < 2
    )


def _odd(tokens: Sequence[Token]) -> bool:
    """Whether no word is an everyday word: two such words after "with" are a person."""
    return all(is_odd(token) for token in tokens)
