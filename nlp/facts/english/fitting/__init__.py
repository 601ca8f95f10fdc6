"""Tell whether an English claim is about somebody, and its words are whole and lasting."""

from nlp.facts.rules import Claim

from .names import is_named
from .subjects import is_about_somebody
from .tastes import is_lasting_taste
from .values import is_whole
from .worldly import is_possible

CHECKS = (is_about_somebody, is_whole, is_lasting_taste, is_named, is_possible)

__all__ = ["fits_english"]


def fits_english(claim: Claim, text: str) -> bool:
    """Return whether a claim passes each check."""
    return all(check(claim, text) for check in CHECKS)
