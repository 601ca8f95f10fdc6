"""Find secrets (keys, passwords) and personal numbers (cards, accounts, telephones)."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import phonenumbers
from stdnum import iban, luhn

Match = tuple[int, int, float]
# Digits in groups of four, as on a card, or fifteen or sixteen in a row.
CARD = re.compile(
    r"(?<![\d.,/_-])(?:\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([ -]?)\d{6}\2\d{5})"
    r"(?![\d/_-]|[.,]\d)"
)
# First digits of the card organizations.
ISSUED = re.compile(r"4|5[1-5]|2[2-7]|3[47]|35(?:2[89]|[3-8])|6(?:011|5)")
CARD_WORDS = re.compile(r"カード|クレジット|\b(?:card|visa|master ?card|amex|jcb|credit)\b", re.I)
OTHER_NUMBERS = re.compile(
    r"(?:注文|受注|伝票|追跡|管理|会員|製造|問い?合わせ)(?:番号|No\.?)|シリアル"
    r"|\b(?:order|tracking|serial|invoice|ticket|case|part|build|commit|id)\b[\s:#]*(?:no\.?|number)?",
    re.I,
)  # fmt: skip
MY_NUMBER = re.compile(r"(?<![\d-])\d{4}([ -]?)\d{4}\1\d{4}(?![\d-])")
MY_NUMBER_WORDS = re.compile(r"マイナンバー|個人番号|\bmy ?number\b", re.I)
IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"
)
TELEPHONE_WORDS = re.compile(
    r"電話|携帯|☎|📞|\bTEL\b|\bFAX\b|連絡先|\b(?:tel|phone|mobile|cell|call|fax|text|whatsapp)\b",
    re.I,
)
REGIONS = ("JP", "US", "GB")
# The shortest number is +43 and four digits; years and amounts are not examined.
SHORTEST = 7
# Characters that people type for a hyphen between digits.
DASH = re.compile(r"(?<=\d)[ー−‐–―](?=\d)")
# The words that name a number stand within so many characters before it.
NEAR = 24
# My Number: weights of the eleven digits before the check digit, from the left.
WEIGHTS = (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)


def _before(text: str, at: int) -> str:
    """Return the characters before an offset, on the same line."""
    return text[max(0, at - NEAR) : at].rsplit("\n", 1)[-1]


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def credit_cards(text: str) -> Iterator[Match]:
    """Find card numbers by Luhn's check digit and the first digits of an issuer."""
    folded = _folded(text)
    for match in CARD.finditer(folded):
        number = _digits(match[0])
        if not (luhn.is_valid(number) and ISSUED.match(number)):
            continue
        before = _before(folded, match.start())
        if CARD_WORDS.search(before):
            yield match.start(), match.end(), 0.99
        elif not OTHER_NUMBERS.search(before) and len(set(number)) > 2:
            # One number in ten has a right check digit: groups of four say more.
            yield match.start(), match.end(), 0.9 if match[1] or match[2] else 0.7


def my_numbers(text: str) -> Iterator[Match]:
    """Find My Numbers (個人番号) by their check digit and the word before them."""
    folded = _folded(text)
    if not MY_NUMBER_WORDS.search(folded):
        return
    for match in MY_NUMBER.finditer(folded):
        is_named = MY_NUMBER_WORDS.search(_before(folded, match.start()))
        if is_named and is_my_number(_digits(match[0])):
            yield match.start(), match.end(), 0.98


def is_my_number(number: str) -> bool:
    """Whether the twelfth digit is the check digit of the first eleven."""
    if len(number) != len(WEIGHTS) + 1:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, WEIGHTS, strict=False))
    rest = total % 11
    return int(number[-1]) == (0 if rest <= 1 else 11 - rest)


def ibans(text: str) -> Iterator[Match]:
    """Find IBANs by country, length and check digits."""
    for match in IBAN.finditer(text):
        if iban.is_valid(match[0], check_country=False):
            yield match.start(), match.end(), 0.99


def telephones(text: str) -> Iterator[Match]:
    """Find telephone numbers: international ones, and national ones in their usual form."""
    folded = _folded(text)
    seen: set[tuple[int, int]] = set()
    for region in REGIONS:
        leniency = phonenumbers.Leniency.STRICT_GROUPING
        for match in phonenumbers.PhoneNumberMatcher(
            folded, region, leniency=leniency, min_candidate_length=SHORTEST
        ):
            span = (match.start, match.end)
            if span in seen:
                continue
            if sure := _telephone(folded, match.raw_string, match.start, region):
                seen.add(span)
                yield (*span, sure)


def _telephone(text: str, raw: str, start: int, region: str) -> float:
    """Return the confidence that a number is a telephone's; 0 without evidence."""
    before = _before(text, start)
    if TELEPHONE_WORDS.search(before):
        return 0.97
    if OTHER_NUMBERS.search(before):
        return 0.0
    if raw.startswith("+"):
        return 0.95
    if region == "JP" and re.fullmatch(r"\(?0\d{1,4}\)?[- ]\d{1,4}[- ]\d{3,4}", raw):
        return 0.9
    return 0.0


def _folded(text: str) -> str:
    """Return full-width digits and signs in half width; every character keeps its offset."""
    half = "".join(
        folded if len(folded := unicodedata.normalize("NFKC", char)) == 1 else char for char in text
    )
    return DASH.sub("-", half)


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
