"""Error texts that name what the caller probably meant."""

from collections.abc import Collection
from difflib import get_close_matches

from accounts.errors import Problem


def unknown(field: str, value: str, known: Collection[str], what: str) -> Problem:
    """Return the problem of an unknown word, with the nearest known ones."""
    listed = ", ".join(nearest(value, known))
    return Problem(
        field,
        f"unknown_{what.replace(' ', '_')}",
        f"there is no {what} “{value}”; nearest: {listed}",
    )


def nearest(value: str, known: Collection[str]) -> list[str]:
    """Return the known words that look most like ``value``; the first of all where none does."""
    folded = {word.casefold(): word for word in known}
    near = get_close_matches(value.casefold(), folded, n=3, cutoff=0.4)
    return [folded[match] for match in near] or sorted(known)[:12]
