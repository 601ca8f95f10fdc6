"""Words that several readers of text look for."""

import re

# A form of address is not part of the name: 田中さん is 田中.
HONORIFIC = re.compile(r"(?<=.)(?:さん|さま|様|氏|くん|君|ちゃん|先生|殿)$")
TITLE = re.compile(r"^(?:mr|mrs|ms|dr|prof)\.?\s+", re.IGNORECASE)
FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us|we're|we've)\b|[私僕俺]|わたし|ぼく|おれ|うち|自分",
    re.IGNORECASE,
)
OWNER_WORDS = frozenset({"me", "i", "myself", "owner", "user", "私", "僕", "俺", "自分"})


def is_owner(name: str) -> bool:
    """Whether a subject's name means the owner."""
    return name.strip().casefold() in OWNER_WORDS
