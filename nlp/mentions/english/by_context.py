"""Capitalised phrases that the words beside them explain: works at Initech, Zorblax agreed."""

from collections.abc import Sequence
from dataclasses import dataclass

from nlp.mentions.words import words
from nlp.types import LOCATION, ORGANIZATION, PERSON, Found

from . import evidence
from .by_shape import MOST_NAMES, of_tokens
from .lists import everyday
from .tokens import Phrase, Token

REACH = 48


@dataclass(frozen=True, slots=True)
class Beside:
    """The words right before and after a phrase."""

    before: str
    after: str

    @classmethod
    def of(cls, text: str, phrase: Phrase) -> "Beside":
        """Return what stands beside a phrase."""
        start = max(0, phrase.start - REACH)
        return cls(text[start : phrase.start], text[phrase.end : phrase.end + REACH])

    @property
    def is_of_organisation(self) -> bool:
        """Whether an organisation is spoken of."""
        return bool(
            evidence.BEFORE_ORGANISATION.search(self.before)
            or evidence.AFTER_ORGANISATION.match(self.after)
        )

    @property
    def is_of_person(self) -> bool:
        """Whether a person is spoken of, without doubt."""
        return bool(evidence.BEFORE_PERSON.search(self.before) or self.acts)

    @property
    def acts(self) -> bool:
        """Whether what follows is said of people only."""
        return bool(evidence.AFTER_PERSON.match(self.after))

    @property
    def is_maybe_of_person(self) -> bool:
        """Whether a person may be spoken of."""
        return bool(
            evidence.BEFORE_MAYBE_PERSON.search(self.before)
            or evidence.AFTER_MAYBE_PERSON.match(self.after)
        )

    @property
    def is_of_place(self) -> bool:
        """Whether a place may be spoken of."""
        return bool(evidence.BEFORE_PLACE.search(self.before)) and not self.acts


def by_context(text: str, phrase: Phrase) -> Found | None:
    """Return what the words beside an unknown name say; nothing where they are silent."""
    tokens, beside = phrase.tokens, Beside.of(text, phrase)
    if len(tokens) > MOST_NAMES or (len(tokens) == 1 and _is_no_name(tokens[0])):
        return None
    if evidence.BEFORE_ORGANISATION.search(beside.before):
        return of_tokens(text, tokens, ORGANIZATION, 0.75, "context")
    if evidence.STRONG_AFTER_ORGANISATION.match(beside.after):
        return of_tokens(text, tokens, ORGANIZATION, 0.75, "context")
    if len(tokens) == 1 and tokens[0].text.isupper():
        return None
    if evidence.BEFORE_PERSON.search(beside.before) or (beside.acts and len(tokens) <= 2):
        return of_tokens(text, tokens, PERSON, 0.65, "context")
    if len(tokens) == 2 and evidence.BEFORE_MAYBE_PERSON.search(beside.before) and _odd(tokens):
        return of_tokens(text, tokens, PERSON, 0.55, "context")
    if evidence.AFTER_ORGANISATION.match(beside.after) and not tokens[0].is_first:
        return of_tokens(text, tokens, ORGANIZATION, 0.6, "context")
    if evidence.BEFORE_STRONG_PLACE.search(beside.before):
        return of_tokens(text, tokens, LOCATION, 0.55, "context")
    return None


def _is_no_name(token: Token) -> bool:
    return token.lower in words("common") or len(token.text) < 2


def _odd(tokens: Sequence[Token]) -> bool:
    """Whether these are no everyday words: what two of them name after "with" is a person."""
    return all(token.lower not in everyday() and token.text[1:].islower() for token in tokens)
