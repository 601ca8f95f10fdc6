"""Error texts that name what the caller probably meant."""

from collections.abc import Collection

from .did_you_mean import nearest
from .errors import Problem

__all__ = ["nearest", "unknown"]


def unknown(field: str, value: str, known: Collection[str], what: str) -> Problem:
    """Return the problem of an unknown word, with the nearest known ones."""
    listed = ", ".join(nearest(value, known))
    return Problem(
        field,
        f"unknown_{what.replace(' ', '_')}",
        f"there is no {what} “{value}”; nearest: {listed}",
    )
