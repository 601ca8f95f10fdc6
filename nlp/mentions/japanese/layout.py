"""Find people in Japanese text by where they stand: in front of a colon, in lists, by their role."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.morphology import Morpheme
from nlp.readers import PERSON, Found
from nlp.text.sentences import alternation

from .given import ANY
from .people import NO_PERSON

SURNAMES = words("ja_surnames")
WORD = r"(?:[ァ-ヶー]{2,10}(?:[・＝][ァ-ヶー]{2,10}){0,3}|[一-龥々]{1,5}|[ぁ-んー]{2,5}|[A-Z][a-zà-ÿ]{2,12})"
ROLE = alternation(words("ja_roles_with_names"))
# Fields name a person only before a colon or in brackets: ピアノの森 is none.
FIELD = alternation(words("ja_roles_with_names", "ja_fields"))
ADDRESS = r"(?:さん|くん|ちゃん|君|様|氏|先生|先輩)"
END = (
    r"(?=[、。！!？?）)」\]｜|\s・／/&＆×→]|さん|くん|ちゃん|先生|様|です|でし|だ|が|は|も|に|を|と|の"
    r"|から|って|で|$)"
)
CLOSED = r"(?=[、。！!？?）)」\]｜|\s・／/]|です|でした|だよ|$)"
# 児玉：売上の件は？ ゆーま「無理」 三浦→行く フィン（5）「ねえ」
SPEAKER = re.compile(
    rf"^\s*(?:[-・*●○■◆]\s*|\|\s*)?(?P<name>{WORD}){ADDRESS}?(?:[（(][0-9０-９]{{1,2}}歳?[）)])?\s?(?:[:：→｜|「]|=>)"
    rf"(?=\s*[^\s])"
)
ARROWS = re.compile(rf"→\s?(?P<name>{WORD}){ADDRESS}?(?=[→、。,（(\s]|の順|$)")
# 店主はラジーブ, 会計：東海林, 主治医：オコナー, 運転手今野さん
BY_ROLE = re.compile(
    rf"(?:(?:{ROLE})(?:は、?|が|の|、|・)|(?:{FIELD})(?:[:：]\s?|=|＝|[（(]))(?P<name>{WORD}){END}"
)
AFTER_ROLE = re.compile(rf"(?:{ROLE})(?P<name>[一-龥々]{{2,4}}|[ァ-ヶー]{{2,8}}){END}")
# アンナ（営業）, ゆうと（5）, やまぴー（部活の先輩）
IN_FRONT = re.compile(
    rf"(?P<name>{WORD}){ADDRESS}?[（(](?:{FIELD}|[0-9０-９]{{1,2}}歳?|[小中高][1-6１-６]|(?:[一-龥ぁ-ん]{{1,4}}の)?(?:{ROLE})[^）)\n]{{0,6}})[）)]"
)
# 早苗より, 志乃へ, 千鶴係長へ: the lines of a letter.
TO = re.compile(rf"^\s*(?P<name>{WORD}){ADDRESS}?(?:へ|宛|宛て|あて)(?:[\s、。！!]|$)")
FROM = re.compile(rf"(?:^|[\s、。　])(?P<name>{WORD})より\s*[）)]?$")
# 中部ガス工事の真壁です, いのっちです！, 齋と申します
I_AM = re.compile(
    r"(?:^|[のは、。！!\s])(?P<name>[一-龥々]{1,4}|[ァ-ヶー]{2,8}|[ぁ-ん]{2,5})"
    r"(?:です(?=[。、！!\s]|$|が)|と申します|と言います|といいます|でございます)"
)
NAMED = re.compile(
    rf"(?:本名|旧姓|名前|下の名前|苗字|名字|芸名|ペンネーム|ハンドル|あだ名|源氏名|ニックネーム|愛称|読み|姓|名)(?:は|が|:|：|の|、|「)(?P<name>{WORD}){CLOSED}"
)
# Nouns that look like names to the dictionary, and stand in front of colons.
NO_SPEAKERS = words("ja_no_speakers")
CONTEXT, SPEAKS, LEAST_KNOWN = 0.8, 0.82, 0.7
EVERYDAY = words("ja_given_words")
KANA = re.compile(r"[ぁ-んー]+")
FULL = re.compile(r"(?P<family>[一-龥々]{1,3}?)(?P<given>[一-龥々]{1,3}|[ぁ-んァ-ヶー]{2,5})")
SEVERAL = re.compile(r"[、・,，／/とや&＆×]|→")
ITEM = re.compile(rf"(?P<name>{WORD})(?:{ADDRESS}|[（(][^（()）\n]{{1,8}}[）)])?")


def by_layout(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the people whom a label, a list, a role or a line of a letter shows."""
    for pattern, sure in (
        (SPEAKER, SPEAKS), (ARROWS, CONTEXT), (BY_ROLE, CONTEXT), (IN_FRONT, CONTEXT),
        (TO, SPEAKS), (FROM, SPEAKS), (I_AM, CONTEXT), (NAMED, CONTEXT), (AFTER_ROLE, 0.76),
    ):  # fmt: skip
        for match in pattern.finditer(text):
            start, end = match.span("name")
            if end - start == 1 and pattern in (BY_ROLE, AFTER_ROLE, IN_FRONT):
                continue
            if may_be_person(text, start, end, tokens):
                yield mention_at(text, start, end, PERSON, sure, "layout")


def may_be_person(text: str, start: int, end: int, tokens: Sequence[Morpheme]) -> bool:
    """Whether a word may be a name: a listed one, or one that is no common noun."""
    name = text[start:end]
    if name in NO_SPEAKERS or NO_PERSON.fullmatch(name):
        return False
    if name in SURNAMES or name in ANY:
        return True
    inside = [word for word in tokens if word.start < end and start < word.end]
    if not inside or inside[0].start != start or inside[-1].end != end or KANA.fullmatch(name):
        return False
    if name[0].isascii():
        return not any(word.is_place_name for word in inside) and not name.isascii()
    if all(not word.is_known for word in inside) and re.match(r"\s?[|｜→]", text[end:]):
        return False  # a table has things in its first column as well
    is_proper = all(word.is_person_name or not word.is_known for word in inside)
    return is_proper and any(word.is_person_name or len(inside) == 1 for word in inside)


def beside(text: str, tokens: Sequence[Morpheme], found: Sequence[Found]) -> Iterator[Found]:
    """Yield the names on both sides of a person in a list: 氏家・Amadi・ポンポコ."""
    if not found:
        return
    people = {(one.start, one.end) for one in found if one.confidence >= LEAST_KNOWN}
    items = [match.span("name") for match in ITEM.finditer(text)]
    for (start, end), (after, stop) in pairwise(items):
        if not SEVERAL.fullmatch(ADDRESS_OR_NOTE.sub("", text[end:after])):
            continue
        for known, other in (((start, end), (after, stop)), ((after, stop), (start, end))):
            is_word = text[slice(*other)] in EVERYDAY and "、" not in text[end:after]
            if (
                known in people
                and other not in people
                and not is_word
                and may_be_person(text, *other, tokens)
            ):
                people.add(other)
                yield mention_at(text, *other, PERSON, 0.78, "beside")


ADDRESS_OR_NOTE = re.compile(rf"^{ADDRESS}|[（(][^（()）\n]{{1,8}}[）)]")
