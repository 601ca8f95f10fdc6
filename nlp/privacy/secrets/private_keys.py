"""Find private keys: armored ones, those of programs and of wallets."""

import base64
import re
from collections.abc import Iterator

from ..spans import Match, words_before
from .placeholders import is_masked

ARMORED = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:.*?-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*\Z)",
    re.DOTALL,
)  # fmt: skip
# Keys of age, Nostr, minisign and wallets, and the private part of a key of PuTTY.
FORMATTED = re.compile(
    r"(?<![A-Za-z0-9])(?:AGE-SECRET-KEY-1[A-Z0-9]{20,120}|nsec1[a-z0-9]{50,70}"
    r"|[xyz]prv[1-9A-HJ-NP-Za-km-z]{80,120}"
    r"|RWRTY0I[A-Za-z0-9+/=]{60,220})(?![A-Za-z0-9])"
    r"|(?<=Private-Lines: )\d{1,3}\n(?:[A-Za-z0-9+/=]{1,80}\n?){1,60}"
)
# A key of WireGuard, a wallet's key in hexadecimal or in base 58.
BARE = re.compile(
    r"(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/]{43}=|(?:0x)?[0-9a-fA-F]{64}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})"
    r"(?![A-Za-z0-9+/=])"
)
# A file with a private key in base 64, as settings of clusters hold it.
ENCODED = re.compile(r"LS0tLS1CRUdJTi[A-Za-z0-9+/=]{60,8000}")
WORDS = re.compile(
    r"private[ _-]?key|signing key|\bwallet\b[^\n]{0,30}\bexport\b"
    r"|\b(?:wallet|eth|btc|ethereum|bitcoin)\b[^\n]{0,12}\bkey\b"
    r"|プライベートキー|(?:秘密|署名)鍵|\bWIF\b",
    re.I | re.A,
)
PUBLIC = re.compile(r"public ?key|公開(?:鍵|キー)|peer", re.I)
NEAR, BEHIND = 60, 30


def private_keys(text: str) -> Iterator[Match]:
    """Find armored private keys, and others by their form and the words before them."""
    if "PRIVATE KEY" in text:
        for match in ARMORED.finditer(text):
            yield match.start(), match.end(), 1.0
    for match in FORMATTED.finditer(text):
        if not is_masked(match[0]):
            yield match.start(), match.end(), 0.99
    for match in ENCODED.finditer(text):
        if b"PRIVATE KEY" in base64.b64decode(match[0][:60]):
            yield match.start(), match.end(), 0.99
    if not WORDS.search(text):
        return
    for match in BARE.finditer(text):
        before = words_before(text, match.start(), NEAR)
        named = list(WORDS.finditer(before))
        behind = text[match.end() : match.end() + BEHIND].split("\n")[0]
        if (named and not PUBLIC.search(before, named[-1].end())) or WORDS.search(behind):
            yield match.start(), match.end(), 0.98
