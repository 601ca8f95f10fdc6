"""Detect secrets and personal data in a text, with their offsets and confidence.

Precision first: a number counts only if its check digits, its form and the words before it
agree. An order number is not a credit card.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .numbers import credit_cards, ibans, my_numbers, telephones
from .secrets import api_keys, passwords, private_keys

# Kinds that give access; every other kind is personal data.
SECRETS = frozenset({"private_key", "api_key", "password"})
EMAIL = re.compile(
    r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
    r"[A-Za-z]{2,24}(?![\w-])",
    re.ASCII,
)  # fmt: skip
# Addresses of no person: those of documentation and of machines.
NOBODY = re.compile(
    r"@(?:[\w.-]+\.)?(?:example\.(?:com|net|org|jp)|[\w-]+\.(?:example|test|invalid)|localhost)$"
    r"|^(?:no-?reply|git)@",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Sensitive:
    """Characters ``start`` to ``end`` of a text, their kind, and a confidence in 0…1."""

    start: int
    end: int
    what: str
    confidence: float

    @property
    def is_secret(self) -> bool:
        """Whether the characters are a secret; otherwise they are personal data."""
        return self.what in SECRETS


def detect(text: str) -> list[Sensitive]:
    """Return the sensitive spans of a text in order; of two that overlap, the surer one."""
    found = [
        Sensitive(start, end, what, confidence)
        for what, finder in FINDERS.items()
        for start, end, confidence in finder(text)
    ]
    kept: list[Sensitive] = []
    for one in sorted(found, key=lambda one: (-one.confidence, one.start - one.end)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _emails(text: str) -> Iterator[tuple[int, int, float]]:
    if "@" not in text:
        return
    for match in EMAIL.finditer(text):
        if not NOBODY.search(match[0]):
            yield match.start(), match.end(), 0.95


Finder = Callable[[str], Iterator[tuple[int, int, float]]]
FINDERS: dict[str, Finder] = {
    "private_key": private_keys,
    "api_key": api_keys,
    "password": passwords,
    "credit_card": credit_cards,
    "my_number": my_numbers,
    "iban": ibans,
    "email": _emails,
    "phone": telephones,
}
