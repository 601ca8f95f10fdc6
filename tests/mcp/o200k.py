"""An estimate of o200k's tokens, without its vocabulary (tests/slow/test_o200k.py has that).

Splits as o200k does before its merges (a sign or space belongs to the word behind it, digits by
three) and counts a token for nine Latin letters, three signs, or a Japanese character.
"""

import re

PIECES = re.compile(
    r"[^\sA-Za-z0-9\u3040-\u9fff]?(?P<word>[A-Za-z]+)|(?P<one>\d{1,3}|[\u3040-\u9fff])"
    r"|(?P<signs>[^\w\s]+|_+)|\s+"
)


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text has."""
    total = 0
    for piece in PIECES.finditer(text):
        if piece["word"]:
            total += -(-len(piece["word"]) // 9)
        elif piece["signs"]:
            total += -(-len(piece["signs"]) // 3)
        elif piece["one"]:
            total += 1
    return total
