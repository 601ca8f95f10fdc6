"""Find secrets that no rule knows, by the trained network."""

from collections.abc import Iterator

from nlp.trained.secrets import read_secrets

# Of 6,331 real texts five sentences hold something as likely, and five bare numbers.
LEAST = 0.93
# The confidence of what the network finds, which is below that of any rule.
SURE = 0.7


def secrets_by_network(text: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield kind, start, end and confidence of each secret; none without weights."""
    for one in read_secrets(text, LEAST):
        yield one.kind, one.start, one.end, SURE
