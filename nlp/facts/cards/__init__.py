"""Read cards of the owner: a heading such as "User profile", and a fact on each line.

Each line becomes a sentence about "the user", which the rules for sentences read.
"""

from .lines import CardSentence, card_sentences, is_card_of_other
from .people import people_in_brackets, people_in_lines

__all__ = [
    "CardSentence",
    "card_sentences",
    "is_card_of_other",
    "people_in_brackets",
    "people_in_lines",
]
