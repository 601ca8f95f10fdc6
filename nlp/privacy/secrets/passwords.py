"""Find passwords, codes of doors and locks, and passwords in URLs."""

import re
from collections.abc import Iterator

from ..spans import Match, half_width
from .placeholders import PLAIN_NAME, is_code, is_placeholder

BASIC_AUTH = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:([^\s:/@]{3,128})@", re.I)
PASSWORD = re.compile(
    r"(?:(?<!hashed[ _])pass ?word|passphrase|passcode|\bpasswd|\bpwd?\b|\bPIN(?: code)?\b|パスワード"
    r"|パスフレーズ|暗証番号|暗証"
    r"|パスコード|合言葉|(?<!バイ)パス(?=[はがを:：、 ]))"
    r"(?:\s?(?:for|of|to|on|at|in|from)\s[^\n.,:=]{1,40}?|\s?[（(][^()（）\n]{1,20}[）)])?"
    r"[\"'`」』]?[^\S\n]*(is now|is|was|=>|=+|[:：＝]|は|が|を|、|に|'s|’s|\bto\b|→)"
    r"[^\S\n]*[\"'`「『“]?([!-~]{3,128})",
    re.I,
)  # fmt: skip
# Words after “the password is” that are no password.
NO_PASSWORD = re.compile(
    r"^(?:a|an|the|not?|now|still|too|very|in|on|at|to|set|reset|stored|saved|changed|required|needed|wrong"
    r"|incorrect|invalid|expired|empty|missing|correct|unknown|hashed|encrypted|safe|secret|strong|weak|the"
    r"|long|short|null|none|true|false|your|my|our|his|her|their|same|different|that|this|only|always|never"
    r"|also|kept|asked|sent|written|with|by|for|from|what|where|being|longer|easy|hard|ok|okay|fine|gone"
    r"|protected|optional|visible|hidden|sha-?\d+|bcrypt|argon2\w*|md5|str|string|int|bytes|return|\*+|x+|\.+)"
    r"[.,;:!?)\]}\"'`]*$",
    re.I,
)  # fmt: skip
ENDED = re.compile(r"[\"'`」』”]?(?:\s*(?:です|でした|だ|に変|にし)|\s*[.。、,;!！)）\n]|\s*\Z)")
TRAILING = re.compile(r"[.,;:!?)\]}\"'`>]+$")
# A link that does not say by itself that a password follows.
WEAK_LINKS = frozenset({"を", "、", "に", "'s", "’s", "to", "→"})
# “Passwords of 14 characters”, “12-digit”: a measure.
MEASURE = re.compile(
    r"\d+(?:[-–~]\d+)?(?:%|(?:-?(?:chars?|characters?|digits?|bits?|times?|days?))?)"
)
# What opens with a code, and the digits of it.
CODE_WORDS = (
    r"(?:暗証(?:番号|コード)?|解錠(?:番号|コード)|開錠(?:番号|コード)|ロック(?:の)?番号|ダイヤル(?:番号)?"
    r"|キーボックス"
    r"|オートロック|ドアコード|入館コード|\bPIN\b"
    r"|\b(?:door|gate|alarm|garage|safe|lock|entry|locker|keypad|lobby|building|luggage|padlock|key ?box"
    r"|panel|vault|gym|shed|phone|sim|card)\b[^\n.!?]{0,40}?\b(?:code|combination|combo|pin|type|press|enter"
    r"|punch(?: in)?|dial)|\b(?:combination|passcode|unlock code)\b)"
)
DIGIT_CODE = re.compile(
    CODE_WORDS
    + r"[^\d\n.!?。]{0,16}?(?<![\d$€£¥:/.-])(\d{3,8}[#*]?)(?![\d%:/-]|[.,]\d|\s?(?:円|人|年|月|時|分"
    r"|people|percent|years|minutes|digits|桁|文字))",
    re.I,
)
# 4471#, as typed at a gate.
KEYPAD = re.compile(r"(?<![\w#&/])\d{3,8}#(?!\w)")
KEYPAD_WORDS = re.compile(
    r"\b(?:code|gate|door|keypad|pin|lock|alarm)\b|暗証|解錠|オートロック|ドア|番号", re.I
)
# What a device opens with, or what stands on it.
OPENS = re.compile(
    r"(?:\b(?:opens?|unlocks?|logs? ?in(?:to)?|signs? in) (?:it )?(?:with|using)\b"
    r"|(?:初期値|初期パス|暗号化キー|セキュリティキー|ネットワークキー|Wi-?Fi(?:の)?キー|network key"
    r"|wi-?fi key|wpa\d? key"
    r"|login|creds?|credentials|ログイン)[^\S\n]*(?:is|are|[:：=はが])[^\S\n]*(?:[!-~]{1,40}[^\S\n]*[/／]"
    r"[^\S\n]*)?)"
    r"[^\S\n]*[\"'`「『“]?([!-~]{6,128})",
    re.I,
)  # fmt: skip
SIGN = re.compile(r"[!#$%&*+=@^_~-]")


def passwords(text: str) -> Iterator[Match]:
    """Find words that a text calls a password; a common word after “is” is none."""
    for match in BASIC_AUTH.finditer(text):
        if not (NO_PASSWORD.match(match[1]) or is_placeholder(match[1]) or is_code(match[1])):
            yield match.start(1), match.end(1), 0.98
    for match in PASSWORD.finditer(text):
        word = TRAILING.sub("", match[2])
        if len(word) < 3 or NO_PASSWORD.match(match[2]) or "://" in word:
            continue
        if sure := _password(text, match, word):
            yield match.start(2), match.start(2) + len(word), sure
    yield from _opening(text)
    yield from _codes(text)


def _password(text: str, match: re.Match[str], word: str) -> float:
    """Return the confidence that a word is a password, by its characters and neighbors."""
    link, raw = match[1].lower(), match[2]
    if link in WEAK_LINKS:
        return 0.85 if _is_mixed(word) and not is_code(raw) else 0.0
    if link[0] in "=:：＝":
        return _assigned(text, match, word)
    if is_code(raw) or (MEASURE.fullmatch(word) and not _is_pin(match[0])):
        return 0.0
    if re.search(r"\d", word) or re.search(r"[!#$%&*+=@^_~]", word):
        return 0.95
    # “The password is Tulip.”: a capitalized word that ends the sentence.
    after = text[match.start(2) + len(word) :][:8]
    return 0.75 if not word.islower() and ENDED.match(after) else 0.0


def _assigned(text: str, match: re.Match[str], word: str) -> float:
    """Return the confidence after a sign; programs assign variables and expressions."""
    if is_code(match[2]) or is_placeholder(word):
        return 0.0
    before = text[max(0, match.start() - 1) : match.start()]
    is_prose = not re.match(r"[\w(.`]", before, re.ASCII) and match[1] in ":："
    if re.search(r"\d", word) or (SIGN.search(word) and not PLAIN_NAME.fullmatch(word)):
        return 0.95
    # Without digits, a quoted value of a program or a word that a note ends with.
    is_quoted = match[0][-len(match[2]) - 1] in "\"'`「『“"
    return 0.9 if (is_prose and "(" not in match[0]) or is_quoted else 0.0


def _is_pin(words: str) -> bool:
    return bool(re.search(r"PIN|passcode|パスコード|暗証|パスワード|password", words, re.I))


def _is_mixed(word: str) -> bool:
    """Whether a word has letters with digits or signs, as few words of a text have."""
    return bool(
        len(word) >= 6
        and re.search(r"[a-z]", word)
        and re.search(r"\d", word)
        and not MEASURE.fullmatch(word)
    )


def _opening(text: str) -> Iterator[Match]:
    for match in OPENS.finditer(text):
        word = TRAILING.sub("", match[1])
        if _is_mixed(word) and not (is_code(match[1]) or is_placeholder(word) or "@" in word):
            yield match.start(1), match.start(1) + len(word), 0.85


def _codes(text: str) -> Iterator[Match]:
    folded = half_width(text)
    for match in DIGIT_CODE.finditer(folded):
        yield match.start(1), match.end(1), 0.85
    if KEYPAD_WORDS.search(folded):
        for match in KEYPAD.finditer(folded):
            yield match.start(), match.end(), 0.8
