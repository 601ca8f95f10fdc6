"""The rules by which two names may mean one entity, each with its score before context."""

from enum import Enum


class MatchRule(Enum):
    """A rule: its score in 0…1 without context, and its explanation for a person.

    A score of 0.85 or more decides by itself, one of 0.6 or more is worth a question
    (``scoring.py``); context moves a score by up to 0.15.
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
        """Whether one name is only a part of the other."""
        return self in _PARTIAL

    @property
    def is_fuller(self) -> bool:
        """Whether the new name has more parts than the known one."""
        return self in (MatchRule.FULLER, MatchRule.FULLER_READING)


_PARTIAL = {
    MatchRule.FAMILY, MatchRule.FAMILY_READING, MatchRule.GIVEN, MatchRule.FULLER, MatchRule.FULLER_READING,
    MatchRule.SURNAME_VARIANT, MatchRule.KANJI_GIVEN, MatchRule.INITIAL,
}  # fmt: skip
