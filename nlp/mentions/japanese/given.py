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
SHORT = re.compile(r"[ぁ-ん]{2,3}")
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
        rf"(?:^"
        rf"|(?<=[\s、。！？!?「『（(・：:→]))(?P<name>{alternation(filter(HIRAGANA_NAME.fullmatch, LISTED))})"
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
        r"(?:(?<![ぁ-んァ-ヶー一-龥々])|(?<=[一-龥]の))(?P<name>[ぁ-んァ-ヶ]{1,3}[っッー](?:ちゃん|くん))(?!ぽん)"
    ),
    re.compile(
        rf"(?<![一-龥々ァ-ヶーぁ-ん])(?P<name>(?:{alternation(filter(SHORT.fullmatch, LISTED))})"
        r"(?:のん|っち|っぺ|ぽん|たん|ぴょん|りん|ん))(?=[がはもとにのを、。]|から|って|ちゃん|さん)"
    ),
    # The name that a nickname is introduced as: きょんってあだ名.
    re.compile(
        r"(?:^|(?<=[、。「]))(?P<name>[ぁ-んァ-ヶー]{2,6}?)(?=(?:って|という|っていう)(?:あだ名|愛称|ニックネーム))"
    ),
)
# What only people have, get and do, which makes a name of an everyday word: ひなの七五三.
OF_PEOPLE = re.compile(
    rf"(?:^"
    rf"|(?<=[、。！？「（(・：:\s\dので]))(?P<name>{alternation(words('ja_given_names', 'ja_given_words'))})"
    r"(?:の(?:七五三|誕生日|誕プレ|運動会|参観|お?弁当|習い事|宿題|入学|卒園|卒業|結婚式|送別会|歓迎会|お見舞い|お祝い|発表会"
    r"|受験|テスト|担任|保育園|幼稚園|ママ|パパ|お母さん|お父さん|実家|部屋|引っ越し|就職|出産|個人面談|三者面談|試合)"
    r"|に(?:借り|貸し|返[すし]|もら|聞[いき]|頼[んみま]|相談|謝|会[いうっ]|渡[すし]|連絡|送[るっり]|あげ|教え|言[いうっわ]|伝え)"
    r"|から(?:もら|借り|連絡|返事|電話|LINE|メール|聞[いき]|言われ|誘)"
    r"|と(?:会[いうっ]|飲[みん]|遊[びん]|食事|デート|電話|喧嘩|ケンカ|けんか|仲直り|付き合|結婚|別れ|待ち合わせ|話し)"
    r"|[がは](?:言[いうっ]|怒|泣|休[みん]|辞め|好き|嫌い|嫌が|食べ|寝て|小[1-6]|中[1-3]|高[1-3]|[0-9]歳|苦手|得意|来[るたて]))",
    re.MULTILINE,
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
    for match in OF_PEOPLE.finditer(text):
        yield mention_at(text, *match.span("name"), PERSON, 0.78, "given")
    for match in LATIN.finditer(text):
        if match["name"].lower() in given_names() and match["name"].lower() not in everyday():
            yield mention_at(text, *match.span("name"), PERSON, 0.75, "given")
