"""Find keys whose form is peculiar to one service, by their beginnings and lengths."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..spans import Match
from .placeholders import is_masked, is_random
from .prefixes import APPLICATION_KEY, JWT, PECULIAR, PREFIXED, UNKNOWN, WEBHOOK

# detect-secrets knows these forms best; the table below has those that it lacks.
DETECTORS = (
    "aws.AWSKeyDetector", "github_token.GitHubTokenDetector", "gitlab_token.GitLabTokenDetector",
    "slack.SlackDetector", "stripe.StripeDetector", "twilio.TwilioKeyDetector",
    "sendgrid.SendGridDetector", "openai.OpenAIDetector", "npm.NpmDetector",
    "pypi_token.PypiTokenDetector", "discord.DiscordBotTokenDetector",
    "telegram_token.TelegramBotTokenDetector", "square_oauth.SquareOAuthDetector",
    "azure_storage_key.AzureStorageKeyDetector", "mailchimp.MailchimpDetector",
)  # fmt: skip
# Patterns that take quadratic time run only on a text with these words.
HOLDING = {"NpmDetector": ":_authToken=", "OpenAIDetector": "T3BlbkFJ"}
# Keys of Hugging Face may have no digit.
LETTERS_ONLY = re.compile(r"hf_(?=[a-z]*[A-Z])(?=[A-Z]*[a-z])[A-Za-z]{30,40}")
# In a key, small letters, capitals and digits follow each other; in names of programs, rarely.
TURN = re.compile(r"(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")
FEWEST_TURNS = 6


def formatted_keys(text: str) -> Iterator[Match]:
    """Find keys by their forms; what is masked or repeats one character is none."""
    for detector in _detectors():
        if HOLDING.get(type(detector).__name__, "") not in text:
            continue
        for expression in detector.denylist:
            yield from _matches(expression, text)
    for expression in (JWT, WEBHOOK, PECULIAR):
        yield from _matches(expression, text)
    for match in PREFIXED.finditer(text):
        key = match[0].rstrip(".=") if "." in match[0] else match[0]
        # Names of programs begin so too, but do not go on like a key.
        if _is_key(key) and not is_masked(key):
            yield match.start(), match.start() + len(key), 0.97
    for match in UNKNOWN.finditer(text):
        if len(TURN.findall(match[1])) >= FEWEST_TURNS and not is_masked(match[0]):
            yield match.start(), match.end(), 0.8
    for match in APPLICATION_KEY.finditer(text):
        if is_random(match[0]):
            yield match.start(), match.end(), 0.85


def _is_key(key: str) -> bool:
    """Whether a string with the beginning of a key goes on like one."""
    if is_random(key) or LETTERS_ONLY.fullmatch(key):
        return True
    return bool(re.search(r"\d", key)) and len(TURN.findall(key)) >= FEWEST_TURNS


def _matches(expression: re.Pattern[str], text: str) -> Iterator[Match]:
    for match in expression.finditer(text):
        if not is_masked(match[0]):
            yield match.start(), match.end(), 0.97


@lru_cache(maxsize=1)
def _detectors() -> list[Any]:
    """Load the detectors with the first text: loading takes a tenth of a second."""
    from importlib import import_module

    found = []
    for path in DETECTORS:
        module, _, name = path.partition(".")
        found.append(getattr(import_module(f"detect_secrets.plugins.{module}"), name)())
    return found
