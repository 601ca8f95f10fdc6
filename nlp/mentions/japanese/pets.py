"""Find the names of pets in Japanese text: 犬のこたろう, 「だいふく」という名前の猫."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at, repeated
from nlp.mentions.words import words
from nlp.morphology import Morpheme
from nlp.readers import PET, Found
from nlp.text.sentences import alternation

KIND = alternation(words("ja_pet_kinds"))
NO_NAMES = words("ja_no_pet_names")
# Food that pets are called after; other common nouns after 犬の are not names.
FOOD = words("ja_food_names")
# 保護猫の譲渡会, 犬の病院.
EVENTS = ("会", "院", "所", "場")
NAME = r"(?:[ァ-ヶー]{2,10}|[ぁ-んー]{2,7}?|[一-龥]{1,3}[ぁ-ん]{0,3}?)"
ADDRESS = r"(?:ちゃん|くん|さん|君|様|氏)"
PARTICLE = r"(?:[がはをにともでへ、。！!…「」（(\s]|って|から|です|だけ|まで|$)"
OF_KIND = re.compile(
    rf"(?:{KIND})(?:の|、|・)(?:名前は)?「?(?P<name>{NAME})」?(?P<address>{ADDRESS}?)(?={PARTICLE})"
)
AND_ANOTHER = re.compile(rf"と(?P<name>{NAME})(?P<address>{ADDRESS}?)(?={PARTICLE})")
NAMED = (
    re.compile(
        rf"(?:^|(?<=[。！？\n、の「]))(?P<name>[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,5}}?)"
        rf"」?(?:っていう|という|という名の|という名前の|って名前の)(?:{KIND})"
    ),
    re.compile(rf"「(?P<name>[^」\n]{{1,12}})」(?:という|って)(?:名前の)?(?:{KIND})"),
    re.compile(
        rf"(?:{KIND})[^。！？\n]{{0,20}}名前[^。！？\n「]{{0,6}}「(?P<name>[^」\n]{{1,12}})」"
        rf"(?:です|に(?:し|決)|と(?:し|名|つけ)|だ|で)"
    ),
    re.compile(rf"(?:{KIND})[^。！？\n]{{0,20}}「(?P<name>[^」\n]{{1,12}})」と(?:名付け|名づけ|呼)"),
)  # fmt: skip
# もずく（ポメ）, ローラ（ゴールデン・8歳）, 猫（だいず）, ミョウガ（うちの看板犬）
WITH_KIND = re.compile(
    rf"(?:^|(?<=[\s、。！？!?「のと・はが]))(?P<name>[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,5}}?)(?P<address>{ADDRESS}?)[（(]"
    rf"(?:[^（()）\n]{{0,10}})?(?:{KIND})[^（()）\n]{{0,8}}[）)]",
    re.MULTILINE,
)
IN_BRACKETS = re.compile(
    rf"(?:{KIND})[（(](?P<name>[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,5}}|[一-龥]{{1,3}})(?P<address>{ADDRESS}?)[）)]"
)
IS_KIND = re.compile(
    rf"(?:^|(?<=[。！？\n、の子]))(?P<name>[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,5}}?)(?P<address>{ADDRESS}?)"
    rf"(?:は|、)(?:(?:うち|我が家|実家)の)?(?:[一-龥ぁ-ん]{{1,4}}の)?(?:{KIND})(?:です|で[、す]|だ|なん|の[オメ]ス)",
    re.MULTILINE,
)
ANY_KIND = re.compile(KIND)
SHORT = 2


def pets(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the pets of a text; common nouns such as しつけ after 犬の are none."""
    if not ANY_KIND.search(text):
        return
    found = [*_of_kind(text, tokens), *_named(text)]
    yield from found
    yield from repeated(text, found)


def _of_kind(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    for match in (
        match
        for pattern in (OF_KIND, IS_KIND, WITH_KIND, IN_BRACKETS)
        for match in pattern.finditer(text)
    ):
        while match is not None and _is_name(match, tokens):
            yield _mention(text, match)
            # 猫のおはぎときなこ names two.
            following = AND_ANOTHER.match(text, match.end("address"))
            match = following if match.re is OF_KIND else None  # type: ignore[assignment]


def _named(text: str) -> Iterator[Found]:
    for pattern in NAMED:
        for match in pattern.finditer(text):
            yield mention_at(text, *match.span("name"), PET, 0.9, "pet")


def _mention(text: str, match: re.Match[str]) -> Found:
    # ぴーちゃん and げんさん are whole names; the ちゃん of こたろうちゃん is a form of address.
    is_short = match.end("name") - match.start("name") <= SHORT
    is_joined = match.end("name") == match.start("address")  # ゆず」 has no address
    end = match.end("address") if is_short and is_joined else match.end("name")
    return mention_at(text, match.start("name"), end, PET, 0.88, "pet")


def _is_name(match: re.Match[str], tokens: Sequence[Morpheme]) -> bool:
    name = match["name"]
    if name in NO_NAMES or name.endswith(EVENTS):
        return False
    if match["address"] or name in FOOD or match.re in (WITH_KIND, IN_BRACKETS):
        return True
    inside = [
        word for word in tokens if word.start < match.end("name") and match.start("name") < word.end
    ]
    if len(inside) != 1 or inside[0].surface != name or not inside[0].is_known:
        return True
    # ココ is a pronoun as well.
    return inside[0].is_proper_noun or inside[0].pos[0] == "代名詞"
