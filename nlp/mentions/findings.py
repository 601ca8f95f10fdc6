"""Build mentions from matches, select among overlapping ones, and find listed names."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from nlp.readers import ORGANIZATION, TECHNOLOGY, Found
from nlp.text.sentences import alternation
from nlp.text.tokens import HIRAGANA_ONLY, JAPANESE

from .words import phrases, words

METHOD = "rules"
# Of two names at one place the longer one wins, unless the shorter one is much surer.
PER_CHARACTER = 0.02
MOST_FOR_LENGTH = 0.25
# Names that are words as well: even with a capital they are only likely.
DOUBTFUL = words("doubtful_names")
LIKE_WORDS = words("names_like_words")
LISTS = {
    TECHNOLOGY: ("technologies", "ja_technologies", "ja_doubtful_technologies"),
    ORGANIZATION: ("organizations", "ja_organizations", "ja_doubtful_organizations"),
}
JAPANESE_DOUBTFUL = phrases("ja_doubtful_technologies", "ja_doubtful_organizations")
SENTENCE_START = re.compile(r"(?:^|[.!?:;*#>|\n•–—-]|\d\.)[ \t\"'“(]*$")
CONTEXT = re.compile(
    r"(?:\b(?:in|with|using|use|uses|used|from|to|on|via|and|learn|learning|love|install|run"
    r"|chose|picked|prefer|write|like|know|teach|code"
    r"|runs|than|or|at|for|by)|[,/(「])\s?$", re.I
)  # fmt: skip
SURE, LIKELY = 0.9, 0.7
# What people do with shops, brands, bands and apps, where their name is a word as well.
REASON = re.compile(
    r"で(?:バイト|パート|働|買|飲[みんも]|食べ|昼|ランチ|モーニング|注文|予約|会議|編集|共有|配信|通話|書き出)"
    r"|に(?:勤め|就職|転職|入社|内定|発注|注文|ログイン|課金|通って|通う)"
    r"|の(?:新作|期間限定|クーポン|ポイント|店員|店長|バイト|メニュー|ランチ|アプリ|画面|設定|アカウント|使い方|ライブ|新曲|曲|コント|漫才"
    r"|ネタ|試合|ファン|バッグ|財布|新色|福袋|営業さん|チケット|録画)"
    r"|を(?:インストール|起動|導入)|(?:から|に)(?:内定|採用|請求)|戦(?=[のをにで、])"
)
# Where a name may begin, and the characters that may not follow it.
STARTS = re.compile(
    r"(?<![A-Za-z0-9_@#./-])[.A-Za-z0-9]|(?<![ァ-ヶー])[ァ-ヶ]|(?<![一-龥々])[一-龥]|[ぁ-ん]"
)
CONTINUED = re.compile(r"[A-Za-z0-9_@]|[./-][A-Za-z0-9_]|\(\)")
PREFIX = 2
KATAKANA = re.compile(r"[ァ-ヶー]")
# 朝日新聞社, 日本銀行券 and 国会議事堂 are other names.
KANJI = re.compile(r"[一-龥々]|[ァ-ヶ]{2}")


def mention_at(
    text: str, start: int, end: int, type_name: str, confidence: float, why: str
) -> Found:
    """Return a mention; ``why`` is the kind of rule, such as ``title`` or ``list``."""
    return Found(text[start:end], start, end, type_name, confidence, f"{METHOD}:{why}")


def mention_of(
    match: re.Match[str], type_name: str, confidence: float, why: str, group: int | str = 0
) -> Found:
    """Return the mention in a match, or in one group of the match."""
    start, end = match.span(group)
    return mention_at(match.string, start, end, type_name, confidence, why)


def repeated(text: str, found: Sequence[Found]) -> Iterator[Found]:
    """Yield the further places of names: who is a pet in one sentence is one in the next.

    Names in hiragana are left out, since they occur within other words.
    """
    names = {one.surface: one for one in found if not HIRAGANA_ONLY.fullmatch(one.surface)}
    if not names:
        return
    known = {one.start for one in found}
    for match in re.finditer(
        rf"(?<![\wァ-ヶー])(?:{alternation(names)})(?![A-Za-z0-9_ァ-ヶー])", text
    ):
        if match.start() not in known:
            one = names[match[0]]
            yield replace(one, start=match.start(), end=match.end())


def resolve_overlaps(mention_at: Iterable[Found]) -> list[Found]:
    """Return mentions that do not overlap, in order of their offsets.

    The mention with the highest confidence stays, plus a bonus for length; of equals, the first.
    """
    starts: list[int] = []
    kept: list[Found] = []
    for one in sorted(mention_at, key=_weight, reverse=True):
        place = bisect_right(starts, one.start)
        is_free = (place == 0 or kept[place - 1].end <= one.start) and (
            place == len(kept) or one.end <= kept[place].start
        )
        if is_free:
            starts.insert(place, one.start)
            kept.insert(place, one)
    return kept


def _weight(one: Found) -> float:
    return one.confidence + min((one.end - one.start) * PER_CHARACTER, MOST_FOR_LENGTH)


@dataclass(frozen=True, slots=True)
class Name:
    """A listed name, and the characters that may not follow it."""

    text: str
    type: str
    continued: re.Pattern[str]


def known_names(text: str) -> Iterator[Found]:
    """Yield the listed technologies and organizations."""
    index = _index()
    for place in STARTS.finditer(text):
        at = place.start()
        for name in index.get(text[at : at + PREFIX], ()):
            end = at + len(name.text)
            if text.startswith(name.text, at) and not name.continued.match(text, end):
                if sure := _sureness(name.text, text, at):
                    yield mention_at(text, at, end, name.type, sure, "list")
                break


def _sureness(name: str, text: str, at: int) -> float:
    # Within Japanese, Latin letters are a name: Rustを勉強する.
    if name in JAPANESE_DOUBTFUL:
        return SURE if REASON.match(text, at + len(name)) else 0.0
    is_doubtful = name in DOUBTFUL and not JAPANESE.match(text, at + len(name))
    if name in LIKE_WORDS and SENTENCE_START.search(text[max(0, at - 12) : at]):
        is_doubtful = not JAPANESE.match(text, at + len(name))
    if not is_doubtful:
        return SURE
    return LIKELY if CONTEXT.search(text[max(0, at - 12) : at]) else 0.0


@cache
def _index() -> dict[str, list[Name]]:
    """Return the names by their first letters, long names first."""
    index: dict[str, list[Name]] = defaultdict(list)
    for type_name, files in LISTS.items():
        for text in phrases(*files):
            if text:
                index[text[:PREFIX]].append(Name(text, type_name, _continued(text)))
    for names in index.values():
        names.sort(key=lambda name: -len(name.text))
    return dict(index)


def _continued(name: str) -> re.Pattern[str]:
    """Return the characters that continue a name into a longer word of its script."""
    if name[-1].isascii():
        return CONTINUED
    return KATAKANA if KATAKANA.match(name[-1]) else KANJI
