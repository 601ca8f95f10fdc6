"""The rules by which two names may be one, each with its score before context."""

from enum import Enum


class Rule(Enum):
    """A rule: its score in 0…1 when nothing else is known, and what a person reads about it.

    At or above 0.85 a rule is enough by itself, at or above 0.6 it is worth a question
    (``weighing.py``); context moves a score by up to 0.15.
    """

    EXACT = (0.98, "the same name")
    FORM = (0.95, "the same name but for titles, legal form or signs")
    READING = (0.92, "the same name by its reading")
    MIDDLE = (0.88, "the same name but for a middle name")
    VARIANT = (0.87, "the same name in other forms of its characters")
    FAMILY = (0.87, "the family name alone")
    FAMILY_READING = (0.86, "the family name alone, by its reading")
    GIVEN = (0.76, "the given name alone")
    FULLER = (0.77, "the full name to a family name known before")
    FULLER_READING = (0.75, "the full name to a family name known before, by its reading")
    INITIAL = (0.75, "the same name with initials")
    ACRONYM = (0.75, "its initials")
    PLACE = (0.75, "the same place but for the kind of place")
    NICKNAME = (0.74, "a short form of the same name")
    SURNAME_VARIANT = (0.74, "the family name in other forms of its characters")
    LONG_VOWEL = (0.7, "the same sound but for a long vowel")
    TURNED = (0.66, "the same words in another order")
    BEGINNING = (0.62, "one name is the beginning of the other")
    KANJI_GIVEN = (0.64, "the given name alone, which several may have")
    ONE_LETTER = (0.52, "the same name but for one letter")

    def __init__(self, score: float, sentence: str) -> None:
        self.score = score
        self.sentence = sentence

    @property
    def is_partial(self) -> bool:
        """Whether one name holds only a part of the other."""
        return self in _PARTIAL

    @property
    def is_fuller(self) -> bool:
        """Whether the name that is looked for says more than the known one."""
        return self in (Rule.FULLER, Rule.FULLER_READING)


_PARTIAL = {
    Rule.FAMILY, Rule.FAMILY_READING, Rule.GIVEN, Rule.FULLER, Rule.FULLER_READING,
    Rule.SURNAME_VARIANT, Rule.KANJI_GIVEN, Rule.INITIAL,
}  # fmt: skip
