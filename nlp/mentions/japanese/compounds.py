"""Find organizations, places and documents in Japanese text by the last words of compounds."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words as listed
from nlp.morphology import Morpheme
from nlp.readers import DOCUMENT, LOCATION, ORGANIZATION, Found
from nlp.text.tokens import HIRAGANA_ONLY

# Last words of organizations.
ORGANIZATION_ENDS = listed("ja_organization_ends")
PLACE_ENDS = listed("ja_place_ends")
GENERIC = listed("ja_generic_stems")
DOCUMENT_ENDS = re.compile(
    r"(?:仕様書|設計書|計画書|報告書|提案書|定義書|手順書|要件書|契約書|見積書|請求書|企画書|申請書|依頼書|説明書|議事録|マニュアル|ガイドライン|ガイド|チェックリスト|資料|規程|規約|ドキュメント|レポート|白書)"
)

ENDS = {**dict.fromkeys(PLACE_ENDS, LOCATION), **dict.fromkeys(ORGANIZATION_ENDS, ORGANIZATION)}
LONGEST_END = max(map(len, ENDS))
# Last words that make a name with any noun before them.
STRONG = listed("ja_naming_ends")
NAMING = re.compile(r"[ァ-ヶー]{2,}|[A-Za-z]{2,}")
# Nouns before a name that are no part of it: 現在, 当時, 同社, 各社.
LEADING = listed("ja_leading")
NAME_PREFIXES = frozenset(["大", "新", "北", "南", "東", "西", "第"])
PUBLIC = frozenset(["公立", "私立", "国立", "市立", "県立", "都立", "府立", "町立", "村立", "区立"])
LONG = frozenset(["委員会", "協会", "連盟", "機構", "研究所", "財団", "学会", "組合"])
LONG_STEM = 5
# 大阪出張 and 京都旅行 name the place; in 日本馬 and 江戸時代 the place is part of another word.
WITH_A_PLACE = re.compile(
    r"旅行|一泊|二泊|三泊|日帰り|出張|出身|在住|生まれ|育ち|出発|到着|市内|周辺|近郊|滞在|転勤|観光|行き|経由|方面|遠征|留学|勤務|限定|移住|支社|オフィス|郊外|全域|全土|各地|市街|在勤|着|発|内|外|中|側|間|以外|など|等|在|近辺|付近|帰り|暮らし|土産|国内|政府観光|本社|拠点|代|前|後|寄り|沿い|から|駐在|訪問|進出|展開|公演|開催|大会|合宿|事務所|時間|南部|北部|東部|西部|中部|沖|上空"
)
# The rest of an address: 石田, すみれガ丘1丁目, 1-2-3.
BLOCK = re.compile(
    r"(?:[一-龥々ヶケガァ-ヴぁ-ん]{1,6}?[0-9０-９一二三四五六七八九十]+丁目(?:[0-9０-９]+番地?)?)?"
)
# 中華 is food for the most part.
NO_PLACES = frozenset(["中華", "西洋", "東洋", "欧風", "和風"])
# What makes a place a part of another word: 長崎ちゃんぽん, 讃岐うどん.
PART_OF_A_WORD = re.compile(
    r"ちゃんぽん|うどん|そば|ラーメン|らーめん|まぜそば|飯|丼|焼|トースト|カレー|みそ|味噌|漬|餃子|牛(?![タ乳])|豚|鶏|茶|酒"
    r"|りんご|みかん|巻き|寿司|料理|弁(?!当)|っ子|まんじゅう|饅頭|カステラ|コロッケ|ハンバーグ"
    r"|パスタ|豆腐|煮|鍋|菜|納豆|そうめん|ねぎ|ネギ|トマト|きゅうり|ドレッシング|ソース|リゾット|パン(?![ァ-ヶ])|ジャム|ケーキ"
)
# Documents that everybody has.
COMMON_DOCUMENTS = frozenset(
    [
        "説明",
        "参考",
        "会議",
        "添付",
        "配布",
        "発表",
        "提出",
        "関連",
        "社内",
        "投影",
        "補足",
        "営業",
        "対応",
        "実績",
        "部活",
        "警備",
        "活動",
    ]
)
ADMINISTRATIVE = frozenset(["都", "道", "府", "県", "市", "区", "町", "村", "郡", "州", "省"])


def compounds(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield organizations and places by the last word of a compound."""
    for first, stop in _runs(tokens):
        yield from _in_run(text, tokens[first:stop])


def _runs(tokens: Sequence[Morpheme]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(tokens):
        end = at
        while end < len(tokens) and (_joins(tokens, end)):
            end += 1
        if end > at:
            yield at, end
        at = max(end, at + 1)


def _joins(tokens: Sequence[Morpheme], at: int) -> bool:
    word = tokens[at]
    if word.surface in ("・", "-", "&", "＆") and 0 < at < len(tokens) - 1:
        return bool(NAMING.match(tokens[at - 1].surface) and NAMING.match(tokens[at + 1].surface))
    return word.is_noun or (word.pos[1] == "数詞" and at > 0 and tokens[at - 1].surface == "第")


def _in_run(text: str, run: Sequence[Morpheme]) -> Iterator[Found]:
    at = 0
    while at < len(run):
        stop = _named_until(run, at)
        if stop:
            stop = _address_end(run, stop)
            start = _trimmed(run, at, stop)
            one = _named(text, run[start:stop]) if start < stop else None
            if one:
                yield one
            else:
                yield from _places(text, run[at:stop], run[stop : stop + 1])
            at = stop
        else:
            yield from _places(text, run[at:], ())
            break


def _named_until(run: Sequence[Morpheme], at: int) -> int:
    """Return the end of the longest name that starts at ``at``; 0 if there is none."""
    for stop in range(len(run), at + 1, -1):
        if _end_of(run[at:stop]):
            return stop
    return 0


def _address_end(run: Sequence[Morpheme], stop: int) -> int:
    """Return the end of an address that continues after 市 or 町: 大阪府阪南市石田."""
    if (
        run[stop - 1].surface in ADMINISTRATIVE
        and len(run) == stop + 1
        and run[stop].is_proper_noun
    ):
        return stop + 1
    return stop


def _end_of(words: Sequence[Morpheme]) -> str:
    """Return the known last word that these morphemes end in; empty if there is none."""
    tail = ""
    best = ""
    for word in reversed(words[1:]):
        tail = word.surface + tail
        if len(tail) > LONGEST_END:
            break
        if tail in ENDS:
            best = tail
    return best


def _trimmed(run: Sequence[Morpheme], at: int, stop: int) -> int:
    while at < stop and _leads(run[at]):
        at += 1
    return at


def _leads(word: Morpheme) -> bool:
    """Whether a word precedes a name without being a part: 現 in 現社長, 年 in 同年."""
    if word.surface in PUBLIC:
        return False
    if word.surface in LEADING or word.pos[0] == "接尾辞" or word.pos[2] == "副詞可能":
        return True
    return word.pos[0] == "接頭辞" and word.surface not in NAME_PREFIXES


def _named(text: str, words: Sequence[Morpheme]) -> Found | None:
    end = _end_of(words) or _end_of(words[:-1])
    if not end:
        return None
    size = 0
    stem = list(words if _end_of(words) else words[:-1])
    while size < len(end):
        size += len(stem.pop().surface)
    if not stem:
        return None
    if all(word.surface in GENERIC for word in stem):
        return None  # 総合病院, 動物病院
    proper = any(word.is_proper_noun for word in stem)
    foreign = any(NAMING.search(word.surface) and not word.is_known for word in stem)
    if not proper and any(word.surface in PUBLIC for word in stem):
        return None
    long = end in LONG and words[-1].end - words[0].start >= len(end) + LONG_STEM
    if not (proper or foreign or long or end in STRONG) or (
        end in ("国", "地方", "地域", "社", "シティ", "派", "台", "川", "山")
        and not proper
        and not foreign
    ):
        return None
    if end == "通り" and HIRAGANA_ONLY.fullmatch(words[0].surface):
        return None  # のぞみ通りの結果
    stop = words[-1].end
    if end in ADMINISTRATIVE:
        stop = BLOCK.match(text, stop).end()  # type: ignore[union-attr]
    confidence = 0.8 if proper else 0.7 if end in STRONG else 0.55
    return mention_at(text, words[0].start, stop, ENDS[end], confidence, "suffix")


def _places(text: str, words: Sequence[Morpheme], following: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the dictionary's places among words that make no name together."""
    for at, word in enumerate(words):
        if word.surface in NO_PLACES:
            continue
        # The dictionary lists Latin “us” as a country.
        if not word.is_place_name or word.surface.isascii() or (at and not _leads(words[at - 1])):
            continue
        after = [*words[at + 1 :], *following]
        if not after:
            yield mention_at(text, word.start, word.end, LOCATION, 0.75, "dictionary")
        elif WITH_A_PLACE.match(after[0].surface):
            yield mention_at(text, word.start, word.end, LOCATION, 0.65, "dictionary")
        elif after[0].surface == "代表":
            yield mention_at(text, word.start, after[0].end, ORGANIZATION, 0.6, "suffix")
        elif after[0].is_place_name and len(after) == 1:
            yield mention_at(text, word.start, after[0].end, LOCATION, 0.6, "dictionary")


def documents(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield documents with a name of their own: 要件定義書, but not 見積書 alone."""
    for match in DOCUMENT_ENDS.finditer(text):
        first = next((i for i, word in enumerate(tokens) if word.end > match.start()), None)
        if first is None:
            continue
        start = first
        while start > 0 and (tokens[start - 1].is_noun or tokens[start - 1].surface == "・"):
            start -= 1
        while start < first and tokens[start].surface in LEADING:
            start += 1
        before = text[tokens[start].start : match.start()] if start <= first else ""
        if before in COMMON_DOCUMENTS:
            continue
        if len(before) >= 2 and match.end() >= tokens[first].end:
            yield mention_at(text, tokens[start].start, match.end(), DOCUMENT, 0.75, "suffix")
