"""Find passwords that a text names, and words of their form where something is opened."""

import re
from collections.abc import Iterator

from ..spans import Match, half_width
from .answers import answers
from .codes import PIN, codes
from .commands import command_passwords
from .placeholders import PLAIN_NAME, is_code, is_placeholder, strip_end

NAME = (
    r"(?:(?<!hashed[ _])pass ?word|pass ?phrase|pass ?code|(?<![A-Za-z])passwd|(?<![A-Za-z])(?:pwd?"
    r"|pass)(?![A-Za-z_])"
    r"|(?<![A-Za-z])PIN(?: code)?(?![A-Za-z])|パスワード|パスフレーズ|暗証番号|暗証|パスコード|合言葉"
    r"|あいことば|解除キー"
    r"|(?<![ァ-ヴー])パス(?=[はがを:：、 ])|パスワ(?=[はが:：]))"
)
PASSWORD = re.compile(
    NAME + r"(?:\s?(?:for|of|to|on|at|in|from)\s[^\n.,:=]{1,40}?|\s?[（(][^()（）\n]{1,20}[）)])?"
    r"[\"'`」』]?[^\S\n]*(is now|is still|is|was|=>|=+|[:：＝]|は|が|を|、|に|'s|’s|\bto\b|→)"
    r"[^\S\n]*[\"'`「『“]?([!-~]{3,128})",
    re.I,
)  # fmt: skip
# Words after “the password is” that are no password.
NO_PASSWORD = re.compile(
    r"^(?:a|an|the|not?|now|still|too|very|in|on|at|to|set|reset|stored|saved|changed|required|needed|wrong"
    r"|incorrect|invalid|expired|empty|missing|correct|unknown|hashed|encrypted|safe|secret|strong|weak|the"
    r"|long|short|null|none|true|false|your|my|our|his|her|their|same|different|that|this|only|always|never"
    r"|also|kept|asked|sent|written|with|by|for|from|what|where|being|longer|easy|hard|ok|okay|fine|gone"
    r"|protected|optional|visible|hidden|sha-?\d+|bcrypt|argon2\w*|md5|str|string|int|bytes|return|\*+|x+"
    r"|\.+)"
    r"[.,;:!?)\]}\"'`]*$",
    re.I,
)  # fmt: skip
ENDED = re.compile(r"[\"'`」』”]?(?:\s*(?:です|でした|だ|に変|にし)|\s*[.。、,;!！)）\n]|\s*\Z)")
# A link that does not say by itself that a password follows.
WEAK_LINKS = frozenset({"を", "、", "に", "'s", "’s", "to", "→"})
# “Passwords of 14 characters”, “12-digit”: a measure.
MEASURE = re.compile(
    r"\d+(?:[-–~]\d+)?(?:%|(?:-?(?:chars?|characters?|digits?|bits?|times?|days?|th|st|nd|rd))?)"
)
SIGN = re.compile(r"[!#$%&*+=@^_~-]")
# The default of a device, a key of a network, and a login behind a name.
WPA_KEY = re.compile(
    r"(?:\bwpa\d?|\bwi-?fi\b[^\n]{0,40}?)[^\S\n]key:?[^\S\n]([A-Z0-9]{8,63})(?![A-Za-z0-9])", re.I
)
LABELED = re.compile(
    r"(?:初期値|初期パス|暗号化?キー|解凍キー|セキュリティキー|ネットワークキー|Wi-?Fi(?:の)?キー"
    r"|network key|wi-?fi key|wpa\d? key"
    r"|login|creds?|credentials|ログイン)[^\S\n]*(?:is|are"
    r"|[:：=はが])[^\S\n]*(?:[!-~]{1,40}[^\S\n]*[/／][^\S\n]*)?"
    r"[\"'`「『“]?([!-~]{6,128})",
    re.I,
)
# A login on a line of a list: mail / password.
LISTED = re.compile(
    r"(?:mail|user(?:name)?|login|log-in|account|\bID\b|アカウント|ユーザー|メール|メアド"
    r"|ログイン)[^\n]{0,60}?"
    r"(?:[^\S\n][/|-](?=[^\S\n])|[／、・]|,(?=[^\S\n]))[^\S\n]*[\"'`]?([!-~]{6,64})[^\S\n]*(?=\n|$|[(（])",
    re.I,
)
_OPEN = r"(?:open|unlock|decrypt|log ?in|sign in|get in|get into|extract|unzip|access|connect)"
# To open it, type …; it unlocks with …; the last of them says so without a purpose.
TYPED = re.compile(
    rf"(?:\b{_OPEN}[^\n.!?]{{0,50}}?\b(?:type|enter|use|try|put|with|using|by typing|is)"
    rf"|\b(?:type|enter|use|try)\b(?=[^\n]{{0,80}}?\b(?:to|and) (?:\w+ )?{_OPEN}))(?:[^\S\n]in)?:?"
    r"[^\S\n]+[\"'`“]?([!-~]{6,64})",
    re.I,
)
JAPANESE_TYPED = re.compile(
    r"[「『]?(?<![!-~])([!-~]{6,64}?)[」』]?[ 　]?(?:(?:を|と)[ 　]?(?:入れ|入力|打っ|打ち|打つ|使)"
    r"|で(?:入れ|ログイン|開|解除|解凍|入っ|通っ|つなが|接続))"
)
# … is the password.
BEHIND = re.compile(
    r"(?<![!-~])[\"'`「『“]?([!-~]{4,64}?)[\"'`」』”]?[^\S\n]?(?:(?:is|was|が|は|って)[^\S\n]?(?:(?:the|my"
    r"|our|its|your|his|her)[^\S\n])?"
    r"|for[^\S\n](?:the|my|our|your|his|her)[^\S\n])"
    rf"(?:[A-Za-z-]{{1,12}}[^\S\n]){{0,2}}{NAME}",
    re.I,
)
PASSPHRASE = re.compile(
    r"pass ?phrase[^\n.:]{0,40}?(?:\bis\b|:)\s*[\"“'‘]?((?:[a-z]{3,10}[ -]){3,7}[a-z]{3,10})(?=[\"”'’.\n]|$)",
    re.I,
)
# A word of Japanese in quotation marks.
JAPANESE_WORD = re.compile(
    r"(?:パスワード|パスフレーズ|合言葉|あいことば)(?:は|:|：|が"
    r"|、)[^。\n「]{0,8}「([^」\n]{2,30})」(?=です|だ|に(?:し"
    r"|変)|。|、|\n|$)"
)
PROSE = re.compile(r"\b(?:the|and|in|on|with|stored|kept|too|very|not|same|that|to|for)\b", re.I)
# Without a link, only letters with digits are a password.
BARE = re.compile(
    rf"(?:{NAME})(?:[^\S\n](?:is |now )?|(?=[A-Za-z0-9]))[\"'`「『“]?(?!(?:SHA|MD|OAuth|Base|Argon|UTF|AES"
    rf"|RSA|v)-?\d)([!-~]{{6,64}})",
    re.I,
)
# Words that say that a sentence or a text is about opening something.
CONTEXT = re.compile(
    rf"{NAME}|\b(?:log(?:in|s? in|ging in)|sign(?:s|ed)? in|wi-?fi|account|credentials?|encrypted|unlock"
    rf"|safe|laptop|vault|router|netflix|spotify|hulu|disney|amazon|icloud|gmail|portal|intranet|streaming"
    rf"|vpn)\b"
    r"|ログイン|アカウント|Wi-?Fi|解凍|暗号化|ロック|ルーター|無線|サインイン|認証|ネットフリックス"
    r"|アマプラ|VPN|共有フォルダ|管理画面",
    re.I | re.A,
)
CONTEXT_NEAR = 120
# One more in a sentence that named one: 利用者証明6208、署名用はKAWA9SEMI7.
LATER = re.compile(
    rf"{NAME}[^\n。!?！？]{{0,40}}?(?:は|が|:|：|="
    rf"|(?<=[ぁ-ん一-龯ァ-ヶー])[ 　])[「『\"'`]?(?=[!-~]*[A-Za-z])([!-~]{{6,64}})",
    re.I,
)
# The whole of a line behind one that announces a password.
ALONE = re.compile(
    rf"(?:{NAME})[^\n]{{0,60}}(?:\n|→|⇒|➡)\s*[「『\"'`]?([!-~]{{6,64}})[」』\"'`]?[^\S\n]*(?=\n|$)",
    re.I,
)
# A form that few words of a text have: small and capital letters, digits and a sign.
STRONG = re.compile(
    r"(?<![!-~])[\"'`「(（“]?((?=[!-~]{0,40}[a-z])(?=[!-~]{0,40}[A-Z])(?=[!-~]{0,40}\d)[A-Za-z0-9][A-Za-z0-9!#$%&*+?@^_~.-]{7,40})"
)
STRONG_SIGN = re.compile(r"[!#$%&*+?@^_~]")
# Names of files and programs, versions, addresses of mail, and dates.
NO_TOKEN = re.compile(
    r".*://|.*@[\w-]+\.|.*\.(?:py|js|ts|md|txt|json|ya?ml|html?|css|png|jpe?g|gif|pdf|zip|csv|com|org|net|io"
    r"|jp|sh|exe|app)\b|\d{1,4}[-/.]|[A-Za-z]+\(|#|/|.*[/\\].*[/\\]",
    re.I,
)
PROGRAM = re.compile(
    r"[A-Za-z]+-?v?\d(?:\.\d+)*$|[A-Za-z]+-?v?\d+(?:\.\d+)+$"
    r"|(?:windows|office|excel|word|python|java|ios|android|macos|ubuntu|php|ruby|node|iphone|ipad|adobe"
    r"|microsoft|chrome|firefox|galaxy|pixel|sha|aes|rsa|base|utf)[-_ ]?\d",
    re.I,
)


# A name of a program stands in none of these.
CERTAIN = frozenset({LABELED, LISTED, ALONE})
# How sure each form is.
FORMS = {
    LABELED: 0.85, LISTED: 0.8, TYPED: 0.85, JAPANESE_TYPED: 0.8, BEHIND: 0.85, ALONE: 0.9, LATER: 0.8,
    BARE: 0.8,
}  # fmt: skip


def passwords(text: str) -> Iterator[Match]:
    """Find words that a text calls a password; a common word after “is” is none."""
    for match in PASSWORD.finditer(text):
        word = strip_end(match[2])
        if len(word) < 3 or NO_PASSWORD.match(match[2]) or "://" in word:
            continue
        if sure := _password(text, match, word):
            yield match.start(2), match.start(2) + len(word), sure
    yield from command_passwords(text)
    yield from _unnamed(text)
    yield from _phrases(text)
    yield from codes(text)
    yield from answers(text)


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
    return bool(PIN.search(words) or re.search(r"passcode|パスワード|password", words, re.I))


def _is_mixed(word: str) -> bool:
    """Whether a word has letters with digits or signs, as few words of a text have."""
    return bool(
        len(word) >= 6
        and re.search(r"[A-Za-z]", word)
        and re.search(r"\d", word)
        and not MEASURE.fullmatch(word)
    )


def _unnamed(text: str) -> Iterator[Match]:
    """Find words with the form of a password where something is opened with them."""
    for pattern, sure in FORMS.items():
        for match in pattern.finditer(text):
            word = strip_end(match[1])
            if pattern not in CERTAIN and PROGRAM.match(word):
                continue
            if _is_mixed(word) and _may_be_password(word):
                yield match.start(1), match.start(1) + len(word), sure
    for match in WPA_KEY.finditer(text):
        if match[1].isupper() or _is_mixed(match[1]):
            yield match.start(1), match.end(1), 0.8
    for match in STRONG.finditer(text):
        word = strip_end(match[1])
        around = text[max(0, match.start() - CONTEXT_NEAR) : match.end() + CONTEXT_NEAR]
        if not _is_strong(word) or PROGRAM.match(word) or not _may_be_password(word):
            continue
        if CONTEXT.search(around):
            yield match.start(1), match.start(1) + len(word), 0.75


def _is_strong(word: str) -> bool:
    """Whether a word has signs and digits; names of programs have hyphens and one digit."""
    is_full = all(re.search(form, word) for form in (r"[a-z]", r"[A-Z]", r"\d"))
    many = STRONG_SIGN.search(word) or (re.search(r"[-.]", word) and re.search(r"\d.*\d", word))
    return bool(is_full and many)


def _may_be_password(word: str) -> bool:
    return not (is_code(word) or is_placeholder(word) or NO_TOKEN.match(word))


def _phrases(text: str) -> Iterator[Match]:
    """Find several words that a text calls a passphrase, and quoted Japanese words."""
    for match in PASSPHRASE.finditer(text):
        if not PROSE.search(match[1]):
            yield match.start(1), match.end(1), 0.85
    for match in JAPANESE_WORD.finditer(half_width(text)):
        if not is_placeholder(match[1]):
            yield match.start(1), match.end(1), 0.75
