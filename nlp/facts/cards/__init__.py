"""Read cards of the owner: a heading such as "User profile", and a fact on each line.

Each line becomes a sentence about "the user", which the rules for sentences read.
"""

from .lines import CardSentence, card_sentences, is_card_of_other

__all__ = ["CardSentence", "card_sentences", "is_card_of_other"]
