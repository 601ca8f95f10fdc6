"""Find addresses, identifiers and amounts, in any language."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from nlp.readers import DOCUMENT, EMAIL, IDENTIFIER, QUANTITY, URL, Found

from .findings import mention_of

LETTERS = r"A-Za-z0-9_"
URLS = re.compile(
    r"\b(?:https?|ftp|file|git|ssh)://[^\s<>\"'、。」』）】ぁ-んァ-ヶー一-龥]+"
    r"|\bwww\.[\w-]+(?:\.[\w-]+)+[^\s<>\"'、。」』）]*",
    re.A,
)
TRAILING = ".,;:!?)]}'\""
EMAILS = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
DOCUMENTS = re.compile(
    rf"(?<![{LETTERS}./\\])[\w-]{{1,80}}\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp)(?![{LETTERS}])"
)
SOURCE = (
    "py|pyi|js|jsx|ts|tsx|mjs|rs|go|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|sh|bash|sql|html"
    "|css|scss|json|jsonl|toml"
    "|ya?ml|xml|ini|cfg|conf|env|md|rst|txt|csv|tsv|log|lock|ipynb|vue|svelte|tf|db|sqlite3?"
    "|png|jpe?g|svg|zip|gz"
)
IDENTIFIERS = (
    # A call: parse_date(), Client.connect().
    re.compile(rf"(?<![{LETTERS}.])[A-Za-z_][{LETTERS}]*(?:(?:\.|::)[A-Za-z_][{LETTERS}]*)*\(\)"),
    # A path or a file: src/settings.py, ~/notes, /etc/hosts, C:\x. Names of files have at most
    # 255 letters; without a bound, a long run of @ takes quadratic time.
    re.compile(
        rf"(?<![{LETTERS}./~-])(?:[A-Za-z0-9_@.~-]{{1,255}}/){{0,64}}[A-Za-z0-9_.-]*[A-Za-z0-9_-]\.(?:{SOURCE})(?![{LETTERS}]"
        rf"|\.[a-z])"
    , re.A),
    re.compile(rf"(?<![{LETTERS}./:])(?:~|\.{{1,2}})?/(?:[A-Za-z0-9_.-]+/)+[A-Za-z0-9_.-]*[A-Za-z0-9_-]", re.A),
    re.compile(r"\b[A-Za-z]:\\[\w\\.-]+", re.A),
    # snake_case and CONSTANTS, with letters on both sides of an underscore.
    re.compile(rf"(?<![{LETTERS}.@/-])_{{0,2}}[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+_{{0,2}}(?![{LETTERS}])"),
    # Versions: v2, v1.8.2, 1.75.0, 3.0.0-rc1.
    re.compile(r"(?<![A-Za-z0-9.,_-])v\d{1,3}(?:\.\d{1,4}){0,3}(?:-?(?:alpha|beta|rc)\.?\d*)?(?![A-Za-z0-9])"),
    re.compile(
        r"(?<![A-Za-z0-9.,_/-])\d{1,3}\.\d{1,4}\.\d{1,5}(?:-?(?:alpha|beta|rc"
        r"|dev)\.?\d*)?(?![A-Za-z0-9]|\.\d)"
    ),
    # Codes of letters and digits: E1234-X, PROJ-123, RFC-2119, AB12C.
    re.compile(r"(?<![A-Za-z0-9_/.@-])[A-Z]{1,10}-?\d{3,8}(?:-[A-Z0-9]{1,8}){0,3}(?![A-Za-z0-9_-])"),
    re.compile(r"(?<![A-Za-z0-9_/.@-])[A-Z][A-Z0-9]{1,9}-\d{1,8}(?![A-Za-z0-9_-])"),
    re.compile(r"(?<![\w/&#])#\d{1,7}(?![\w])"),
    # A hash, a UUID.
    re.compile(r"(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])"),
    re.compile(r"(?<![\w-])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w-])", re.A),
)  # fmt: skip
# Words that only look like codes.
NO_CODE = re.compile(
    r"(?:GPT|COVID|UTF|ISO|MP|PM|AM|JR|USB|HTTP|SHA|MD|B|F|G|R|A|T)-?\d{1,2}(?:-\d+)?"
)
NUMBER = r"[0-9０-９]+(?:[,，][0-9０-９]{3})*(?:[.．][0-9０-９]+)?"
KANJI = r"[一二三四五六七八九十百千]+"
LARGE = r"(?:[十百千]?[万億兆])?"
COUNTERS = (
    "円|ドル|ユーロ|ポンド|元|ウォン|時間|分間|日間|週間|か月間?|ヶ月間?|ヵ月間?|カ月間?|年間"
    "|泊|分|秒|人|名|個|本|枚|台|冊|匹|頭|羽|杯"
    "|錠|皿|軒|棟|件|回|度|倍|割|歳|才|歩|点|社|社分|行|文字|語|問|ページ|キロ|キログラム"
    "|グラム|トン|メートル|センチ|ミリ|リットル|平米|畳|坪"
    "|パーセント|ポイント|カロリー|キロカロリー|ギガ|メガ|テラ|年"
)
UNITS = (
    r"kg|mg|g|km/h|km|cm|mm|m²|m|ml|mL|l|L|kcal|cal|kWh|kW|W|V|Hz|kHz|MHz|GHz|[KMGT]i?B|[kmg]b"
    r"|bps|Mbps|Gbps|px|pt"
    r"|ms|fps|dpi|bpm|mmHg|mAh|℃|°C|°F|%|％"
)
WORDS = (
    r"dollars?|bucks|euros?|pounds?|yen|percent|minutes?|mins?|hours?|hrs?|seconds?|secs?"
    r"|days?|weeks?|months?|years?|nights?"
    r"|miles?|kilometers?|kilometres?|meters?|metres?|feet|inches|yards?|grams?|kilos?"
    r"|kilograms?|tons?|ounces?|lbs?|oz|ft"
    r"|liters?|litres?|cups?|calories|degrees|bytes|people|users|pages|times|steps|items"
    r"|pieces|copies|units|tokens|rows|lines"
)
SMALL = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
    r"|forty|fifty|sixty|a hundred|a dozen"
)
MAGNITUDE = r"(?:\s?(?:k|K|M|million|billion|bn|thousand|hundred|dozen))?"
CURRENCY = r"(?:[$€£¥￥₩₹]|US\$|USD|EUR|JPY|GBP)"
COUNTED = re.compile(rf"(?<![A-Za-z0-9.,/:_-]){NUMBER}{LARGE}(?:{COUNTERS})")
PATTERNS = (
    re.compile(rf"(?<![A-Za-z0-9]){CURRENCY}\s?{NUMBER}(?:\s?(?:k|K|M|million|billion|thousand|bn)\b|[万億])?"),
    COUNTED,
    re.compile(
        rf"(?<![一-龥]){KANJI}{LARGE}(?:円|時間|人|個|本|枚|台|冊|匹|杯|回|歳|か月|ヶ月|年間|週間"
        rf"|日間|割|倍)(?![一-龥])"
    ),
    re.compile(rf"(?<![A-Za-z0-9.,/:_-]){NUMBER}\s?(?:{UNITS})(?![A-Za-z0-9])"),
    re.compile(
        rf"(?<![A-Za-z0-9.,/:_-])(?:{NUMBER}{MAGNITUDE}|(?i:{SMALL})) ?-?(?:{WORDS}|USD|EUR"
        rf"|JPY)(?![A-Za-z0-9])"
    ),
)  # fmt: skip
WORD = re.compile(r"\w+")


def addresses(text: str) -> Iterator[Found]:
    """Yield addresses and identifiers, with high confidence: the pattern is the proof."""
    if ":" in text or "www." in text:
        for match in URLS.finditer(text):
            surface = match[0].rstrip(TRAILING)
            yield Found(
                surface, match.start(), match.start() + len(surface), URL, 0.99, "rules:pattern"
            )
    if "@" in text:
        for match in EMAILS.finditer(text):
            yield mention_of(match, EMAIL, 0.99, "pattern")
    for match in DOCUMENTS.finditer(text):
        yield mention_of(match, DOCUMENT, 0.9, "pattern")
    for pattern in IDENTIFIERS:
        for match in pattern.finditer(text):
            if not NO_CODE.fullmatch(match[0]):
                yield mention_of(match, IDENTIFIER, 0.85, "pattern")


def quantities(text: str) -> Iterator[Found]:
    """Yield amounts; neither a bare number nor the year of 1990年5月3日生まれ is one."""
    births = _before_births(text)
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            if pattern is not COUNTED or not _is_within(births, match.end()):
                yield mention_of(match, QUANTITY, 0.85, "unit")


def _before_births(text: str) -> list[tuple[int, int]]:
    """Return the spans without spaces or signs that lead up to 月生まれ or 日生まれ."""
    # One search for the text: a look-ahead behind each amount would take quadratic time.
    if "生まれ" not in text:
        return []
    runs = ((run.start(), run[0]) for run in WORD.finditer(text))
    lasts = ((at, max(words.rfind("月生まれ"), words.rfind("日生まれ"))) for at, words in runs)
    return [(at, at + last) for at, last in lasts if last >= 0]


def _is_within(ranges: Sequence[tuple[int, int]], at: int) -> bool:
    place = bisect_right(ranges, at, key=lambda one: one[0])
    return place > 0 and at <= ranges[place - 1][1]
