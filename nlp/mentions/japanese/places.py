"""Find places in Japanese text by what people do there: 山口に引っ越す, トロムソの天気."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at
from nlp.morphology import Morpheme
from nlp.readers import LOCATION, Found

KATAKANA = re.compile(r"[ァ-ヶー]{2,}")
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
    for at, word in enumerate(tokens):
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
