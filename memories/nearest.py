"""Error texts that name what the caller probably meant."""

from collections.abc import Collection
from difflib import get_close_matches

from accounts.errors import Problem


def unknown(field: str, value: str, known: Collection[str], what: str) -> Problem:
    """Return the problem of an unknown word, with the nearest known ones."""
    folded = {word.casefold(): word for word in known}
    near = [folded[match] for match in get_close_matches(value.casefold(), folded, n=3, cutoff=0.4)]
    listed = ", ".join(near or sorted(known)[:12])
    return Problem(
        field,
        f"unknown_{what.replace(' ', '_')}",
        f"there is no {what} “{value}”; nearest: {listed}",
    )
