"""Find places in Japanese text by what people do there: 山口に引っ越す, トロムソの天気."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.morphology import Morpheme
from nlp.readers import LOCATION, Found

KATAKANA = re.compile(r"[ァ-ヶー]{2,}")
LISTED = words("ja_places")
LONGEST = max(map(len, LISTED))
PLACE_START = re.compile(
    r"(?<![一-龥々ァ-ヶーA-Za-z])(?=[一-龥ァ-ヶA-Z])|(?<![ぁ-ん])(?=[びおみたり])"
)
# 赤羽さん and 高尾部長 are people, 豊洲店 is a shop.
GOES_ON = re.compile(
    r"[一-龥々]{2}|[ァ-ヶー]|さん|くん|ちゃん|様|氏|先生|君|店|大学|銀行|市|町|区|村|駅|線|牛|茶|焼|弁|産|派"
)
# 相模原の橋本に, 愛媛の道後で
IN_PLACE = re.compile(r"(?:に(?!つ)|で|へ|から|まで|方面|周辺|駅前)")
# After a family name, only what nobody does with a person.
STRONG = re.compile(
    r"(?:に|へ|まで|への)(?:旅行|出張|引っ越|引越|移住|転勤|赴任|留学|帰省|転校|住ん|住む|住み|滞在|到着|着[いく])"
    r"|(?:で|に)(?:一泊|二泊|[0-9０-９一二三]泊|宿泊|暮ら|生まれ|育[っち]|住)"
    r"|の(?:天気|気温|気候|観光|名物|お土産|温泉|旅館|ホテル|宿|治安|物価|人口|市長|知事|県庁|空港|紅葉|桜並木|名所|地図|海辺|山奥|歴史的)"
    r"|出身|在住|行きの|発の|旅行|出張|観光|から(?:上京|引っ越|帰省|出てき)"
)
WEAK = re.compile(
    r"(?:に|へ)(?:行[くきっこけか]|来[てたる])|で(?:食べ|見[たて]|買[いうっ]|飲[みん]|遊[びんぶ]|過ごす|過ごし|働|開催|おすすめ|雨|雪)"
    r"|の(?:おすすめ|レストラン|カフェ|居酒屋|喫茶店|病院|美術館|博物館|大学|駅前|街|町|夜景|夏|冬|春|秋|郊外|実家|支社|支店|本社|工場)"
    r"|から(?:[^。、\n]{1,8})(?:まで|へ)"
)


def places(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield proper nouns, and unknown words in katakana, where people go or live."""
    yield from _listed(text)
    for at, word in enumerate(tokens):
        if _is_within(text, tokens, at):
            yield mention_at(text, word.start, word.end, LOCATION, 0.82, "place")
        if at and (tokens[at - 1].is_noun or tokens[at - 1].surface in ("・", "ー")):
            continue
        is_foreign = not word.is_known and KATAKANA.fullmatch(word.surface)
        is_weakly_of_place = bool(WEAK.match(text, word.end))
        is_of_place = bool(STRONG.match(text, word.end))
        if len(word.surface) < 2 or not (is_of_place or is_weakly_of_place):
            continue
        if word.is_place_name or (is_of_place and (word.is_person_name or is_foreign)):
            sure = 0.82 if is_of_place else 0.78
            yield mention_at(text, word.start, word.end, LOCATION, sure, "place")


def _listed(text: str) -> Iterator[Found]:
    """Yield the listed districts and sights, the longest at each place."""
    for start in PLACE_START.finditer(text):
        at = start.start()
        for size in range(LONGEST, 1, -1):
            if text[at : at + size] in LISTED:
                if at + size <= len(text) and not GOES_ON.match(text, at + size):
                    yield mention_at(text, at, at + size, LOCATION, 0.83, "place")
                break


def _is_within(text: str, tokens: Sequence[Morpheme], at: int) -> bool:
    """Whether a place or a family name follows a place with の, where people go."""
    word = tokens[at]
    if at < 2 or tokens[at - 1].surface != "の" or not tokens[at - 2].is_place_name:
        return False
    is_name = word.is_place_name or word.is_person_name
    return is_name and len(word.surface) > 1 and bool(IN_PLACE.match(text, word.end))
