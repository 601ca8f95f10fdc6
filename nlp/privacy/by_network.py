"""Find secrets that no rule knows, and doubt those of rules, by the trained network."""

from collections.abc import Iterator

from nlp.trained.secrets import SECRET_KINDS, read_secrets, secret_chance

# Above it 13 of 765 look-alikes are taken for secrets, 9 of them by rules.
LEAST = 0.93
# A sign or two of Latin letters or digits is part of a longer text; 山 may be what opens a door.
SHORTEST = 3
# The confidence of what the network finds, which is below that of any rule.
SURE = 0.7
# What a rule finds and the network gives a smaller chance is mostly none: "capybara stickers, 2019".
DOUBTED = 0.001
# Their form alone tells these.
TOLD_BY_FORM = frozenset({"api_key", "private_key"})


def secrets_by_network(text: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield kind, start, end and confidence of each secret; none without weights."""
    for one in read_secrets(text, LEAST):
        words = text[one.start : one.end]
        if len(words) >= SHORTEST or not words.isascii():
            yield one.kind, one.start, one.end, SURE


def is_doubted(text: str, kind: str, start: int, end: int) -> bool:
    """Whether the network finds nothing in what a rule takes for a secret of a kind."""
    if kind not in SECRET_KINDS or kind in TOLD_BY_FORM:
        return False
    chance = secret_chance(text, start, end)
    return chance is not None and chance < DOUBTED
