"""Judging two texts: the same, additive, updating, conflicting, related, or new.

Nearness alone never decides: 30 and 40 people are as near to each other as two ways
of saying 30. It says only which texts are worth comparing; what differs decides.
"""

from dataclasses import dataclass

from .changes import ends_something, is_weak, was_open
from .differences import Differences, differences
from .exclusive import has_one_value, names_the_one
from .features import Reading, read
from .statement import Guard, Kind, Said, Thresholds, Verdict

# Shares of the way from "related" to "same" on the model's scale.
COMPARED_FROM, CONFLICT_FROM, SAME_FROM = 0.25, 0.25, 0.8
# How much of the shorter text's words the longer one must hold.
CONTAINED, LIKE = 0.8, 0.5
# How many words of a text one that updates it may leave out.
MOST_LOST = 1
HARD = frozenset({Guard.AMOUNT, Guard.TIME, Guard.NAME, Guard.NEGATION, Guard.OPPOSITE})


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two readings in the order in which they were said, and all that is known of them."""

    older: Reading
    newer: Reading
    differences: Differences
    nearness: float
    thresholds: Thresholds

    @property
    def shared(self) -> frozenset[str]:
        return self.older.words & self.newer.words

    @property
    def likeness(self) -> float:
        """Return the share of words that both have, of the shorter text."""
        fewer = min(len(self.older.words), len(self.newer.words))
        return len(self.shared) / fewer if fewer else 0.0


def judge(a: Said, b: Said, *, nearness: float, thresholds: Thresholds) -> Verdict:
    """Say what two texts are to each other.

    Args:
        a: one text; which of the two is newer is read from ``said_at``, ``b`` where both are equal.
        nearness: the cosine of their vectors, NaN where unknown.
        thresholds: the scale of the model that made the vectors.
    """
    older, newer = (read(a), read(b)) if a.said_at <= b.said_at else (read(b), read(a))
    pair = _Pair(older, newer, differences(older, newer), nearness, thresholds)
    if older.key == newer.key:
        return _verbatim(pair)
    for rule in (_unlike, _other_subject, _other_mood, _updating, _conflicting, _additive, _same):
        if verdict := rule(pair):
            return verdict
    return _related(pair)


def _verdict(pair: _Pair, kind: Kind, confidence: float, *more: str) -> Verdict:
    return Verdict(
        kind,
        reasons=(*pair.differences.reasons, *more),
        guards=pair.differences.guards,
        confidence=round(confidence, 3),
    )


def _verbatim(pair: _Pair) -> Verdict:
    guards = pair.differences.guards
    if guards:
        words = pair.differences.reasons or ("the same words",)
        return Verdict(Kind.RELATED, words, guards, 0.7, is_verbatim=True)
    return Verdict(Kind.SAME, ("the same words",), frozenset(), 1.0, is_verbatim=True)


def _unlike(pair: _Pair) -> Verdict | None:
    """New is what lies apart, or what only sounds alike."""
    scale = pair.thresholds
    is_near = pair.nearness >= scale.between(COMPARED_FROM)
    if is_near and (pair.shared or pair.nearness >= scale.between(SAME_FROM)):
        return None
    if pair.nearness >= scale.related and pair.likeness >= LIKE:
        return None
    return Verdict(Kind.NEW, confidence=round(max(0.0, 1 - max(pair.nearness, 0.0)), 3))


def _other_subject(pair: _Pair) -> Verdict | None:
    """The same said of somebody or something else contradicts nothing."""
    if Guard.SUBJECT in pair.differences.guards:
        return _related(pair)
    if names_the_one(pair.older.text) and names_the_one(pair.newer.text):
        return None
    ends = (pair.older.tokens.subject_end, pair.newer.tokens.subject_end)
    if any(
        each.one.end <= ends[0] and each.other.end <= ends[1] for each in pair.differences.replaced
    ):
        return _related(pair, Guard.SUBJECT)
    here, there = pair.older.subject, pair.newer.subject
    if not here or not there:
        return None
    is_other = bool(here - pair.newer.words) and bool(there - pair.older.words)
    is_apart = not here & there and not (here <= pair.newer.words or there <= pair.older.words)
    return _related(pair, Guard.SUBJECT) if is_other or is_apart else None


def _other_mood(pair: _Pair) -> Verdict | None:
    """A question is answered and a plan is carried out; neither is contradicted."""
    is_mood = Guard.MODALITY in pair.differences.guards
    return _related(pair) if is_mood or Guard.OCCASION in pair.differences.guards else None


def _updating(pair: _Pair) -> Verdict | None:
    """The newer text says all of the older one again, but that something has changed, and to what."""
    marked = pair.newer.markers - pair.older.markers
    found = pair.differences
    is_done = was_open(pair.older.text) and not was_open(pair.newer.text) and bool(found.flipped)
    here = pair.older.words - {each.one.key for each in found.replaced}
    lost = here - pair.newer.words
    most = min(MOST_LOST + bool(found.flipped), len(here) / 2)
    if not (marked or is_done) or not pair.shared or len(lost) > most:
        return None
    is_over = ends_something(pair.newer.text) and not ends_something(pair.older.text)
    if found.replaced or found.flipped or found.opposed or is_over or _goes_on_from(pair):
        return _verdict(pair, Kind.UPDATING, 0.8, *sorted(marked))
    is_other = bool(lost and pair.newer.words - pair.older.words)
    if is_other and not all(map(is_weak, marked)):
        return _verdict(pair, Kind.UPDATING, 0.6, *sorted(marked))
    return None


def _goes_on_from(pair: _Pair) -> bool:
    """Whether the newer text names the older value beside the new one: from MySQL to PostgreSQL."""
    had = {fact.sort.split()[0] for fact in pair.older.values}
    return any(fact.sort.split()[0] in had for fact in pair.differences.only_other)


def _conflicting(pair: _Pair) -> Verdict | None:
    """The same is said with another value, or denied; nothing else is different."""
    found = pair.differences
    if pair.nearness < pair.thresholds.between(CONFLICT_FROM):
        return None
    if not (found.replaced or found.flipped or found.opposed):
        return None
    here, there = _rest(pair.older, found), _rest(pair.newer, found)
    is_otherwise_alike = bool(here & there) and not (here - there and there - here)
    if not is_otherwise_alike or not _leaves_no_room(pair):
        return None
    return _verdict(pair, Kind.CONFLICTING, 0.7)


def _rest(reading: Reading, found: Differences) -> frozenset[str]:
    """Return the words beside names and opposites."""
    return reading.words - reading.names - frozenset(found.opposed or ())


def _leaves_no_room(pair: _Pair) -> bool:
    """Whether both cannot hold: one value differs, and not only by who was met or what was liked."""
    found = pair.differences
    if found.flipped or found.opposed:
        return True
    kinds = {each.guard for each in found.replaced}
    if len(kinds) > 1:
        return False
    both = (pair.older.text, pair.newer.text)
    return kinds != {Guard.NAME} or all(map(has_one_value, both))


def _additive(pair: _Pair) -> Verdict | None:
    """One says what the other says, and more."""
    found = pair.differences
    if found.replaced or found.flipped or found.opposed:
        return None
    # Where two texts lie very near, one word more may be another way of saying the same.
    fewest = 1 if pair.nearness < _very_near(pair.thresholds) else 2
    here, there = pair.older.words, pair.newer.words
    for shorter, longer, lost, gained, newer_adds in (
        (here, there, found.only_one, found.only_other, True),
        (there, here, found.only_other, found.only_one, False),
    ):
        more = sorted(longer - shorter)
        if lost or not shorter or len(shorter & longer) < CONTAINED * len(shorter):
            continue
        if len(more) + len(gained) - len(shorter - longer) >= fewest:
            added = ", ".join([*(fact.words for fact in gained), *more][:4])
            return Verdict(
                Kind.ADDITIVE, (f"adds {added}",), found.guards, 0.8, newer_adds=newer_adds
            )
    return None


def _same(pair: _Pair) -> Verdict | None:
    """Said in other words: as near as what says the same, and nothing that only one of them says.

    Very near texts may each have a word of their own: another verb for the same.
    """
    found = pair.differences
    if found.guards & HARD or found.only_one or found.only_other:
        return None
    is_reworded = bool(pair.older.words - pair.newer.words and pair.newer.words - pair.older.words)
    least = _very_near(pair.thresholds) if is_reworded else pair.thresholds.between(SAME_FROM)
    if pair.nearness < least:
        return None
    return _verdict(pair, Kind.SAME, min(0.95, pair.nearness))


def _very_near(thresholds: Thresholds) -> float:
    """Return the point halfway from "the same" to identical."""
    return (thresholds.same + 1) / 2


def _related(pair: _Pair, *guards: Guard) -> Verdict:
    """Alike in meaning; what both name is the reason."""
    shared = sorted(pair.shared)[:3]
    words = (f"both: {', '.join(shared)}",) if shared else ()
    return Verdict(
        Kind.RELATED,
        reasons=(*pair.differences.reasons, *words),
        guards=pair.differences.guards | set(guards),
        confidence=round(min(0.9, max(0.0, pair.nearness)), 3),
        shared=len(pair.shared) + len(pair.older.names & pair.newer.names),
    )
