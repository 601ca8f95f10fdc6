"""Find bank accounts: IBANs, Japanese accounts, and routing, sort and account numbers."""

import re
from collections.abc import Iterator

from stdnum import iban
from stdnum.exceptions import InvalidChecksum, ValidationError

from ..spans import Match, digits, half_width, words_before

IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"
)
# Italian ones and others in groups of their own: IT43 K 03069 09511 1000 0417 2836.
IBAN_GROUPS = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: [A-Z0-9]{1,12}){2,8}(?![A-Za-z0-9])"
    r"|(?<=IBAN)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}(?![A-Za-z0-9])"
)
IBAN_SMALL = re.compile(r"(?<![A-Za-z0-9])[a-z]{2}\d{2}[a-z0-9]{11,30}(?![A-Za-z0-9])")
IBAN_WORD = re.compile(r"\bIBAN\b", re.I | re.A)
IBAN_NEAR = 60
# 普通 1234567, 普通預金 口座番号：1234567.
JAPANESE = re.compile(
    r"(?:普通|当座|貯蓄)(?:預金|口座)?(?:の?口座)?(?:の?番号)?[はがの:\s、,)/／]{0,3}(?:番号"
    r"|No\.?)?[はが:\s]{0,2}"
    r"\d{6,8}(?!\d|-\d|円|人|件|個)"
)
ACCOUNT_NUMBER = re.compile(
    r"口座(?:番号|No\.?)[^\d\n。]{0,8}(\d{6,8})(?!\d|-\d)|(?<!電話)口座(?:は|:|：)[^\S\n]?(\d{7})(?!\d|-\d|円)|(?:振込先"
    r"|口座)[^\n。\d]{0,30}?支店[^\n。\d]{0,12}?(\d{7})(?!\d|-\d|円)"
)
# The accounts of the Japanese post bank: 記号 12340 番号 12345678.
POST_BANK = re.compile(
    r"記号[^\d\n。]{0,4}(1\d{4})[^\d\n。]{0,8}(?:番号[^\d\n。]{0,4})?(\d{6,8})(?!\d)"
)
BANK_WORDS = re.compile(
    r"\b(?:bank|banks|checking|current account|savings|routing|sort code|wire|deposits?|swift|bic|iban"
    r"|direct debit|standing order|building society|payee|credit union|ach|transfers?|payroll|salary|rent"
    r"|bsb|ifsc|giro|sepa)\b"
    r"|銀行|信用金庫|信金|振込|口座",
    re.I | re.A,
)  # fmt: skip
ACCOUNT = re.compile(
    r"\b(?:account|acct|acc|a/c)\b\.?(?: no\.)?[^\d\n.]{0,30}?(?<![\d-])(\d(?:[ -]?\d){5,16})(?![\d-]|[.,]\d)",
    re.I | re.A,
)
ROUTING = re.compile(
    r"\b(?:routing|aba|rtn)\b[^\d\n.]{0,20}(\d{9})(?!\d)|\bBSB\b[^\d\n.]{0,12}(\d{3}-?\d{3})(?!\d)"
    r"|\bsort ?code\b[^\d\n.]{0,12}"
    r"(\d{2}([- ]?)\d{2}\4\d{2})(?!\d)",
    re.I | re.A,
)

# A British sort code and the account beside it; the Japanese account of a bank and branch.
PAIR = re.compile(
    r"(?<![\d-])(\d{8})(?:[,/]? |[ ,]?\()(?:sort ?code:? )?(\d{2}-\d{2}-\d{2})(?![\d-])|"
    r"(?<![\d-])(\d{2}-\d{2}-\d{2})[^\d\n]{1,12}(?:(?:acc(?:ount|t)?|a/c)[^\d\n]{0,10})?(\d{8})(?![\d-]"
    r"|[.,]\d)",
    re.I,
)
BRANCH = re.compile(
    r"(?:銀行|信用金庫|信金|信用組合|信組|労働金庫|労金|農協|JA)[^\n。\d]{0,20}(?:支店|本店|営業部|出張所"
    r"|店番?号?)[^\n。\d]{0,4}(?:[(（]?\d{3}[)）]?)?"
    r"[^\n。\d]{0,12}(?<![\d-])(\d{7})(?!\d|-\d|[^\S\n]?円)"
)
# 城南信金の0331874: the seven digits of an account right behind the name of a bank.
BANK = re.compile(
    r"(?:銀行|信用金庫|信金|信用組合|信組|労働金庫|労金|農協|ゆうちょ)(?:の|は|に|へ|:|：|、|[^\S\n]){0,3}"
    r"(?:口座)?[は:：]?[^\S\n]?(\d{7})(?!\d|-\d|[^\S\n]?[円人件個回名])"
)
# The large banks go by their names alone.
KNOWN_BANK = re.compile(
    r"(?:みずほ|三菱UFJ|三井住友|りそな|ゆうちょ|楽天|住信SBI|ソニー|イオン|PayPay|セブン|横浜|千葉|京都|福岡)(?:銀行)?"
    r"[^\n。\d]{0,16}(?:\d{3}[ -])?(?<!\d)(\d{7})(?!\d|-\d|[^\S\n]?[円人件個回名点台歩ポ])"
)
CHECKING = re.compile(
    r"\b(?:checking|savings|current account)\b[^\d\n.]{0,24}(?<![\d$€£])(\d(?:[ -]?\d){7,16})(?![\d-]|[.,]\d)",
    re.I | re.A,
)
SENT_TO = re.compile(
    r"\b(?:ACH|wire[ds]?|zelle|deposit(?:ed)?|transfer(?:red|s)?|payouts?)\b[^\d\n.]{0,20}\bto"
    r"[^\S\n](\d{8,17})(?![\d-]|[.,]\d)",
    re.I | re.A,
)
TRANSFER = re.compile(r"(?:振替|払込|口座)[^\n。\d]{0,12}(0\d{4}-\d-\d{2,6})(?![\d-])")
BRANCH_NUMBER = re.compile(r"店番?号?[^\S\n]?[は:]?[^\S\n]?\d{3}[^\d\n。]{1,12}(\d{7})(?!\d|-\d)")
SHORT = re.compile(
    r"[(（](?:普|当)[)）][^\S\n]?(\d{6,8})(?!\d|-\d)|(?<![一-龯])(?:普|当)[^\S\n](\d{7})(?!\d|-\d)"
)
POST_BANK_SHORT = re.compile(
    r"(?:ゆうちょ|郵便貯金|通帳)[^\n。\d]{0,20}(1\d{4})[- の]{1,2}(\d{6,8})(?![\d-])"
)


def ibans(text: str) -> Iterator[Match]:
    """Find IBANs by country, length and check digits; a named one may be mistyped."""
    for match in (
        *IBAN.finditer(text),
        *IBAN_SMALL.finditer(text),
        *IBAN_GROUPS.finditer(text),
    ):
        try:
            iban.validate(match[0], check_country=False)
        except InvalidChecksum:
            if IBAN_WORD.search(words_before(text, match.start(), IBAN_NEAR)):
                yield match.start(), match.end(), 0.85
        except ValidationError:
            continue
        else:
            yield match.start(), match.end(), 0.99


def bank_accounts(text: str) -> Iterator[Match]:
    """Find the numbers of accounts that a text calls so."""
    folded = half_width(text)
    for match in JAPANESE.finditer(folded):
        yield match.start(), match.end(), 0.9
    for pattern in (
        ACCOUNT_NUMBER,
        POST_BANK,
        ROUTING,
        PAIR,
        BRANCH,
        BANK,
        KNOWN_BANK,
        CHECKING,
        BRANCH_NUMBER,
        TRANSFER,
        SENT_TO,
        SHORT,
        POST_BANK_SHORT,
    ):
        for match in pattern.finditer(folded):
            yield from _groups(match, 0.95)
    if BANK_WORDS.search(folded):
        for match in ACCOUNT.finditer(folded):
            if len(digits(match[1])) >= 6:
                yield match.start(1), match.end(1), 0.9


def _groups(match: re.Match[str], sure: float) -> Iterator[Match]:
    """Yield the numbers that a match captured; a separator is none."""
    for at in range(1, len(match.groups()) + 1):
        if match[at] and len(match[at]) >= 5:
            yield match.start(at), match.end(at), sure
