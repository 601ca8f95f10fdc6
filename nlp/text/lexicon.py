"""Words that several readers look for: forms of address, the first person, question endings."""

import re
from collections.abc import Iterable


def word_set(words: str) -> frozenset[str]:
    """Return the words of a string that spaces part."""
    return frozenset(words.split())


def alternation(words: Iterable[str]) -> str:
    """Return a pattern for any of ``words``, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


# Suffixes of address after a Japanese name: 田中さん.
HONORIFICS = ("さん", "さま", "様", "氏", "くん", "君", "ちゃん")
TEACHER, SENIOR, FORMAL = "先生", "先輩", "殿"
# Positions that follow a name as a form of address: 田中部長.
POSITIONS = ("部長", "課長", "係長", "社長", "主任", "専務", "常務")
# English titles before a name, with or without a full stop.
TITLES = ("mr", "mrs", "ms", "dr", "prof")

# A form of address is not part of the name: 田中さん is 田中.
HONORIFIC = re.compile(rf"(?<=.)(?:{alternation((*HONORIFICS, TEACHER, FORMAL))})$")
TITLE = re.compile(rf"^(?:{alternation(TITLES)})\.?\s+", re.IGNORECASE)

JAPANESE_FIRST_PERSON = ("私", "わたし", "わたくし", "僕", "ぼく", "俺", "おれ", "自分", "うち")
FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us|we're|we've)\b"
    rf"|{alternation(JAPANESE_FIRST_PERSON)}",
    re.IGNORECASE,
)
OWNER_WORDS = frozenset({"me", "i", "myself", "owner", "user", "私", "僕", "俺", "自分"})


def is_owner(name: str) -> bool:
    """Whether a subject's name means the owner."""
    return name.strip().casefold() in OWNER_WORDS


# A text with one of these endings is a question; each reader adds plain endings of its own.
QUESTION_MARK = r"[?？]\s*$"
POLITE_ENDINGS = "です|ます|でしょう|ました|ません"
JAPANESE_QUESTION = re.compile(rf"{QUESTION_MARK}|(?:{POLITE_ENDINGS}|たの|るの|いの)か[。.]?\s*$")
