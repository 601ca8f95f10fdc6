"""Find keys: private keys, keys of services by their forms, and what a text calls a key."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..spans import Match, words_before
from .placeholders import is_code, is_placeholder, is_random

PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:.*?-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*\Z)",
    re.DOTALL,
)  # fmt: skip
# Keys whose form is peculiar to one service.
DETECTORS = (
    "aws.AWSKeyDetector", "github_token.GitHubTokenDetector", "gitlab_token.GitLabTokenDetector",
    "slack.SlackDetector", "stripe.StripeDetector", "twilio.TwilioKeyDetector",
    "sendgrid.SendGridDetector", "openai.OpenAIDetector", "npm.NpmDetector",
    "pypi_token.PypiTokenDetector", "discord.DiscordBotTokenDetector",
    "telegram_token.TelegramBotTokenDetector", "square_oauth.SquareOAuthDetector",
    "azure_storage_key.AzureStorageKeyDetector", "mailchimp.MailchimpDetector",
)  # fmt: skip
# detect-secrets tries every “eyJ” of a long run; a token begins only at the start of its run.
JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_=-]+\.?", re.ASCII)
# Patterns that take quadratic time run only on a text with these words.
HOLDING = {"NpmDetector": ":_authToken=", "OpenAIDetector": "T3BlbkFJ"}
# A long string of letters and digits that the text calls a key.
NAMED_KEY = re.compile(
    r"(?:api[ _-]?(?:key|token)|access[ _-]?token|secret[ _-]?key|client[ _-]?secret|auth[ _-]?token"
    r"|API ?キー|アクセストークン|シークレットキー)"
    r"[\"'`」』]?\s*(?:is|are|=>|[:=：＝]|は|が)\s*[\"'`「『]?([A-Za-z0-9_\-./+=]{12,256})",
    re.I,
)  # fmt: skip
# HOSHI_API_SECRET=…, "MapKey": "…".
ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9_]{0,60}?"
    r"(?:SECRET|TOKEN|KEY|CREDENTIALS?|(?<=[a-z])(?:Secret|Token|Key))(?:_[A-Z0-9_]{1,40})?"
    r"[\"']?[^\S\n]{0,4}[:=：＝][^\S\n]{0,4}[\"']?([A-Za-z0-9_\-./+=]{8,256})"
)
# A string of letters and digits in turn, behind a word for a key.
LOOSE_KEY = re.compile(
    r"(?<![A-Za-z0-9_./\\@=&?%-])[A-Za-z0-9][A-Za-z0-9_-]{14,200}(?![A-Za-z0-9_./\\@-]*[/@\\])"
)
KEY_WORDS = re.compile(
    r"\b(?:api|token|secret|key|credential)s?\b|トークン|シークレット|キー|秘密鍵", re.I
)
NOT_KEYS = re.compile(
    r"\b(?:commit|sha-?\d*|md5|hash|checksum|digest|fingerprint|revision|build|version|uuid|guid|order"
    r"|public|primary key|foreign key|tracking|serial|invoice)\b|コミット|ハッシュ|チェックサム|指紋|公開鍵"
    r"|公開キー"
    r"|主キー|伝票|追跡",
    re.I,
)  # fmt: skip
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
LOOSE_NEAR = 80


def private_keys(text: str) -> Iterator[Match]:
    """Find armored private keys."""
    if "PRIVATE KEY" in text:
        for match in PRIVATE_KEY.finditer(text):
            yield match.start(), match.end(), 1.0


def api_keys(text: str) -> Iterator[Match]:
    """Find keys of services by their forms, and where a text names them."""
    for detector in _detectors():
        if HOLDING.get(type(detector).__name__, "") not in text:
            continue
        for expression in detector.denylist:
            for match in expression.finditer(text):
                yield match.start(), match.end(), 0.97
    for match in JWT.finditer(text):
        yield match.start(), match.end(), 0.97
    yield from _named(text)
    yield from _loose(text)


@lru_cache(maxsize=1)
def _detectors() -> list[Any]:
    """Load the detectors with the first text: loading takes a tenth of a second."""
    from importlib import import_module

    found = []
    for path in DETECTORS:
        module, _, name = path.partition(".")
        found.append(getattr(import_module(f"detect_secrets.plugins.{module}"), name)())
    return found


def _named(text: str) -> Iterator[Match]:
    for pattern in (NAMED_KEY, ASSIGNED):
        for match in pattern.finditer(text):
            key = match[1].rstrip(".,;:-/")
            after = text[match.end(1) : match.end(1) + 1]
            if after in ("(", "[") or is_code(key) or is_placeholder(key):
                continue
            if re.search(r"\d", key) and re.search(r"[A-Za-z]", key):
                yield match.start(1), match.start(1) + len(key), 0.9


def _loose(text: str) -> Iterator[Match]:
    if not KEY_WORDS.search(text):
        return
    for match in LOOSE_KEY.finditer(text):
        if not is_random(match[0]) or UUID.fullmatch(match[0]):
            continue
        before = words_before(text, match.start(), LOOSE_NEAR)
        if KEY_WORDS.search(before) and not NOT_KEYS.search(before):
            yield match.start(), match.end(), 0.8
