"""Lists of words, written as text."""


def listed(words: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(words.split())
