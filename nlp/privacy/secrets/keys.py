"""Find keys and tokens that a text calls so, or that stand where programs keep them."""

import re
from collections.abc import Iterator

from ..spans import Match, last_end, words_before
from .formats import formatted_keys
from .placeholders import is_code, is_placeholder, is_random, strip_end

# A long string of letters and digits that the text calls a key.
NAMED_KEY = re.compile(
    r"(?:api[ _-]?(?:key|token|secret)|(?:アプリケーション|アプリ)(?:ID|キー)|app(?:lication)?[ _-]id"
    r"|(?:secret[ _-])?access[ _-]?(?:token|key)|secret[ _-]?key"
    r"|client[ _-]?secret"
    r"|auth[ _-]?token|\bauth(?=[^\S\n]?(?:is\b|:|=|は))|認証(?=[:：=は])|bearer token"
    r"|refresh token|signing secret|webhook secret|deploy token|licen[cs]e key"
    r"|API ?キー|トークン|シークレット(?:キー)?|(?:認証|アクセス|秘密|ライセンス|連携|契約|接続|署名"
    r"|発行)キー|秘密鍵)"
    r"(?:[^\S\n](?:for|of|to|on|at|in)[^\S\n][^\n.,:=]{1,40}?(?=[^\S\n](?:is|was)\b|:|=))?"
    r"[\"'`」』]?[^\S\n]*+(?:\([^()\n]{1,30}\)|（[^（）\n]{1,30}）)?[^\S\n]*+(?:is now|is"
    r"|are|got|[=-]>|→|[:=：＝]"
    r"|は|が|を|に|、)?"
    r"\s?[\"'`「『]?([A-Za-z0-9_\-./+=:~]{12,256})",
    re.I,
)  # fmt: skip
# HOSHI_API_SECRET=…, "MapKey": "…", x-api-key: ….
ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9_-])(?:(?=SECRET|TOKEN)|[A-Za-z][A-Za-z0-9_-]{0,60}?)"
    r"(?:SECRET|TOKEN|KEY|CREDENTIALS?|(?<=[a-z])(?:Secret|Token|Key)|(?<=[_-])(?:[Ss]ecret|[Tt]oken"
    r"|[Kk]ey)"
    r"|(?<![A-Za-z0-9_-])(?:secret|token|apikey))(?:_[A-Za-z0-9_]{1,40})?"
    r"[\"']?[^\S\n]{0,4}(?:[:=：＝にはが]|[-=]>|→|got\b|is\b|,(?=[^\S\n]?[\"']))[^\S\n]{0,4}[\"']?([A-Za-z0-9_\-./+=:~]{8,256})"
)
# SECRET_KEY = 'kz!2&g%z(67…': a quoted value may have any sign.
QUOTED = re.compile(
    r"(?:SECRET|TOKEN|KEY|CREDENTIALS?|(?<=[a-z])(?:Secret|Token|Key)|(?<=[_-])(?:secret|token|key))"
    r"[\"']?\]?[^\S\n]{0,4}(?::|=>?)[^\S\n]{0,4}(?:\"([!#-~]{16,128})\"|'([!-&(-~]{16,128})')"
)
# Where requests and commands carry a key.
CARRIED = re.compile(
    r"(?:\bBearer|\bAuthorization: ?(?:Basic|Token|token|ApiKey))\s+([A-Za-z0-9._~+/=-]{12,400})"
    r"|(?:[?&]|(?<![\w-])(?=ap[ip]_?key))(?:ap[ip]_?key|key|token|access_token|auth|sig|signature|secret|appid"
    r"|app_id)=([A-Za-z0-9._~%+/=-]{8,256})"
    r"|(?<!\S)--(?:[a-z-]{1,30}-)?(?:token|api-key|apikey|secret|key|secret-key)[ =][\"']?"
    r"([A-Za-z0-9._~+/=-]{12,256})",
    re.I,
)
# snyk auth 914c40ee-…: what a program of the command line logs in with.
LOGIN = re.compile(
    r"\b[a-z][a-z0-9-]{1,14} (?:auth|login|authenticate)(?: (?:login|token|set|add))?[^\S\n]"
    r"((?=[\w.-]{0,40}\d)[A-Za-z0-9][\w.-]{19,200})(?![\w@-])"
)
# Keys that tell rows, requests and files apart, and open nothing.
NO_SECRET = re.compile(
    r"\b(?:idempotency|partition|sort|primary|foreign|cache|routing|object|row|index|dedup\w*)[-_ ]?key",
    re.I,
)
# new ServerClient("…"): what a client of a service is made with.
GIVEN = re.compile(
    r"\b\w*(?:Client|Api|API|Auth|auth|Token|token|Key)\(\s*[\"'`]((?=[^\"'`\s]*\d)[A-Za-z0-9_-]{16,128})[\"'`]\s*[,)]"
)
# A string of letters and digits in turn, near a word for a key.
LOOSE_KEY = re.compile(
    r"(?<![A-Za-z0-9_./\\@=&?%+-])[A-Za-z0-9][A-Za-z0-9_+/=.~:-]{14,300}(?![A-Za-z0-9_./\\@-]*[@\\])"
)
KEY_WORDS = re.compile(
    r"\b(?:api|tokens?|secrets?|keys?|credentials?|webhook|bearer|PAT)\b|トークン|シークレット|キー(?!ボ)"
    r"|秘密鍵"
    r"|(?<![一-龯])鍵|の鍵|認証情報|資格情報|クレデンシャル|API",
    re.I | re.A,
)
NOT_KEYS = re.compile(
    r"\b(?:commit|sha-?\d*(?:sum)?|md5(?:sum)?|hash|checksum|digest|fingerprint|revision|build|version"
    r"|uuid|guid"
    r"|order|public|primary key|foreign key|tracking|serial|invoice|trace|request id|session id|etag|image"
    r"|layer"
    r"|part|model|device|identifier|registry key)\b"
    r"|コミット|ハッシュ|チェックサム|指紋|公開鍵|公開キー|主キー|伝票|追跡|識別子|シリアル|型番|品番"
    r"|リビジョン"
    r"|キーワード|キーボード|キーホルダー",
    re.I | re.A,
)  # fmt: skip
# Behind a string: in the x-api-key header.
KEY_BEHIND = re.compile(
    r"\b(?:api[- ]?key|token|secret)\b|APIキー|トークン|シークレット", re.I | re.A
)
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::[a-z]{2})?", re.I)
HEX = re.compile(r"[0-9a-f]+", re.I)
# A word for a key directly before a UUID, which may be anything else.
NAMES_UUID = re.compile(
    r"(?:\b(?:key|token|secret)|キー|トークン|シークレット|鍵)[\"'`」』]?\s?(?:is|は|が|を"
    r"|[:=：＝])?\s?[\"'`「『]?$", re.I
)  # fmt: skip
# A line of a list that calls itself a list of keys: “app 9f0c…”.
LISTED = re.compile(
    r"^[^\S\n]*(?:[-*•][^\S\n])?[A-Za-z][\w .-]{0,24}?[:=]?[^\S\n]"
    r"([0-9a-f]{32,64}|[A-Za-z0-9_]{32,80})[^\S\n]*$",
    re.M,
)
LIST_OF_KEYS = re.compile(
    r"\b(?:keys|tokens|secrets|creds|credentials)\b|キー|トークン", re.I | re.A
)
LISTED_NEAR = 160
# The secret beside the name of a key of AWS, and licenses of programs in groups.
AWS_NAME = re.compile(r"(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{16}(?![A-Za-z0-9])")
AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
LICENSE = re.compile(r"(?<![A-Z0-9-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,5}(?![A-Z0-9-])")
LICENSE_WORDS = re.compile(
    r"\b(?:licen[cs]e|product|activation|serial) ?(?:key|code|number)?\b|ライセンス|プロダクトキー|認証キー",
    re.I | re.A,
)
CALLED_KEY = re.compile(
    r"[\"'`」』]?\s?(?:is|was|=|が|は)\s?(?:(?:my|the|our|your|an?) )?(?:\w{1,15} )?"
    r"(?:api[- ]?key|token|secret|APIキー|トークン|シークレット)",
    re.I,
)
PUBLIC_KEY = re.compile(r"AAAA[BCE]3Nza|AAAAE2Vj|MII[A-Z]|pk_(?:live|test)_")
LOOSE_NEAR, BEHIND_NEAR = 80, 30


def api_keys(text: str) -> Iterator[Match]:
    """Find keys of services by their forms, and where a text names them."""
    yield from formatted_keys(text)
    yield from _named(text)
    yield from _quoted(text)
    yield from _carried(text)
    for match in GIVEN.finditer(text):
        if _may_be_key(match[1]):
            yield match.start(1), match.end(1), 0.85
    if KEY_WORDS.search(text):
        yield from _loose(text)
    yield from _beside(text)


def _named(text: str) -> Iterator[Match]:
    for pattern in (NAMED_KEY, ASSIGNED):
        for match in pattern.finditer(text):
            key = strip_end(match[1])
            after = text[match.end(1) : match.end(1) + 1]
            if after in ("(", "[") or is_code(key) or not _may_be_key(key):
                continue
            if NO_SECRET.search(match[0]):
                continue
            yield match.start(1), match.start(1) + len(key), 0.9


def _quoted(text: str) -> Iterator[Match]:
    for match in QUOTED.finditer(text):
        at = 1 if match[1] else 2
        if _may_be_key(match[at]) and not re.search(r"\$\{|\{\{|%\(|<\w+>", match[at]):
            yield match.start(at), match.end(at), 0.9


def _carried(text: str) -> Iterator[Match]:
    for match in CARRIED.finditer(text):
        at = next(group for group in (1, 2, 3) if match[group])
        key = strip_end(match[at])
        if not is_code(key) and _may_be_key(key):
            yield match.start(at), match.start(at) + len(key), 0.92


def _may_be_key(key: str) -> bool:
    if is_placeholder(key) or "://" in key or PUBLIC_KEY.match(key):
        return False
    return bool(re.search(r"\d", key) and re.search(r"[A-Za-z]", key))


def _beside(text: str) -> Iterator[Match]:
    """Find keys by the command, the list or the other key that they stand beside."""
    for match in LOGIN.finditer(text):
        if UUID.fullmatch(match[1]) or is_random(match[1]):
            yield match.start(1), match.end(1), 0.8
    for match in LISTED.finditer(text):
        before = text[max(0, match.start() - LISTED_NEAR) : match.start()]
        is_listed = LIST_OF_KEYS.search(before) and not NOT_KEYS.search(
            text, match.start(), match.start(1)
        )
        if is_listed and not NOT_KEYS.search(before) and is_random(match[1]):
            yield match.start(1), match.end(1), 0.8
    if AWS_NAME.search(text):
        for match in AWS_SECRET.finditer(text):
            if len(re.findall(r"[A-Z]", match[0])) > 2 and is_random(match[0]):
                yield match.start(), match.end(), 0.9
    if LICENSE_WORDS.search(text):
        for match in LICENSE.finditer(text):
            if re.search(r"\d", match[0]) and re.search(r"[A-Z]", match[0]):
                yield match.start(), match.end(), 0.85


def _loose(text: str) -> Iterator[Match]:
    for match in LOOSE_KEY.finditer(text):
        key = strip_end(match[0])
        if "://" in key or PUBLIC_KEY.match(key) or is_placeholder(key):
            continue
        before = words_before(text, match.start(), LOOSE_NEAR)
        is_named = NAMES_UUID.search(before) or CALLED_KEY.match(text, match.start() + len(key))
        if UUID.fullmatch(key) and is_named and not NO_SECRET.search(before):
            yield match.start(), match.start() + len(key), 0.85
        behind = text[match.end() : match.end() + BEHIND_NEAR].split("\n")[0]
        is_called = KEY_BEHIND.search(behind) and not NOT_KEYS.search(before)
        if not UUID.fullmatch(key) and is_random(key) and (is_called or _is_near(before)):
            yield match.start(), match.start() + len(key), 0.8


def _is_near(before: str) -> bool:
    """Whether the last of the words before a string calls it a key."""
    return last_end(KEY_WORDS, before) > last_end(NOT_KEYS, before)
