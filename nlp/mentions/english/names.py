"""Everything that an English text names."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import of_match
from nlp.types import DOCUMENT, TASK, Found

from .by_context import by_context
from .by_list import by_list
from .by_shape import by_last_word, document, project, titled
from .lists import never_names, places
from .small_letters import in_small_letters
from .tokens import Phrase, is_shouting, phrases_of, tokens_of

TODO = re.compile(
    r"^\s*(?:[-*]\s*)?(?:TODO|To do|Task|Action item|\[ \])[:\s]\s*(?P<name>[^.\n]{2,80})", re.M
)
TITLED = re.compile(
    r"\b(?:book|article|paper|essay|report|document|doc|deck|memo)(?: called| titled| named)?"
    r" [\"“](?P<name>[^\"”\n]{2,80})[\"”]",
    re.I,
)


def names_in(text: str) -> Iterator[Found]:
    """Yield the names in one English text; overlapping ones are settled later."""
    for pattern, type_name in ((TODO, TASK), (TITLED, DOCUMENT)):
        for match in pattern.finditer(text):
            yield of_match(match, type_name, 0.65, "pattern", "name")
    tokens = tokens_of(text)
    yield from in_small_letters(text, tokens)
    named = _named_by_lists if is_shouting(tokens) else _named
    for phrase in phrases_of(text, tokens):
        if one := named(text, phrase):
            yield one


def _named(text: str, phrase: Phrase) -> Found | None:
    for rule in (titled, project, document, by_last_word):
        if one := rule(text, phrase):
            return one
    rest = _without_common(phrase)
    return (by_list(text, rest) or by_context(text, rest)) if rest.tokens else None


def _named_by_lists(text: str, phrase: Phrase) -> Found | None:
    """Return what a heading names: there, capitals say nothing."""
    rest = _without_common(phrase)
    return titled(text, phrase) or (by_list(text, rest) if rest.tokens else None)


def _without_common(phrase: Phrase) -> Phrase:
    """Return the phrase without everyday words at either end."""
    if " ".join(phrase.lowers) in places():
        return phrase
    tokens = list(phrase.tokens)
    while tokens and tokens[0].lower in never_names():
        tokens.pop(0)
    while tokens and (tokens[-1].lower in never_names() or tokens[-1].text in ".&"):
        tokens.pop()
    return Phrase(tuple(tokens))
