"""The question of a proposal, the effects of each answer, and compared texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from uuid import UUID

from core.journal import TOKEN, Piece


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways to accept a proposal."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of accepting: its label, the value now and the value after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The question of one proposal and the effects of its answers, as plain text.

    ``compared`` are two memories to show side by side; differences are marked if they are
    ``versions`` of each other.
    """

    question: str
    accepting: str
    rejecting: str
    choices: tuple[Choice, ...] = ()
    effects: tuple[Effect, ...] = ()
    compared: tuple[UUID, ...] = ()
    versions: bool = True


@dataclass(frozen=True, slots=True)
class EditField:
    """A payload value that a user may correct before accepting.

    ``options`` are values with labels; without options the value is typed, with ``is_time``
    as a date.
    """

    name: str
    label: str
    value: str
    options: Sequence[tuple[str, str]] = ()
    is_time: bool = False


# Below this share of common words, nearly everything would be marked.
LEAST_COMMON = 0.3
LONGEST_COMPARED = 6_000
# The shortest common text: a single common character is a coincidence.
LEAST_SAME = 2


@dataclass(frozen=True, slots=True)
class TextComparison:
    """Both texts in pieces: ``same``, or ``removed`` on the left and ``added`` on the right."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...]


def compare_texts(left: str, right: str) -> TextComparison:
    """Mark the differences of two texts, unless they are long or have little in common."""
    old, new = TOKEN.findall(left), TOKEN.findall(right)
    if len(left) + len(right) > LONGEST_COMPARED:
        return _unmarked(left, right)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    steps = [step for step in matcher.get_opcodes() if _is_worth(step, old)]
    common = sum(b - a for what, a, b, _c, _d in steps if what == "equal")
    if common < LEAST_COMMON * max(len(old), len(new), 1):
        return _unmarked(left, right)
    kept = [(a, b, c, d) for what, a, b, c, d in steps if what == "equal"]
    return TextComparison(
        tuple(_pieces(old, [(a, b) for a, b, _c, _d in kept], "removed")),
        tuple(_pieces(new, [(c, d) for _a, _b, c, d in kept], "added")),
    )


def _is_worth(step: tuple[str, int, int, int, int], tokens: Sequence[str]) -> bool:
    what, begin, end, _c, _d = step
    return what != "equal" or len("".join(tokens[begin:end]).strip()) >= LEAST_SAME


def _unmarked(left: str, right: str) -> TextComparison:
    return TextComparison((Piece("same", left),), (Piece("same", right),))


def _pieces(tokens: Sequence[str], same: Sequence[tuple[int, int]], other: str) -> Iterator[Piece]:
    at = 0
    for begin, end in same:
        if at < begin:
            yield Piece(other, "".join(tokens[at:begin]))
        yield Piece("same", "".join(tokens[begin:end]))
        at = end
    if at < len(tokens):
        yield Piece(other, "".join(tokens[at:]))
