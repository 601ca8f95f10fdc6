"""Counting tokens for a budget, without any one vendor's tokenizer.

Rule: a run of Latin letters or digits counts one token for each four
characters begun; every CJK character and every other sign counts one. Common
model tokenizers stay at or below this for Japanese and English prose.
"""

import re

TOKENIZER = "wasurena-1 (4 Latin characters, 1 CJK character or 1 sign per token)"
PIECES = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
LATIN_CHARACTERS = 4


def count_tokens(text: str) -> int:
    """Return the number of tokens of ``text``."""
    return sum(
        -(-len(piece) // LATIN_CHARACTERS) if piece[0].isascii() and piece[0].isalnum() else 1
        for piece in PIECES.findall(text)
    )
