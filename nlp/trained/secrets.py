"""Read the secrets and personal numbers of a text from the chances that the network gives."""

from collections.abc import Iterator
from dataclasses import dataclass

from .network import held
from .spans import read_spans

SECRET_KINDS = (
    "password", "api_key", "private_key", "credit_card", "cvv", "bank_account", "iban", "ssn",
    "my_number", "passport", "driving_license", "medical_record", "insurance_number", "ni_number",
    "residence_card", "phone", "email", "address",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReadSecret:
    """A likely secret: characters ``start`` to ``end`` of the text, and how likely."""

    start: int
    end: int
    kind: str
    chance: float


def read_secrets(text: str, least: float) -> Iterator[ReadSecret]:
    """Yield the secrets that are at least so likely; none without weights."""
    network = held.get()
    for part in network.read(text, is_assistant=False) if network else ():
        for start, end, kind, chance in read_spans(text, part, part.secrets, least):
            yield ReadSecret(start, end, SECRET_KINDS[kind], chance)


def secret_chance(text: str, start: int, end: int) -> float | None:
    """Return how likely a part of these characters is a secret; None if the network reads none."""
    network = held.get()
    chances = []
    for part in network.read(text, is_assistant=False) if network else ():
        within = (part.offsets[:, 0] < end) & (part.offsets[:, 1] > start)
        if within.any():
            chances.append(1.0 - float(part.secrets[within, 0].min()))
    return max(chances, default=None)
