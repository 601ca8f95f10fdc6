"""What a memory is called that nobody gave a title."""

import re

TITLE_LENGTH = 60
SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?:\s|$)")


def first_sentence(text: str) -> str:
    """Return the first sentence, up to 60 characters: what node labels show."""
    stripped = text.strip()
    end = SENTENCE_END.search(stripped)
    sentence = stripped[: end.start()] if end and end.start() else stripped
    sentence = " ".join(sentence.split())
    return sentence if len(sentence) <= TITLE_LENGTH else sentence[: TITLE_LENGTH - 1] + "…"
