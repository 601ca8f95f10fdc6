"""Find amounts: a number with its unit, or money."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from nlp.types import QUANTITY, Found

from .findings import mention_of

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
