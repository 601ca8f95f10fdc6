"""Find the names of relatives, friends and colleagues, which no list of names has to know."""

import re
from collections.abc import Iterator
from functools import cache

from nlp.morphology import morphemes
from nlp.readers import PERSON, Found

from .findings import mention_at
from .words import phrases, words

SURE = 0.85
TIE = (
    r"(?:wife|husband|hubby|spouse|partner|fiancée?|boyfriend|girlfriend|mother|father|mom"
    r"|mum|dad|daughter|son|sister|brother"
    r"|grand(?:mother|father|ma|pa|dad|son|daughter)|granny|nan|gran|aunt|auntie|uncle"
    r"|cousin|niece|nephew|step(?:mother|father|son|daughter)"
    r"|(?:mother|father|sister|brother|son|daughter)-in-law|baby|kid|toddler|twin|friend"
    r"|buddy|mate|pal|flatmate|roommate|neighbou?r"
    r"|colleague|co-?worker|workmate|teammate|boss|manager|supervisor|team lead)"
)
NAME = r"[A-ZÀ-ÖØ-ÞĀ-Ž][^\W\d_]*(?:['’-][^\W\d_]+)*"
# What is a tie with "my" before it only: "my youngest, Andoy", but "Boy George".
OWN = r"(?:eldest|oldest|youngest|first-?born|bro|sis|bestie|missus|missis|mam|lad|lass|girl|boy|bairn)"
WHOSE = r"(?:[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Uu]ser['’]s|[Aa]n?)"
NAMED_KIN = (
    r"(?:wife|husband|son|daughter|sister|brother|grandson|granddaughter|niece|nephew|cousin|aunt"
    r"|uncle)"
)
NO_NAME = (
    r"(?!(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|I|The|Is|Has|Was|And|But|He|She|They|It|In|On|At|My|Our|We|You|If|When|Mr|Mrs"
    r"|Ms|Dr|Prof|Day|Club|School)\b)"
)
# "my mate Callum", "Cousin Thaddeus", "her little brother Min-jun", "since husband Garth".
BEHIND = re.compile(
    rf"(?:\b{WHOSE} (?:[a-z-]+ ){{0,2}}?(?:{TIE}|{OWN})|(?:^|(?<=[.!?] )|(?<=\n))(?i:{TIE})"
    rf"|(?<=[a-z,] ){NAMED_KIN}(?= ))"
    r"(?:['’]s name is| is called|['’]s called|,? called|,? named| is(?: now)?| of mine,?|,"
    rf"|:)? (?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?P<name>{NO_NAME}{NAME}(?: {NAME})?)",
    re.MULTILINE,
)
# "Keiran (my brother)", "Ganzorig — my friend from the army", "Iker (little bro)".
BEFORE = re.compile(
    rf"\b(?P<name>{NO_NAME}{NAME}(?: {NAME})?)"
    rf"(?:(?:, | \(| [–—-] | is | was )(?:my|our) (?:[a-z-]+ ){{0,2}}?(?:{TIE}|{OWN})\b"
    rf"| \((?:[a-z-]+ ){{0,2}}?(?:{TIE}|{OWN})(?=[,;)]))"
)
JAPANESE_TIE = (
    r"(?:妻|夫|家内|旦那|嫁|母|父|娘|息子|妹|弟|姉|兄|祖母|祖父|孫娘?|長男|次男|三男|長女"
    r"|次女|三女|姪っ?子?|甥っ?子?|叔父|叔母|伯父|伯母"
    r"|義母|義父|義姉|義兄|義弟|義妹|いとこ|従兄弟?|兄貴|従姉妹?|従弟|従妹|彼氏|彼女|友人"
    r"|友達|友だち|親友|幼なじみ|同僚|同期|先輩|後輩|上司|ボス|部下)"
)
JAPANESE_NAME = r"(?:[一-龥々]{1,4}|[ァ-ヶー]{2,10}|[ぁ-んー]{2,4})"
TITLE = r"(?:さん|ちゃん|くん|君|部長|課長|店長|マネージャー|リーダー)"
ADDRESS = re.compile(r"さん|ちゃん|くん")
# 姪の凛は, 友人、千夏は, 夫（マッテオ）, 上司は栗原マネージャー.
JAPANESE = re.compile(
    rf"{JAPANESE_TIE}の名前は、?(?P<called>{JAPANESE_NAME})(?=で、|です|だ[、。]|と(?:いい|いう|言い)|[、。])"
    rf"|{JAPANESE_TIE}(?:の|、|である|・|[（(])(?P<name>{JAPANESE_NAME})"
    rf"(?={TITLE}?(?:[はがも、をにと）)]|です|だ[、。])|(?:さん|ちゃん|くん)の)"
    rf"|(?:上司|ボス|先輩|名前)は、?(?P<before>{JAPANESE_NAME})(?={TITLE})"
)
NUMERAL = "数詞"
NO_JAPANESE_NAME = re.compile(
    r"(?:名|奥|家|方|実家|影響|代|話|誕生日|仕事|会社|学校|職場|場合|名前|手|声|顔|所|人|友人"
    r"|友達|結婚|病気|車|命日|介護|関係|ため|こと|世話|好物|好み|両親"
    rf"|{JAPANESE_TIE}|年|頃|時|体調|趣味|部屋|家族|写真|言葉|意見|お祝い|出産|入院|手術"
    r"|葬儀|卒業|入学|就職|転職|誘い|紹介|送別会|看病|容体|件|ほう|こと|もの|とき"
    r"|力|畑|田んぼ|庭|墓|店|味|料理|弁当|服|靴|本|本棚|歌|絵|夢|話し方|性格|口癖|見方|考え|気持ち|心|体|足|膝|腰"
    r"|おかげ|ところ|うち|そば|みんな|二人|三人|ひとり|一人|全員|今|昨日|今日|明日|最近|先日)$"
)


def relatives(text: str) -> Iterator[Found]:
    """Yield the people whom a text introduces by their tie to somebody."""
    for pattern in (BEHIND, BEFORE, JAPANESE):
        for found in pattern.finditer(text):
            start, end = found.span(found.lastgroup or "name")
            end -= len("'s") * text[start:end].endswith(("'s", "’s"))
            is_other = (_is_thing if pattern is JAPANESE else _is_word)(text[start:end], text[end:])
            if not is_other and not NO_JAPANESE_NAME.match(text[start:end]):
                yield mention_at(text, start, end, PERSON, SURE, "tie")


def _is_word(name: str, _after: str) -> bool:
    """Whether an English name is an everyday word or a place: "off to Arizona, my husband bought"."""
    lowered = name.lower()
    return lowered in _only_places() or lowered in words("common", "en_kinds", "en_more_words")


@cache
def _only_places() -> frozenset[str]:
    """Return places in lower case after which nobody is called."""
    places = {name.lower() for name in phrases("places", "more_places")}
    return frozenset(places - words("given_names", "more_given_names", "world_given_names"))


def _is_thing(name: str, after: str) -> bool:
    """Whether the dictionary knows a name only as a thing: 母のギプス, 父の認定結果."""
    if name in words("ja_given_names", "ja_words_and_names") or ADDRESS.match(after):
        return False
    inside = morphemes(name)
    if any(word.pos[1] == NUMERAL for word in inside):
        return True  # 母の一周忌
    return bool(inside) and all(
        word.is_known and word.is_noun and not word.is_proper_noun for word in inside
    )
