"""Name what somebody probably meant by a word that is not known."""

from collections.abc import Collection

from rapidfuzz import fuzz, process

MOST_LISTED = 12


def nearest(value: str, known: Collection[str]) -> list[str]:
    """Return the known words that look most like ``value``; the first of all if none does."""
    return _alike(value, known) or sorted(known)[:MOST_LISTED]


def suggestion(value: str, known: Collection[str]) -> str:
    """Return “did you mean …?”, or the known words if none looks like ``value``."""
    if alike := _alike(value, known):
        return f"did you mean {' or '.join(f'“{word}”' for word in alike)}?"
    if not known:
        return "none is known"
    more = "…" if len(known) > MOST_LISTED else ""
    return f"known: {', '.join(sorted(known)[:MOST_LISTED])}{more}"


def _alike(value: str, known: Collection[str]) -> list[str]:
    near = process.extract(
        value, list(known), scorer=fuzz.ratio, processor=str.casefold, limit=3, score_cutoff=40
    )
    return [word for word, _score, _place in near]
