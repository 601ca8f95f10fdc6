"""Find given names and nicknames in Japanese text: さとし「…」, みっちゃん, しおりん, AnnaとBen."""

import re
from collections.abc import Iterator
from itertools import chain

from nlp.mentions.english.tokens import everyday, given_names
from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.readers import PERSON, Found
from nlp.text.sentences import alternation

KANJI_NAME = re.compile(r"[一-龥々]{2,}")
HIRAGANA_NAME = re.compile(r"[ぁ-んー]{3,}")
LISTED = words("ja_given_names")
RELATIVES = (
    "おじさん|おばさん|おじいちゃん|おばあちゃん|じいちゃん|ばあちゃん|兄ちゃん|姉ちゃん|にいちゃん|ねえちゃん"
    "|兄さん|姉さん|にいさん|ねえさん"
)
# A name of several kanji that is no other word, where it is what is spoken of.
SPOKEN_OF = (
    re.compile(
        rf"(?<![一-龥々ァ-ヶー])(?P<name>{alternation(filter(KANJI_NAME.fullmatch, LISTED))})"
        r"(?=[がはもと、]|から|って)"
    ),
    # Within hiragana, only the start of a line or a sign shows where a name begins.
    re.compile(
        rf"(?:^|(?<=[\s、。！？!?「『（(・：:→]))(?P<name>{alternation(filter(HIRAGANA_NAME.fullmatch, LISTED))})"
        r"(?=[がはもとのを、。「（(：:\s]|から|って|$)",
        re.MULTILINE,
    ),
)
# Everyday words before ちゃん and くん, and names of one kanji: 光くん, 湊ちゃん.
FAMILIAR = re.compile(
    rf"(?<![一-龥々ァ-ヶーぁ-ん])(?P<name>{alternation(words('ja_given_names', 'ja_given_words'))})"
    rf"(?:ちゃん(?!ぽん)|くん|君|{RELATIVES})(?!と?[しす])"
)
# みっちゃん and ちーちゃん are whole names, as are しおりん and ゆきのん.
NICKNAMES = (
    re.compile(
        r"(?<![ぁ-んァ-ヶー一-龥々])(?P<name>[ぁ-んァ-ヶ]{1,3}[っッー](?:ちゃん|くん))(?!ぽん)"
    ),
    re.compile(
        rf"(?<![一-龥々ァ-ヶーぁ-ん])(?P<name>(?:{alternation(filter(re.compile('[ぁ-ん]{2,3}').fullmatch, LISTED))})"
        r"(?:のん|っち|っぺ|ぽん|たん|ぴょん|りん|ん))(?=[がはもとにのを、。]|から|って|ちゃん|さん)"
    ),
    # The name that a nickname is introduced as: きょんってあだ名.
    re.compile(
        r"(?:^|(?<=[、。「]))(?P<name>[ぁ-んァ-ヶー]{2,6}?)(?=(?:って|という|っていう)(?:あだ名|愛称|ニックネーム))"
    ),
)
LATIN = re.compile(
    r"(?<![A-Za-z0-9_.@/-])(?P<name>[A-Z][a-z]{2,14})(?=[とがはもにをの、。（(]|さん|くん|ちゃん|から|って)"
)


def given(text: str) -> Iterator[Found]:
    """Yield the given names and nicknames of a sentence."""
    for match in chain.from_iterable(pattern.finditer(text) for pattern in SPOKEN_OF):
        yield mention_at(text, *match.span("name"), PERSON, 0.7, "given")
    for match in FAMILIAR.finditer(text):
        yield mention_at(text, *match.span("name"), PERSON, 0.8, "title")
    for match in chain.from_iterable(pattern.finditer(text) for pattern in NICKNAMES):
        yield mention_at(text, *match.span("name"), PERSON, 0.96, "nickname")
    for match in LATIN.finditer(text):
        if match["name"].lower() in given_names() and match["name"].lower() not in everyday():
            yield mention_at(text, *match.span("name"), PERSON, 0.75, "given")
