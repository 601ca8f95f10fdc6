"""Say a state as one whole sentence in the reader's language."""

from . import english_phrases, japanese_phrases
from .english import english_sentence
from .japanese import japanese_sentence
from .parts import Reader, StateParts

__all__ = ["Reader", "StateParts", "has_phrase", "sentence"]


def sentence(statement: StateParts, *, language: str, reader: Reader) -> str:
    """Return a statement as one sentence, in Japanese or else in English."""
    if language.startswith("ja"):
        return japanese_sentence(statement, reader)
    return english_sentence(statement, reader)


def has_phrase(predicate: str) -> bool:
    """Return whether a predicate has a phrase of its own; others are said by the name of their type."""
    return predicate in english_phrases.PHRASES and predicate in japanese_phrases.PHRASES
