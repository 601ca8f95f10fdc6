"""Find secrets that no rule knows, by the trained network."""

from collections.abc import Iterator

from nlp.trained.secrets import read_secrets

# Above it 13 of 765 look-alikes are taken for secrets, 9 of them by rules.
LEAST = 0.93
# A sign or two of Latin letters or digits is part of a longer text; 山 may be what opens a door.
SHORTEST = 3
# The confidence of what the network finds, which is below that of any rule.
SURE = 0.7


def secrets_by_network(text: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield kind, start, end and confidence of each secret; none without weights."""
    for one in read_secrets(text, LEAST):
        words = text[one.start : one.end]
        if len(words) >= SHORTEST or not words.isascii():
            yield one.kind, one.start, one.end, SURE
