"""Detect sensitive data in a text, and apply a pack's policy: keep, mask or refuse."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nlp.readers import PrivacyPolicy

from .detectors import (
    api_keys,
    credit_cards,
    ibans,
    my_numbers,
    passwords,
    private_keys,
    telephones,
)

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
MASK, REFUSE, KEEP = "mask", "refuse", "keep"


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


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which the kinds of sensitive spans replace the spans."""

    text: str
    found: tuple[Sensitive, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The sensitive spans for which a pack refuses a text."""

    found: tuple[Sensitive, ...]

    @property
    def what(self) -> tuple[str, ...]:
        """Return the kinds of the sensitive spans, each once."""
        return tuple(dict.fromkeys(one.what for one in self.found))


def apply_privacy(policy: PrivacyPolicy, text: str) -> Masked | Refused | str:
    """Return the text as it is, masked, or the reason to refuse it."""
    if {policy.secrets, policy.personal_data} == {KEEP}:
        return text
    found = detect(text)
    if refused := _under(policy, found, REFUSE):
        return Refused(refused)
    if masked := _under(policy, found, MASK):
        return Masked(_masked(text, masked), masked)
    return text


def _under(policy: PrivacyPolicy, found: Sequence[Sensitive], wish: str) -> tuple[Sensitive, ...]:
    wishes = {True: policy.secrets, False: policy.personal_data}
    return tuple(one for one in found if wishes[one.is_secret] == wish)


def _masked(text: str, found: Sequence[Sensitive]) -> str:
    pieces, at = [], 0
    for one in found:
        pieces += [text[at : one.start], f"[{one.what}]"]
        at = one.end
    return "".join([*pieces, text[at:]])
