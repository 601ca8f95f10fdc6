"""Find secrets: private keys, keys of services, passwords that a text names as such."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

Match = tuple[int, int, float]
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
BASIC_AUTH = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:([^\s:/@]{3,128})@", re.I)
# A long string of letters and digits that the text calls a key.
NAMED_KEY = re.compile(
    r"(?:api[ _-]?(?:key|token)|access[ _-]?token|secret[ _-]?key|client[ _-]?secret|auth[ _-]?token"
    r"|API ?キー|アクセストークン|シークレットキー)"
    r"[\"'`」』]?\s*(?:is|are|=>|[:=：＝]|は|が)\s*[\"'`「『]?([A-Za-z0-9_\-./+=]{12,256})",
    re.I,
)  # fmt: skip
PASSWORD = re.compile(
    r"(?:pass ?word|passphrase|passcode|\bpwd|\bPIN(?: code)?\b|パスワード|暗証番号|パスコード|合言葉)"
    r"(?:\s?(?:for|of|to|on)\s[^\n.,:=]{1,40}?|\s?[（(][^()（）\n]{1,20}[）)])?"
    r"[\"'`」』]?\s*(is now|is|was|=>|[:=：＝]|は|が)\s*[\"'`「『“]?([!-~]{3,128})",
    re.I,
)  # fmt: skip
# Words after “the password is” that are no password.
NO_PASSWORD = re.compile(
    r"^(?:a|an|the|not?|now|still|too|very|in|on|at|to|set|reset|stored|saved|changed|required|needed|wrong"
    r"|incorrect|invalid|expired|empty|missing|correct|unknown|hashed|encrypted|safe|secret|strong|weak|the"
    r"|long|short|null|none|true|false|your|my|our|his|her|their|same|different|that|this|only|always|never"
    r"|also|kept|asked|sent|written|with|by|for|from|what|where|being|longer|easy|hard|ok|okay|fine|gone"
    r"|protected|optional|visible|hidden|sha-?\d+|bcrypt|argon2\w*|md5|str|string|int|bytes|\*+|x+|\.+|<.*>"
    r"|\{.*\}|\$.*|%.*|os\..*|getenv.*|settings\..*|env.*|self\..*|input.*)[.,;:!?)\]}\"'`]*$",
    re.I,
)  # fmt: skip
ENDED = re.compile(r"[\"'`」』”]?(?:\s*(?:です|でした|だ|に変|にし)|\s*[.。、,;!！)）\n]|\s*\Z)")
TRAILING = re.compile(r"[.,;:!?)\]}\"'`>]+$")


def private_keys(text: str) -> Iterator[Match]:
    """Find armored private keys."""
    if "PRIVATE KEY" in text:
        for match in PRIVATE_KEY.finditer(text):
            yield match.start(), match.end(), 1.0


def api_keys(text: str) -> Iterator[Match]:
    """Find keys of services by their forms, in URLs, and where a text names them."""
    for detector in _detectors():
        if HOLDING.get(type(detector).__name__, "") not in text:
            continue
        for expression in detector.denylist:
            for match in expression.finditer(text):
                yield match.start(), match.end(), 0.97
    for match in JWT.finditer(text):
        yield match.start(), match.end(), 0.97
    for match in BASIC_AUTH.finditer(text):
        if not NO_PASSWORD.match(match[1]):
            yield match.start(1), match.end(1), 0.95
    for match in NAMED_KEY.finditer(text):
        key = TRAILING.sub("", match[1])
        if re.search(r"\d", key) and re.search(r"[A-Za-z]", key):
            yield match.start(1), match.start(1) + len(key), 0.9


@lru_cache(maxsize=1)
def _detectors() -> list[Any]:
    """Load the detectors with the first text: loading takes a tenth of a second."""
    from importlib import import_module

    found = []
    for path in DETECTORS:
        module, _, name = path.partition(".")
        found.append(getattr(import_module(f"detect_secrets.plugins.{module}"), name)())
    return found


def passwords(text: str) -> Iterator[Match]:
    """Find words that a text calls a password; a common word after “is” is none."""
    for match in PASSWORD.finditer(text):
        word = TRAILING.sub("", match[2])
        if len(word) < 3 or NO_PASSWORD.match(match[2]) or "://" in word:
            continue
        if sure := _password(word, match[1], text[match.start(2) + len(word) :]):
            yield match.start(2), match.start(2) + len(word), sure


def _password(word: str, link: str, after: str) -> float:
    """Return the confidence that a word is a password, by its characters and neighbors."""
    if re.search(r"\d", word) or re.search(r"[!#$%&*+=@^_~]", word):
        return 0.95
    if link in ":=：＝=>":
        return 0.9
    # “The password is Tulip.”: a capitalized word that ends the sentence.
    return 0.75 if not word.islower() and ENDED.match(after) else 0.0
