"""Read the lists of names and words from the text files of this package, once.

``places.txt`` is a selection from GeoNames (CC BY 4.0), ``given_names.txt`` and
``surnames.txt`` from the census of the USA (public domain); all others were written for
this package. Lines that start with ``#`` name the source.
"""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@cache
def words(*names: str) -> frozenset[str]:
    """Return the words of these files, which spaces part."""
    return frozenset(word for name in names for line in _lines(name) for word in line.split())


@cache
def phrases(*names: str) -> frozenset[str]:
    """Return the phrases of these files, which semicolons part."""
    return frozenset(
        phrase.strip() for name in names for line in _lines(name) for phrase in line.split(";")
    )


def _lines(name: str) -> list[str]:
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]
