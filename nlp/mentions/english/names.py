"""Find the names in English text."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import mention_at, mention_of
from nlp.readers import DOCUMENT, PERSON, PROJECT, TASK, TECHNOLOGY, Found

from .beside import beside, unlisted
from .by_context import by_context, by_last_word, document, project, titled
from .by_list import by_list
from .firms import firms
from .pets import pets
from .small_letters import in_small_letters
from .small_people import small_people, stands_alone
from .tokens import (
    CapitalizedPhrase,
    is_shouting,
    never_names,
    phrases_of,
    places,
    tokens_of,
)

TODO = re.compile(
    r"^[^\S\n]*+(?:[-*][^\S\n]*+)?(?:TODO|To do(?=:)|Task|Action item|\[ \])[:\s]\s*(?P<name>[^.\n]{2,80})",
    re.M,
)
TITLED = re.compile(
    r"\b(?:article|paper|essay|report|document|doc|deck|memo)(?: called| titled| named)?"
    r" [\"“](?P<name>[^\"”\n]{2,80})[\"”]",
    re.I,
)
CODE_NAMED = re.compile(
    r"\bproject(?: is| was)?,? (?:called|named|codenamed|code-named) [\"“]?"
    r"(?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*){0,3})"
)
TOOL_NAMED = re.compile(
    r"\b(?:tool|app|library|framework|programming language|software|plug-?in|program|website|site"
    r"|extension|package"
    r"|service|device|gadget|console|service|chatbot|bot)(?: is| was)?,? (?:called|named) [\"“]?"
    r"(?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*){0,2})"
)


def names_in(text: str) -> Iterator[Found]:
    """Yield the names of one English text, overlaps included."""
    for pattern, type_name, sure in (
        (TODO, TASK, 0.65),
        (TITLED, DOCUMENT, 0.65),
        (CODE_NAMED, PROJECT, 0.85),
        (TOOL_NAMED, TECHNOLOGY, 0.8),
    ):
        for match in pattern.finditer(text):
            yield mention_of(match, type_name, sure, "pattern", "name")
    yield from pets(text)
    yield from firms(text)
    tokens = tokens_of(text)
    yield from in_small_letters(text, tokens)
    yield from small_people(text)
    for token in tokens:
        if token.text.islower() and stands_alone(text, token.start, token.end):
            yield mention_at(text, token.start, token.end, PERSON, 0.7, "small")
    shouts = is_shouting(tokens)
    named = _named_by_lists if shouts else _named
    phrases = list(phrases_of(text, tokens))
    found = [one for phrase in phrases if (one := named(text, phrase))]
    yield from found
    if not shouts:
        yield from beside(text, phrases, found)


def _named(text: str, phrase: CapitalizedPhrase) -> Found | None:
    for rule in (titled, project, document, by_last_word):
        if one := rule(text, phrase):
            return one
    rest = _without_common(phrase)
    if not rest.tokens:
        return None
    return by_list(text, rest) or by_context(text, rest) or unlisted(text, rest)


def _named_by_lists(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return the name in a heading, where capitals are no evidence."""
    rest = _without_common(phrase)
    return titled(text, phrase) or (by_list(text, rest) if rest.tokens else None)


def _without_common(phrase: CapitalizedPhrase) -> CapitalizedPhrase:
    """Return the phrase without everyday words at either end."""
    if " ".join(phrase.lowers) in places():
        return phrase
    tokens = list(phrase.tokens)
    while tokens and (tokens[0].lower in never_names() or tokens[0].text in ".&"):
        tokens.pop(0)
    while tokens and (tokens[-1].lower in never_names() or tokens[-1].text in ".&"):
        tokens.pop()
    return CapitalizedPhrase(tuple(tokens))
