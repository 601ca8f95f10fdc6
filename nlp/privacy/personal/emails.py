"""Find e-mail addresses of people."""

import re
from collections.abc import Iterator

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
MESSAGE_ID = re.compile(r"\b(?:Message-ID|In-Reply-To|References):[^\S\n]{0,2}<$", re.I)
# The header stands so close before its value.
HEADER_NEAR = 32
SURE = 0.95


def emails(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield start, end and confidence of each e-mail address of a person."""
    if "@" not in text:
        return
    for match in EMAIL.finditer(text):
        before = max(0, match.start() - HEADER_NEAR)
        is_of_machine = MESSAGE_ID.search(text, before, match.start())
        if not is_of_machine and not NOBODY.search(match[0]):
            yield match.start(), match.end(), SURE
