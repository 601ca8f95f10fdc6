"""Find secrets that no rule knows, and doubt those of rules, by the trained network."""

import re
from collections.abc import Iterator

from nlp.trained.secrets import SECRET_KINDS, ReadSecret, read_secrets, secret_chance

# At 0.88 as much again is taken wrongly, and half a point more found.
LEAST = 0.93
# A sign or two of Latin letters or digits is part of a longer text; 山 may be what opens a door.
SHORTEST = 3
# A shorter number is no card, but a check digit explained, or drawn in a lottery.
SHORTEST_CARD = 12
# Signs for what is left out: 〇〇県, ***-**.
LEFT_OUT = "〇○●＊*"
# The callee pays: firms and authorities have such numbers.
FREE_OF_CHARGE = re.compile(r"(?:\+?1[- .])?\(?8(?:00|33|44|55|66|77|88)\b|0(?:800|808|120|570)\b")
# The confidence of what the network finds, which is below that of any rule.
SURE = 0.7
# What a rule finds and the network gives a smaller chance is mostly none: 四桁のダイヤル、1280円.
DOUBTED = 0.001
# Their form alone tells these.
TOLD_BY_FORM = frozenset({"api_key", "private_key"})


def secrets_by_network(text: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield kind, start, end and confidence of each secret; none without weights."""
    for one in read_secrets(text, LEAST):
        if _may_be(one, text):
            yield one.kind, one.start, one.end, SURE


def _may_be(found: ReadSecret, text: str) -> bool:
    """Whether the form of a finding allows its kind."""
    words = text[found.start : found.end]
    if len(words) < SHORTEST and words.isascii():
        return False
    if any(sign in text[max(0, found.start - 1) : found.end] for sign in LEFT_OUT):
        return any(sign.isalnum() for sign in words) and found.kind == "password"
    if found.kind == "credit_card":
        return sum(sign.isdecimal() for sign in words) >= SHORTEST_CARD
    return found.kind != "phone" or not FREE_OF_CHARGE.match(words)


def is_doubted(text: str, kind: str, start: int, end: int) -> bool:
    """Whether the network finds nothing in what a rule takes for a secret of a kind."""
    if kind not in SECRET_KINDS or kind in TOLD_BY_FORM:
        return False
    chance = secret_chance(text, start, end)
    return chance is not None and chance < DOUBTED
