"""Find the seeds from which authenticators compute their codes."""

import re
from collections.abc import Iterator

from ..spans import Match

# Base32, in one piece or in groups of four.
SEED = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:[A-Z2-7]{16,64}|[a-z2-7]{16,64}|(?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4}"
    r"|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4})(?![A-Za-z0-9+/=_-])"
)
WORDS = re.compile(
    r"\b(?:otp|totp|2fa|mfa|two[- ](?:factor|step)|authenticator|authy|set-?up key|otpauth)\b|otpauth:"
    r"|二段階|２段階|2段階|二要素|2要素|多要素|認証アプリ|ワンタイム|セットアップキー|設定キー|オーセンティケータ",
    re.I | re.A,
)
FEWEST_DIGITS, NEAR = 1, 200


def one_time_seeds(text: str) -> Iterator[Match]:
    """Find seeds of one-time codes behind a word for them."""
    if not WORDS.search(text):
        return
    for match in SEED.finditer(text):
        near = text[max(0, match.start() - NEAR) : match.start()]
        if WORDS.search(near) and len(re.findall(r"[2-7]", match[0])) >= FEWEST_DIGITS:
            yield match.start(), match.end(), 0.93
