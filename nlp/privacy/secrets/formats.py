"""Find keys whose form is peculiar to one service, by their beginnings and lengths."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..spans import Match
from .placeholders import is_masked, is_random

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
# detect-secrets tries every “eyJ” of a long run; a token begins only at the start of its run.
JWT = re.compile(
    r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_=-]+\.?(?:[A-Za-z0-9_=-]+)?", re.ASCII
)
# The beginning of a key, and the least number of characters behind it.
PREFIXES = {
    "sk-ant-": 20, "sk-proj-": 20, "sk-or-": 20, "sk-svcacct-": 20, "sk-": 24, "gsk_": 20, "xai-": 20,
    "pplx-": 20, "r8_": 20, "hf_": 20, "nvapi-": 20, "tvly-": 16, "AIza": 30, "GOCSPX-": 16,
    "ya29.": 20, "ghp_": 20, "gho_": 20, "ghu_": 20, "ghs_": 20, "ghr_": 20, "github_pat_": 20, "glpat-": 16,
    "gldt-": 16, "glrt-": 16, "xoxb-": 16, "xoxp-": 16, "xoxa-": 16, "xoxe-": 16, "xoxs-": 16, "xapp-": 16,
    "sk_live_": 12, "rk_live_": 12, "sk_test_": 12, "rk_test_": 12, "whsec_": 16, "sq0csp-": 16,
    "sq0atp-": 16, "shpat_": 16, "shpss_": 16, "shpca_": 16, "npm_": 20, "pypi-": 20, "dckr_pat_": 16,
    "dop_v1_": 20, "doo_v1_": 20, "lin_api_": 16, "figd_": 16, "ntn_": 20, "secret_": 32, "glsa_": 16,
    "hvs.": 16, "hvb.": 16, "dp.pt.": 16, "dp.st.": 16, "tskey-": 16, "sntrys_": 16, "phx_": 16, "PMAK-": 20,
    "NRAK-": 16, "ATATT3": 20, "ATCTT3": 20, "CFPAT-": 16, "sbp_": 16, "sb_secret_": 12, "vercel_": 16,
    "lsv2_": 16, "rpa_": 20, "dapi": 32, "AKCp": 20, "EAAA": 32, "key-": 32, "SG.": 30, "re_": 20,
    "pat-na1-": 20, "pat-eu1-": 20, "xkeysib-": 20, "rubygems_": 20, "oy2": 40, "fo1_": 20, "FlyV1": 20,
    "LTAI": 16, "AGPA": 16, "ASIA": 16, "cio": 32, "sl.": 40, "pat_": 20, "apify_api_": 16, "pscale_": 20,
    "wsr_": 20, "vercel_blob_rw_": 20, "rnd_": 20, "EAA": 60, "FLWSECK-": 20, "phc_": 24,
}  # fmt: skip
_BEGINNINGS = "|".join(
    f"{re.escape(prefix)}(?=[A-Za-z0-9_.=-]{{{least}}})"
    for prefix, least in sorted(PREFIXES.items(), reverse=True)
)
PREFIXED = re.compile(rf"(?<![A-Za-z0-9_])(?:{_BEGINNINGS})(?!\.)[A-Za-z0-9_.=-]{{0,300}}")
# Keys of Hugging Face may have no digit.
LETTERS_ONLY = re.compile(r"hf_(?=[a-z]*[A-Z])(?=[A-Z]*[a-z])[A-Za-z]{30,40}")
# An address that lets everybody who knows it write to a channel.
WEBHOOK = re.compile(
    r"https://(?:hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/]{20,120}"
    r"|(?:\w{1,20}\.)?discord(?:app)?\.com/api/webhooks/\d{5,24}/[\w-]{20,120}"
    r"|[\w-]{1,60}\.webhook\.office\.com/webhookb2/[\w@/-]{20,300}"
    r"|hooks\.zapier\.com/hooks/catch/[\w/]{8,60}|maker\.ifttt\.com/trigger/\w{1,60}/with/key/[\w-]{16,60})",
    re.ASCII,
)  # fmt: skip
# A bot's number, a colon and the key: 7104882635:AAVWr….
BOT_TOKEN = re.compile(
    r"(?<=//)[0-9a-f]{32}(?=@)|(?<![\w.])pat[A-Za-z0-9]{14}\.[0-9a-f]{32,64}(?!\w)"
    r"|(?<![\w:])\d{7,11}:AA[\w-]{25,45}(?![\w-])|\bFlyV1 fm[12]_[\w+/=,-]{20,900}",
    re.ASCII,
)


def formatted_keys(text: str) -> Iterator[Match]:
    """Find keys by their forms; what is masked or repeats one character is none."""
    for detector in _detectors():
        if HOLDING.get(type(detector).__name__, "") not in text:
            continue
        for expression in detector.denylist:
            yield from _matches(expression, text)
    for expression in (JWT, WEBHOOK, BOT_TOKEN):
        yield from _matches(expression, text)
    for match in PREFIXED.finditer(text):
        key = match[0].rstrip(".-=") if "." in match[0] else match[0].rstrip(".-")
        # Names of programs begin so too, but do not go on like a key.
        if (is_random(key) or LETTERS_ONLY.fullmatch(key)) and not is_masked(key):
            yield match.start(), match.start() + len(key), 0.97


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
