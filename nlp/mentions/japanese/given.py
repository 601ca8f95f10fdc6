"""Find listed given names in Japanese text: ひなの七五三, ラファエルが, AnnaとBen."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.english.tokens import everyday, given_names
from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.morphology import Morpheme
from nlp.readers import PERSON, Found

LISTED = words("ja_given_names", "ja_more_given_names")
WITH_WORDS = LISTED | words("ja_given_words", "ja_more_given_words")
FOREIGN = words("ja_foreign_names")
FOREIGN_WORDS = words("ja_people_and_words")
SURE_FOREIGN = FOREIGN - FOREIGN_WORDS
ANY_FOREIGN = FOREIGN | FOREIGN_WORDS
ANY = WITH_WORDS | ANY_FOREIGN
NO_NAMES = frozenset({"接続詞", "副詞", "動詞", "形容詞", "連体詞", "感動詞"})
LONGEST, SHORTEST_ALONE = 6, 3
# Within hiragana, only the start of a line, a sign or another script shows where a name begins.
HIRAGANA_START = re.compile(r"(?:^|(?<=[^ぁ-んー]))(?=[ぁ-ん])(?!(?<=好)かん)")
# 今日はりんたろうが: a long name may stand behind a particle.
BEHIND_PARTICLE = re.compile(r"(?<=[はがをにでのも、])(?=[ぁ-ん])")
SIGN = re.compile(r"(?:^|(?<=[\s、。！？!?「『・：:→,，／/|｜*＆&×\-\]]))", re.MULTILINE)
AFTER_NAME = re.compile(
    r"[がはもとのを、。「（(：:→・／/,，!！?？)）」|｜\s]|な[、ぁ]|さぁ"
    r"|から|って|だけ|より|いわく|曰く|$"
)
AFTER_HAN = re.compile(
    r"[がはもとにのをへや、。「（(：:→・／/,，!！?？)）」|｜\s]|から|って|だけ|より|$"
)
HAN = re.compile(r"(?<![一-龥々ァ-ヶー])[一-龥々]{2,4}(?![一-龥々])")
KATAKANA = re.compile(r"(?<![A-Za-zァ-ヶー・＝=])[ァ-ヶー]{2,12}(?![ァ-ヶー])")
WHOLE_FOREIGN = re.compile(
    r"(?<![ァ-ヶー・＝=])(?P<first>[ァ-ヶー]{2,12})(?:[・＝=][ァ-ヶー]{2,12}){1,3}"
)
AFTER_KATAKANA = re.compile(
    r"[がはもとにのをへや、。「（(：:→・／/,，!！?？)）」|｜\s＆&×]|から|って|だけ|より|まで|$"
)
FOREIGN_OTHERS = re.compile(r".*(?:ズ|ホテル|カフェ|ランド|パーク|クラブ|シティ|ストア|ショップ)$")
# Everyday words before ちゃん and くん, and names of one kanji: 光くん, 湊ちゃん.
ADDRESS = re.compile(
    r"(?:ちゃん(?!ぽん)|くん|君|おじさん|おばさん|おじいちゃん|おばあちゃん|じいちゃん|ばあちゃん|じいじ|ばあば|じっちゃ|ばっちゃ"
    r"|兄ちゃん|姉ちゃん|にいちゃん|ねえちゃん|兄さん|姉さん|にいさん|ねえさん|叔母|叔父|伯母|伯父|大叔|坊(?![一-龥])|爺(?![一-龥])"
    r"|婆(?![一-龥])|姉(?![一-龥])|兄(?![一-龥]))(?!と?[しす])"
)
ADDRESSED = re.compile(
    rf"{ADDRESS.pattern}|さん|様|氏|先生|先輩|博士|宣教師|研究員|牧師|神父|主任|係長|課長|部長|所長|店長|社長|教授|監督|コーチ|選手|待ち"
)
# What only people have, get and do, which makes a name of an everyday word: ひなの七五三.
OF_PEOPLE = re.compile(
    r"(?:の(?:七五三|誕生日|誕プレ|運動会|参観|お?弁当|習い事|宿題|入学|卒園|卒業|結婚|送別会|歓迎会|お見舞い|お祝い|発表会"
    r"|受験|テスト|担任|保育園|幼稚園|ママ|パパ|お母さん|お父さん|実家|部屋|引っ越し|就職|出産|個人面談|三者面談|試合|番"
    r"|彼氏|彼女|旦那|奥さん|名札|制服|服|靴|水筒|連絡帳|送迎|お迎え|熱|体調|機嫌|写真|分|やつ|ぶん|こと|誕|隣|席|話|声|顔|字|絵|送別|面接|シフト|代わり"
    r"|机|携帯|スマホ|アカウント|番号)"
    r"|に(?:借り|貸し|返[すし]|もら|聞[いきか]|訊|頼[んみま]|相談|謝|会[いうっ]|渡[すし]|連絡|送[るっり]|あげ|教え|言[いうっわ]|伝え"
    r"|電話|メール|LINE|ライン|負け|勝[ったつ]|怒られ|叱られ|似|任せ|見せ|譲|話[しすせ]|書|読|預け|選|買って|誘われ|告白|バレ|お願い|確認)"
    r"|から(?:もら|借り|連絡|返事|返信|電話|LINE|ライン|メール|聞[いき]|言われ|誘|届|写真|手紙|年賀状|プレゼント|お土産|引き継)"
    r"|と(?:会[いうっ]|飲[みん]|遊[びん]|食事|ご飯|ごはん|ランチ|デート|電話|喧嘩|ケンカ|けんか|仲直り|付き合|結婚|別れ|待ち合わせ|話[しすせ]"
    r"|一緒|行[くきっこけ]|二人|ふたり|合流|組|住|同棲|旅行|カラオケ|同じ|相談|仲)"
    r"|[がはもって]{1,2}(?:言[いうっ]|怒|泣|休[みん]|辞め|好き|嫌い|嫌が|食べ|寝|小[1-6]|中[1-3]|高[1-3]|[0-9]+歳|苦手|得意|来[るたてら]"
    r"|書[いくか]|作っ|作[るり]|描|送っ|くれ|話[しすせ]|笑|黙|走|飲[みん]|欲し|帰[るっり]|入院|入学|卒業|結婚|転校|転勤|退職|留学|引っ越|担当|欠席|出席|参加|遅刻"
    r"|熱|風邪|インフル|発熱|嘔吐|元気|酔|迎え|拾|忘れ|なく[しす]|見つけ|教えて|勧め|選ん|歌|弾|踊|運転|行[くきっ]|いない|いた|いる|呼ん|待っ|起き|着[いく]|買っ|貸し|説明|転ん|ハマ|はま)"
    r"|を(?:迎え|誘|呼[んびぶ]|待[ったつ]|起こ|祝|慰|励|紹介|見送|連れ|送って|おんぶ|抱っこ|叱|褒|ほめ|説得|推)"
    r"|って(?:誰|人|やつ|奴|呼|いう(?:人|先輩|後輩|友達))|より$|宛|あて(?![ぁ-ん]{2})|へ(?:の|$|。|、|\s))",
    re.MULTILINE,
)
LATIN = re.compile(
    r"(?<![A-Za-z0-9_.@/-])(?P<name>[A-Z][a-zà-ÿ]{2,14})(?=[とがはもにをの、。（(→]|さん|くん|ちゃん|から|って)"
)


def given(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the listed given names of a sentence."""
    yield from _han(text)
    yield from _hiragana(text, tokens)
    yield from _katakana(text)
    for match in LATIN.finditer(text):
        if match["name"].lower() in given_names() and match["name"].lower() not in everyday():
            yield mention_at(text, *match.span("name"), PERSON, 0.75, "given")


def _han(text: str) -> Iterator[Found]:
    """Yield listed names of several kanji that are no other words, where they are spoken of."""
    for match in HAN.finditer(text):
        if match[0] in LISTED and AFTER_HAN.match(text, match.end()):
            yield mention_at(text, *match.span(), PERSON, 0.74, "given")


def _hiragana(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    others = {(word.start, word.end) for word in tokens if word.pos[0] in NO_NAMES}
    for place in HIRAGANA_START.finditer(text):
        at, is_behind_sign = place.start(), bool(SIGN.match(text, place.start()))
        for end in _ends(text, at):
            surface = text[at:end]
            if (at, end) in others:
                continue
            least = SHORTEST_ALONE if is_behind_sign else SHORTEST_ALONE + 1
            if len(surface) >= least and surface in LISTED and AFTER_NAME.match(text, end):
                yield mention_at(text, at, end, PERSON, 0.74, "given")
    yield from _of_people(text)


def _of_people(text: str) -> Iterator[Found]:
    """Yield names that may be words, before what only people have, get and do, or an address."""
    for place in re.finditer(r"(?<![一-龥々ァ-ヶーぁ-ん])(?=[一-龥々ぁ-ん])", text):
        for end in _ends(text, place.start()):
            if ADDRESS.match(text, end):
                yield mention_at(text, place.start(), end, PERSON, 0.8, "title")
            elif OF_PEOPLE.match(text, end):
                yield mention_at(text, place.start(), end, PERSON, 0.78, "given")
    for place in BEHIND_PARTICLE.finditer(text):
        for end in _ends(text, place.start()):
            is_long = end - place.start() > SHORTEST_ALONE and AFTER_NAME.match(text, end)
            if is_long or OF_PEOPLE.match(text, end):
                yield mention_at(text, place.start(), end, PERSON, 0.74, "given")


def _ends(text: str, at: int) -> Iterator[int]:
    """Yield the ends of the listed names that begin at a place, the longest first."""
    for size in range(LONGEST, 0, -1):
        if text[at : at + size] in WITH_WORDS and at + size <= len(text):
            yield at + size


def _katakana(text: str) -> Iterator[Found]:
    for match in KATAKANA.finditer(text):
        if match[0] in SURE_FOREIGN and AFTER_KATAKANA.match(text, match.end()):
            yield mention_at(text, *match.span(), PERSON, 0.8, "foreign")
        elif match[0] in FOREIGN_WORDS and OF_PEOPLE.match(text, match.end()):
            yield mention_at(text, *match.span(), PERSON, 0.76, "foreign")
        elif match[0] in ANY_FOREIGN and ADDRESSED.match(text, match.end()):
            yield mention_at(text, *match.span(), PERSON, 0.85, "title")
    for match in WHOLE_FOREIGN.finditer(text):
        is_person = match["first"] in SURE_FOREIGN and not FOREIGN_OTHERS.fullmatch(match[0])
        if is_person and AFTER_KATAKANA.match(text, match.end()):
            yield mention_at(text, *match.span(), PERSON, 0.85, "foreign")
