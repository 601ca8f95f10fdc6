"""Compare two texts: same, additive, updating, conflicting, related, or new.

Vector similarity alone never decides: 30 and 40 people are as near to each other as two
spellings of 30. It selects the pairs worth comparing; the differences decide.
"""

from dataclasses import dataclass

from .differences import Differences, find_differences
from .features import (
    Features,
    ends_something,
    features_of,
    has_one_value,
    is_weak,
    names_the_one,
    was_open,
)
from .statement import Blocker, Kind, Statement, Thresholds, Verdict

# Shares of the way from "related" to "same" on the model's scale.
COMPARED_FROM, CONFLICT_FROM, SAME_FROM = 0.25, 0.25, 0.8
# Share of the shorter text's words that the longer one must hold.
CONTAINED, LIKE = 0.8, 0.5
# An updating text may leave out so many words of the older one.
MOST_LOST = 1
HARD = frozenset({Blocker.AMOUNT, Blocker.TIME, Blocker.NAME, Blocker.NEGATION, Blocker.OPPOSITE})


@dataclass(frozen=True, slots=True)
class _Pair:
    """The features of two texts in order of time, and their comparison."""

    older: Features
    newer: Features
    differences: Differences
    nearness: float
    thresholds: Thresholds

    @property
    def shared(self) -> frozenset[str]:
        return self.older.words & self.newer.words

    @property
    def likeness(self) -> float:
        """Return the share of the shorter text's words that both texts have."""
        fewer = min(len(self.older.words), len(self.newer.words))
        return len(self.shared) / fewer if fewer else 0.0


def compare(a: Statement, b: Statement, *, nearness: float, thresholds: Thresholds) -> Verdict:
    """Return how the newer of two texts relates to the older one.

    Args:
        a, b: the texts; ``said_at`` tells which is newer, ``b`` if both are equal.
        nearness: the cosine of their vectors, NaN if unknown.
        thresholds: the scale of the model that made the vectors.
    """
    older, newer = (
        (features_of(a), features_of(b))
        if a.said_at <= b.said_at
        else (features_of(b), features_of(a))
    )
    pair = _Pair(older, newer, find_differences(older, newer), nearness, thresholds)
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
        blockers=pair.differences.blockers,
        confidence=round(confidence, 3),
    )


def _verbatim(pair: _Pair) -> Verdict:
    blockers = pair.differences.blockers
    if blockers:
        words = pair.differences.reasons or ("the same words",)
        return Verdict(Kind.RELATED, words, blockers, 0.7, is_verbatim=True)
    return Verdict(Kind.SAME, ("the same words",), frozenset(), 1.0, is_verbatim=True)


def _unlike(pair: _Pair) -> Verdict | None:
    """Return NEW if the texts are not similar enough, or similar in sound only."""
    scale = pair.thresholds
    is_near = pair.nearness >= scale.between(COMPARED_FROM)
    if is_near and (pair.shared or pair.nearness >= scale.between(SAME_FROM)):
        return None
    if pair.nearness >= scale.related and pair.likeness >= LIKE:
        return None
    return Verdict(Kind.NEW, confidence=round(max(0.0, 1 - max(pair.nearness, 0.0)), 3))


def _other_subject(pair: _Pair) -> Verdict | None:
    """Return RELATED if the texts are about different subjects."""
    if Blocker.SUBJECT in pair.differences.blockers:
        return _related(pair)
    if names_the_one(pair.older.text) and names_the_one(pair.newer.text):
        return None
    ends = (pair.older.tokens.subject_end, pair.newer.tokens.subject_end)
    if any(
        each.one.end <= ends[0] and each.other.end <= ends[1] for each in pair.differences.replaced
    ):
        return _related(pair, Blocker.SUBJECT)
    here, there = pair.older.subject, pair.newer.subject
    if not here or not there:
        return None
    is_other = bool(here - pair.newer.words) and bool(there - pair.older.words)
    is_apart = not here & there and not (here <= pair.newer.words or there <= pair.older.words)
    return _related(pair, Blocker.SUBJECT) if is_other or is_apart else None


def _other_mood(pair: _Pair) -> Verdict | None:
    """Return RELATED if one text is a question, a plan or another occasion."""
    is_mood = Blocker.MODALITY in pair.differences.blockers
    return _related(pair) if is_mood or Blocker.OCCASION in pair.differences.blockers else None


def _updating(pair: _Pair) -> Verdict | None:
    """Return UPDATING if the newer text repeats the older one with a change word and a new value."""
    marked = pair.newer.markers - pair.older.markers
    found = pair.differences
    is_done = was_open(pair.older.text) and not was_open(pair.newer.text) and bool(found.flipped)
    here = pair.older.words - {each.one.key for each in found.replaced}
    lost = here - pair.newer.words
    most = min(MOST_LOST + bool(found.flipped), len(here) / 2)
    if not (marked or is_done) or not pair.shared or len(lost) > most:
        return None
    is_over = ends_something(pair.newer.text) and not ends_something(pair.older.text)
    is_differing = bool(found.replaced or found.flipped or found.opposed)
    if is_over and not is_differing and not pair.shared - pair.older.subject:
        # Whoever left a firm still likes tea: what ends is named in both.
        return None
    if is_differing or is_over or _goes_on_from(pair):
        return _verdict(pair, Kind.UPDATING, 0.8, *sorted(marked))
    is_other = bool(lost and pair.newer.words - pair.older.words)
    if is_other and not all(map(is_weak, marked)):
        return _verdict(pair, Kind.UPDATING, 0.6, *sorted(marked))
    return None


def _goes_on_from(pair: _Pair) -> bool:
    """Whether the newer text names the older value and a new one: from MySQL to PostgreSQL."""
    had = {fact.sort.split()[0] for fact in pair.older.values}
    return any(fact.sort.split()[0] in had for fact in pair.differences.only_other)


def _conflicting(pair: _Pair) -> Verdict | None:
    """Return CONFLICTING if the texts differ only by one value or by a denial."""
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


def _rest(reading: Features, found: Differences) -> frozenset[str]:
    """Return the words other than names and opposites."""
    return reading.words - reading.names - frozenset(found.opposed or ())


def _leaves_no_room(pair: _Pair) -> bool:
    """Whether both texts cannot hold: their one different value is exclusive."""
    found = pair.differences
    if found.flipped or found.opposed:
        return True
    kinds = {each.blocker for each in found.replaced}
    if len(kinds) > 1:
        return False
    both = (pair.older.text, pair.newer.text)
    return kinds != {Blocker.NAME} or all(map(has_one_value, both))


def _additive(pair: _Pair) -> Verdict | None:
    """Return ADDITIVE if one text holds the content of the other, and more."""
    found = pair.differences
    if found.replaced or found.flipped or found.opposed:
        return None
    # Of two very near texts, one more word may be a paraphrase.
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
                Kind.ADDITIVE, (f"adds {added}",), found.blockers, 0.8, newer_adds=newer_adds
            )
    return None


def _same(pair: _Pair) -> Verdict | None:
    """Return SAME if very similar texts differ in no value.

    Two very similar texts may each have one word of their own: another verb.
    """
    found = pair.differences
    if found.blockers & HARD or found.only_one or found.only_other:
        return None
    is_reworded = bool(pair.older.words - pair.newer.words and pair.newer.words - pair.older.words)
    least = _very_near(pair.thresholds) if is_reworded else pair.thresholds.between(SAME_FROM)
    if pair.nearness < least:
        return None
    return _verdict(pair, Kind.SAME, min(0.95, pair.nearness))


def _very_near(thresholds: Thresholds) -> float:
    """Return the point halfway from "the same" to identical."""
    return (thresholds.same + 1) / 2


def _related(pair: _Pair, *blockers: Blocker) -> Verdict:
    """Return RELATED, with the shared words as the reason."""
    shared = sorted(pair.shared)[:3]
    words = (f"both: {', '.join(shared)}",) if shared else ()
    return Verdict(
        Kind.RELATED,
        reasons=(*pair.differences.reasons, *words),
        blockers=pair.differences.blockers | set(blockers),
        confidence=round(min(0.9, max(0.0, pair.nearness)), 3),
        shared=len(pair.shared) + len(pair.older.names & pair.newer.names),
    )
