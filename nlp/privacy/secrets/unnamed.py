"""Find words with the form of a password where a text says that something is opened."""

import re
from collections.abc import Iterator

from ..spans import OTHER_NUMBERS, Match, words_before
from .placeholders import is_code, is_placeholder, strip_end

# The words for a password.
NAME = (
    r"(?:(?<!hashed[ _])pass ?word|pass ?phrase|pass ?code|(?<![A-Za-z])passwd|(?<![A-Za-z])(?:pwd?"
    r"|pass)(?![A-Za-z_])"
    r"|(?<![A-Za-z])PIN(?: code)?(?![A-Za-z])|パスワード|パスフレーズ|暗証番号|暗証|パスコード|合言葉"
    r"|あいことば|解除キー"
    r"|(?<![ァ-ヴー])パス(?=[はがを:：、 ])|パスワ(?=[はが:：]))"
)
# “Passwords of 14 characters”, “12-digit”: a measure.
MEASURE = re.compile(
    r"\d+(?:[-–~]\d+)?(?:%|(?:-?(?:chars?|characters?|digits?|bits?|times?|days?|th|st|nd|rd))?)"
)
# The default of a device, a key of a network, and a login behind a name.
WPA_KEY = re.compile(
    r"(?:\bwpa\d?[^\S\n]?|\b(?:wi-?fi|network|ssid)\b[^\n]{0,40}?(?:\n[^\n]{0,8}?)?)\bkey:?[^\S\n]"
    r"([A-Za-z0-9][!-~]{7,63})(?![!-~])",
    re.I,
)
LABELED = re.compile(
    r"(?:初期値|初期パス|暗号化?キー|解凍キー|セキュリティキー|ネットワークキー|Wi-?Fi(?:の)?キー"
    r"|network key|wi-?fi key|wpa\d? key"
    r"|署名用(?:電子証明書)?(?:の(?:方|ほう|パスワード))?"
    r"|login|creds?|credentials|ログイン)[^\S\n]*(?:is|are"
    r"|[:：=はが]|(?<=キー)[ 　](?=[!-~]{0,20}\d))[^\S\n]*(?:[!-~]{1,40}[^\S\n]*[/／][^\S\n]*)?"
    r"[\"'`「『“]?([!-~]{6,128})",
    re.I,
)
# A login on a line of a list: mail / password.
LISTED = re.compile(
    r"(?:mail|user(?:name)?|wi-?fi|ssid|login|log-in|account|\bID\b|アカウント|ユーザー|メール|メアド"
    r"|ログイン)[^\n]{0,60}?"
    r"(?:[^\S\n][/|-](?=[^\S\n])|[／、・]|,(?=[^\S\n]))[^\S\n]*[\"'`]?([!-~]{6,64})[^\S\n]*(?=\n|$|[(（])",
    re.I | re.A,
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
# Without a link, only letters with digits are a password.
BARE = re.compile(
    rf"(?:{NAME})(?:[^\S\n](?:is |now )?|(?=\d)|(?<=[ァ-ヶー一-龯])(?=[A-Za-z]))[\"'`「『“]?(?!(?:SHA"
    rf"|MD|OAuth|Base|Argon|UTF|AES"
    rf"|RSA|v)-?\d)([!-~]{{6,64}})",
    re.I,
)
# In a text about a network: and you type h7kd9q3mfa; for March it's sunny-otter-march.
NETWORK = re.compile(r"\b(?:wi-?fi|wlan|guest net\w*|network|hotspot)\b", re.I)
NETWORK_TYPED = re.compile(
    r"\b(?:type|enter|put in|(?:get|log|sign) (?:in|on) with|(?:join"
    r"|connect)s? with)[^\S\n]((?=[a-z-]{0,40}\d)[!-~]{6,64})"
    r"|(?:\b(?:it|that)['’]s|\b(?:get|log|sign) (?:in|on) with|\b(?:join"
    r"|connect)s? with)[^\S\n]([a-z0-9]{2,16}(?:-[a-z0-9]{2,16}){1,4})"
    r"(?=[\s.,;)]|\Z)",
    re.I,
)
# root / toor-but-longer: behind a name that systems give.
SYSTEM_LOGIN = re.compile(
    r"(?<![\w/.-])(?:root\d?|admin|administrator|sa|postgres|pi|ubuntu|guest|kanri)[^\S\n]/[^\S\n]"
    r"((?=\w{0,40}[-_.\d])[!-~]{6,64})"
    r"|\b(?:root|admin|sudo)(?: (?:login|user))? is[^\S\n]((?=[!-~]{0,40}[A-Za-z])(?=[!-~]{0,40}\d)[!-~]{8,64})"
)
# A name and a word with small and capital letters and digits: hayashi / Tanuki-Bune4.
PAIRED = re.compile(
    r"(?<![!-~])[\w.@-]{2,40}[^\S\n]?[/／][^\S\n]([!-~]{8,64})(?=[^\S\n]|$|\n)", re.A
)
# A list in one line, whose marks stand between a service, a name and a word: ネトフリ／hana／neko_1102.
IN_SLASHES = re.compile(
    r"(?:／|[^\S\n]/[^\S\n])[\w.@-]{2,40}(?:／|[^\S\n]/[^\S\n])([!-~]{6,64})(?=[^\S\n]|$)",
    re.M,
)
# He reset it to …, in a text about opening something.
CHANGED = re.compile(
    r"\b(?:reset|changed?|set|switched|updated)(?: it| that| mine"
    r"| ours)? (?:back )?to[^\S\n]+[\"'`“]?([!-~]{6,64})",
    re.I,
)
# Words that say that a sentence or a text is about opening something.
CONTEXT = re.compile(
    rf"{NAME}|\b(?:log(?:in|s? in|ging in)|sign(?:s|ed)? in|wi-?fi|account|credentials?|encrypted|unlock"
    rf"|safe|laptop|vault|router|wiki|ldap|netflix|spotify|hulu|disney|amazon|icloud|gmail|portal|intranet"
    rf"|streaming|instagram|facebook|twitter|tiktok|linkedin|paypal|ebay|steam|xbox|discord|dropbox|reddit"
    r"|twitch|vpn)\b"
    r"|\b(?:secret bit|NAS|root|admin|same login)\b|秘密のほう|入るとき|パスキー|ディスクの解除"
    r"|スポティファイ|ログイン|アカウント|Wi-?Fi|解凍|暗号化|ロック|ルーター|無線|サインイン|認証"
    r"|ネットフリックス"
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
    r".*://|.*@[\w-]+\.|.*\.(?:py|js|ts|md|txt|json|ya?ml|html?|css|png|jpe?g|gif|pdf|zip|csv|com|org"
    r"|net|io"
    r"|[\w.-]+[=~<>!]=\d"
    r"|jp|sh|exe|app)\b|\d{1,4}[-/.]|[A-Za-z]+\(|#|/|.*[/\\].*[/\\]",
    re.I,
)
# session_id=8f2c-11aa: the name of a value, which is no password itself.
NAMED = re.compile(r"(?<!\w)[a-z]\w*_(?:id|no|key|ref)=", re.I)
PROGRAM = re.compile(
    r"[A-Za-z]+-?v?\d(?:\.\d+)*$|[A-Za-z]+-?v?\d+(?:\.\d+)+$"
    r"|(?:windows|office|excel|word|python|java|ios|android|macos|ubuntu|php|ruby|node|iphone|ipad|adobe"
    r"|microsoft|chrome|firefox|galaxy|pixel|sha|aes|rsa|base|utf)[-_ ]?\d",
    re.I,
)


# A name of a program stands in none of these.
CERTAIN = frozenset({LABELED, LISTED, ALONE, IN_SLASHES})
# How sure each form is.
FORMS = {
    LABELED: 0.85, LISTED: 0.8, IN_SLASHES: 0.8, TYPED: 0.85, JAPANESE_TYPED: 0.8, BEHIND: 0.85,
    ALONE: 0.9, LATER: 0.8, BARE: 0.8,
}  # fmt: skip


def unnamed_passwords(text: str) -> Iterator[Match]:
    """Find words with the form of a password where something is opened with them."""
    for pattern, sure in FORMS.items():
        for match in pattern.finditer(text):
            word = strip_end(match[1])
            if pattern not in CERTAIN and PROGRAM.match(word):
                continue
            if pattern is JAPANESE_TYPED and OTHER_NUMBERS.search(
                words_before(text, match.start(1))
            ):
                continue
            if is_mixed(word) and _may_be_password(word):
                yield match.start(1), match.start(1) + len(word), sure
    for match in _of_networks(text):
        word = strip_end(match[match.lastindex or 0])
        if len(word) >= 6 and _may_be_password(word):
            yield (
                match.start(match.lastindex or 0),
                match.start(match.lastindex or 0) + len(word),
                0.8,
            )
    for match in WPA_KEY.finditer(text):
        if match[1].isupper() or is_mixed(match[1]):
            yield match.start(1), match.end(1), 0.8
    for match in (*STRONG.finditer(text), *PAIRED.finditer(text), *CHANGED.finditer(text)):
        word = strip_end(match[1])
        around = text[max(0, match.start() - CONTEXT_NEAR) : match.end() + CONTEXT_NEAR]
        is_formed = _is_strong(match[1]) if match.re is STRONG else _has_all(word)
        if not is_formed or PROGRAM.match(word) or not _may_be_password(word):
            continue
        if CONTEXT.search(around):
            yield match.start(1), match.start(1) + len(word), 0.75


def _of_networks(text: str) -> Iterator[re.Match[str]]:
    """Find what is typed for a network, and behind the names that systems give."""
    if NETWORK.search(text):
        yield from NETWORK_TYPED.finditer(text)
    yield from SYSTEM_LOGIN.finditer(text)


def _is_strong(word: str) -> bool:
    """Whether a word has signs and digits; names of programs have hyphens and one digit."""
    many = STRONG_SIGN.search(word) or (re.search(r"[-.]", word) and re.search(r"\d.*\d", word))
    return bool(_has_all(word) and many)


def _has_all(word: str) -> bool:
    """Whether a word has small and capital letters and digits."""
    return all(re.search(form, word) for form in (r"[a-z]", r"[A-Z]", r"\d"))


def _may_be_password(word: str) -> bool:
    return not (is_code(word) or is_placeholder(word) or NO_TOKEN.match(word) or NAMED.match(word))


def is_mixed(word: str) -> bool:
    """Whether a word has letters with digits or signs, as few words of a text have."""
    return bool(
        len(word) >= 6
        and re.search(r"[A-Za-z]", word)
        and re.search(r"\d", word)
        and not MEASURE.fullmatch(word)
    )
