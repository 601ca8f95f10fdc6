"""Find people in Japanese text by whose relative or friend they are: 妹の紗耶, 小4のりく."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.morphology import Morpheme
from nlp.readers import PERSON, Found
from nlp.text.sentences import FORMAL, HONORIFICS, SENIOR, TEACHER, alternation

FAMILIES = (
    *("後輩", "嬢", "夫妻", "夫人", "兄弟", "姉妹", "一家"),
    *("おじさん", "おばさん", "おじいさん", "おばあさん"),
)
ADDRESSES = alternation((*HONORIFICS, FORMAL, TEACHER, SENIOR, *FAMILIES))
ONE_KANJI = re.compile(r"[一-龥々]")
MOST_KANJI = 3
KIN = (
    "ねーちゃん|ねえちゃん|にーちゃん|にいちゃん|姉ちゃん|兄ちゃん|オカン|オトン|姉貴|兄貴|妹|弟|姉|兄|娘|息子|長男|次男|三男|長女|次女|三女|夫|妻|旦那|嫁|婿|彼氏|彼女|友達|友だち|ともだち|友人|親友|同僚|先輩|後輩"
    "|上司|部下|甥っ子|甥|姪っ子|姪|いとこ|従兄|従弟|従姉|従妹|叔父|叔母|伯父|伯母|おじ|おば|祖母|祖父|母|父|孫|幼なじみ|幼馴染み?"
    "|同級生|クラスメート|クラスメイト|ルームメイト|婚約者|恋人|パートナー|元カレ|元カノ|相方|ママ友|義母|義父|義姉|義妹|義兄|義弟"
    "|教え子|担任|知人|知り合い|同期|小[1-6１-６]|中[1-3１-３]|高[1-3１-３]|[0-9]歳|年長|年中|年少"
)
GIVEN = alternation(words("ja_given_names"))
WORDS = alternation(words("ja_words_and_names"))
# Names of people by whose relative or friend they are: 妹の紗耶が, 娘は芽衣といいます.
OF_KIN = re.compile(
    rf"(?:(?:{KIN})(?:の|、|は|[（(])|末っ子の?)(?P<name>{GIVEN}|(?<=[（(])(?:{WORDS}))(?=(?:{ADDRESSES})?(?:[がはとにをも、。の」でへやだ（(と]|から|って|です|といい|と申|という|$))"
)
# After 友人の, the dictionary's place or unlisted kanji is a name as well; 母の実家 is none.
FAMILIAR_ADDRESS = re.compile(r"ちゃん|くん")
NEAR_KIN = re.compile(rf"(?:{KIN})の$")
AFTER_KIN = re.compile(rf"(?:{ADDRESSES})?(?:[がはともを、]|って|です|という)")


def of_kin(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the people of a sentence by whose relative or friend they are."""
    for match in OF_KIN.finditer(text):
        yield mention_at(text, *match.span("name"), PERSON, 0.85, "context")
    for at, word in enumerate(tokens[2:], 2):
        if tokens[at - 1].surface != "の" or not NEAR_KIN.search(text, 0, word.start):
            continue
        stop = _unlisted_end(tokens, at)
        if stop and AFTER_KIN.match(text, tokens[stop - 1].end):
            yield mention_at(text, word.start, tokens[stop - 1].end, PERSON, 0.8, "context")


def _unlisted_end(tokens: Sequence[Morpheme], at: int) -> int:
    """Return the end of a place name, or of kanji that the dictionary does not list; else 0."""
    if tokens[at].is_place_name:
        return at + 1
    stop = at
    while (
        stop < len(tokens) and stop - at < MOST_KANJI and ONE_KANJI.fullmatch(tokens[stop].surface)
    ):
        stop += 1
    inside = tokens[at:stop]
    # 一周忌 and 四十九日 count; 三郎 is listed.
    if any(word.pos[1] == "数詞" for word in inside):
        return 0
    # 大 and 吾 are words, 大吾 is none.
    is_made_up = len(inside) > 1
    is_noun = all(word.pos[0] == "名詞" or not word.is_known for word in inside)
    return stop if inside and is_noun and (is_made_up or not inside[0].is_known) else 0
