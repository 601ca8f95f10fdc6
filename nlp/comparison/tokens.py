"""What the readers of both languages make of a text: its words, and what stands around them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A word that says something: its base form, where it stands, whether it is denied."""

    base: str
    start: int
    end: int
    is_denied: bool = False
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text's words; where its subject ends (0: none is named); how it is meant."""

    words: tuple[Word, ...]
    subject_end: int = 0
    is_question: bool = False
    is_hedged: bool = False
    is_past: bool = False
    denials: int = 0
