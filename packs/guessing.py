"""Guess the pack of a save that names none: by what it is filed with, its words, or the usual one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from .selection import hint_score

# On the scale of similarity: 0 is nothing in common, 1 the same said twice. Two hints of weight 1
# are as clear as words can be.
PER_HINT = 0.07
MOST_BY_HINTS = 0.14
# Below it, a text says nothing of any pack, such as "ok".
SPEAKS = 0.11
# Of two packs that are as near as this, the usual one is right more often.
NEARLY = 0.02
# How much nearer another pack has to be for a save to leave its session or context: one in which
# somebody named or corrected a pack, and one that was guessed itself.
CLEAR = 0.16
CLEARER_THAN_GUESSES = 0.12


class PackReason(StrEnum):
    """What a guess rests on."""

    SESSION = "session"
    CONTEXT = "context"
    WORDS = "words"
    USUAL = "usual"


@dataclass(frozen=True, slots=True)
class PackGuess:
    """A pack that nobody named, and what speaks for it."""

    pack: str
    reason: PackReason


@dataclass(frozen=True, slots=True)
class Company:
    """The pack of the saves that a save stands with; ``is_told`` if somebody named or corrected it."""

    pack: str
    reason: PackReason
    is_told: bool


def guess_pack(
    text: str,
    candidates: Iterable[str],
    similarity: Mapping[str, float],
    *,
    company: Iterable[Company] = (),
    usual: str,
) -> PackGuess:
    """Return the pack of a text, and why.

    ``similarity`` says how near the text is to the examples of packs; it is empty without an
    embedding model, and then hints decide. ``company`` counts in its order.
    """
    scores = _scores(text, candidates, similarity)
    best = max(scores, key=lambda pack: (scores[pack], pack == usual))
    for others in company:
        if others.pack in scores:
            lead = CLEAR if others.is_told else CLEARER_THAN_GUESSES
            if scores[best] - scores[others.pack] < lead:
                return PackGuess(others.pack, others.reason)
    if scores[best] < (SPEAKS if similarity else PER_HINT) or (
        best != usual and scores[best] - scores[usual] < NEARLY
    ):
        return PackGuess(usual, PackReason.USUAL)
    return PackGuess(best, PackReason.WORDS)


def _scores(
    text: str, candidates: Iterable[str], similarity: Mapping[str, float]
) -> dict[str, float]:
    """Return a score for each pack. Hints speak where a pack has no examples, or no model is there."""
    hints = {pack: hint_score(text, pack) for pack in candidates}
    by_hints = {pack: min(MOST_BY_HINTS, PER_HINT * hints[pack]) for pack in hints}
    nearest = max((similarity.get(pack, 0.0) for pack in hints), default=0.0)
    strongest = max(hints.values(), default=0.0)
    return {
        pack: similarity[pack]
        if pack in similarity
        else by_hints[pack] + (nearest if hints[pack] >= max(1.0, strongest) else 0.0)
        for pack in hints
    }
