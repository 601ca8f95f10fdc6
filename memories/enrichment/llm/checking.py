"""From an answer to findings and claims: only what the text bears out."""

from collections import Counter
from dataclasses import dataclass, field

from nlp.facts import Claim
from nlp.mentions import AboutRange
from nlp.types import Found

from .claiming import check_of, claims_in
from .dating import times_in
from .naming import names_in
from .note import Note
from .proposal import Reading


@dataclass(frozen=True, slots=True)
class Checked:
    """What is left of an answer, and how often each reason took something away."""

    mentions: tuple[Found, ...] = ()
    claims: tuple[Claim, ...] = ()
    about: AboutRange | None = None
    dropped: Counter[str] = field(default_factory=Counter)


def to_findings(note: Note, answer: Reading) -> Checked:
    """Return what of an answer holds: names and values that stand in the text, of known types.

    Where rules found something, theirs stays. Dates count where the text names such a
    time. Nothing is surer than 0.85; what would end or replace a state, than 0.79.
    """
    dropped: Counter[str] = Counter()
    mentions = names_in(note, answer.entities, dropped)
    times, about = times_in(note, answer.times, dropped)
    check = check_of(note, [*note.mentions, *mentions], times)
    claims = tuple(claims_in(check, answer.relations, answer.states, dropped))
    return Checked(tuple(mentions), claims, about, dropped)
