"""Find shops, clinics, schools and firms in Japanese text: すずらん薬局, 居酒屋まる, 下総精密さん."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.morphology import Morpheme
from nlp.readers import ORGANIZATION, Found
from nlp.text.sentences import alternation

ENDS = alternation(words("ja_shop_ends"))
HEADS = alternation(words("ja_shop_heads"))
# In バージョン and ホテルマン the word goes on.
HAN_HEADS = alternation(word for word in words("ja_shop_heads") if re.search(r"[一-龥]$", word))
CLINICS = ("クリニック", "科", "薬局", "園", "院", "食堂", "書店", "牧場", "ベーカリー", "寮")
CASES = frozenset({"が", "は", "を", "に", "へ", "で", "と", "も", "なら", "から", "まで"})
GENERIC = words("ja_generic_stems")
BEHIND = (
    "行|勤務|前|近く|経由|内|帰り|通い|宛|様|御中|所属|代表|主催|裏|横"
    "|向かい|名義|院長|店長|社長|専務|所長|園長|校長|主任|先生|さん"
)
END = re.compile(
    rf"(?:{ENDS})(?:(?:{ENDS})|本店|支店|分院|分校)?(?:(?![ァ-ヶー一-龥])|(?={BEHIND}))"
)
# A stem in hiragana begins behind a sign or a particle: ひまわり保育園, 昨日みなみ薬局で.
HIRAGANA_STEM = re.compile(r"[ぁ-んー]{2,10}(?:[一-龥]{0,4}|[ァ-ヶー]{0,8})$")
STEM = re.compile(r"[一-龥々ァ-ヶー・A-Za-zぁ-ん]{1,16}$")
OTHER_STEM = re.compile(
    r"(?:(?:[一-龥々ァ-ヶー・]|(?<=[一-龥])が(?=[丘谷原峰崎浦岡])|(?<=通)り){1,12}|[A-Z][A-Za-z]{1,15})$"
)
LEADING = re.compile(
    r"(?:.*(?:から|まで|って|では|には|とは|より|うちの|あそこの|ここの|そこの|どこの|うちらの|この|あの|その|近くの|ような|みたいな|いつもの|ちょっと|やっぱり|やっと|さっき|もう|まだ|また|すぐ|たぶん|いや|はい|ねえ|あと|ずっと|ほんと))"
)
PARTICLE = re.compile(r"^[をがはにへでともや]")
NO_STEM_ENDS = ("の", "た", "な", "る", "い", "て", "く", "し", "も", "と")
NO_PARTS = frozenset({"形容詞", "連体詞", "接続詞", "感動詞"})
NO_LAST = frozenset({"助詞", "助動詞", "動詞", "形容詞", "副詞", "連体詞", "接続詞"})
# The rest of a sentence before another stem: おばぁが照屋食堂で.
LED = re.compile(r"[ぁ-んー]*[がはをにへでと、も](?=[一-龥ァ-ヶ])")
NATURE = ("の里", "の木", "の森", "のき", "のとり", "みなみ", "あおい", "ひまわり", "かえで")
LONGEST = 24
# 居酒屋まるで, 喫茶ポピー, 美容室 LUCE, カフェ・ポルカ
NAMED_HEAD = re.compile(
    rf"(?<![一-龥々ァ-ヶー])(?:(?:{HEADS})[・ 　](?=[ァ-ヶー]{{2}}|[A-Z])"
    rf"|(?:{HAN_HEADS})(?=[ァ-ヶー]{{2}}|[A-Z])|(?:{HEADS})(?=[ 　]))"
    rf"(?:(?:[ァ-ヶー]{{2,12}}(?:[・][ァ-ヶー]{{2,12}})?|[A-Z][A-Za-zà-ÿ'&.]{{1,20}})"
    r"|[ 　](?:[ぁ-ん]{2,6}|[一-龥々]{1,5})(?=[、。」）)\s]|[にでのはがをへと]|って|$))(?![ァ-ヶーA-Za-z])"
)
HEADS_OF_HIRAGANA = re.compile(
    r"(?<![一-龥々ァ-ヶー])(?:居酒屋|喫茶|小料理|割烹|民宿|スナック|道の駅|ベーカリー|美容室|麺屋|食事処|旅館|ペンション|パン工房)"
    r"(?P<stem>[ぁ-ん]{2,6}?)(?=(?:んとこ|さん|[にではがをへとの、。」）)\s]|って|から|まで|$))"
)
NO_NAMES = words("ja_no_shop_names")
PEOPLE_DO = (
    r"(?:で(?:バイト|パート|働[いくき]|勤務|買っ|買[いう]|注文|予約|ランチ|モーニング|面接|研修|借り|頼[んみ]|飲[みん]|食べ|検査|手術|診て)"
    r"|に(?:勤め|就職|転職|内定|入社|予約|発注|注文|入院|通院|通って|通う|受診|見積|納品|外注|問い合わせ|請求|頼[んみ]|電話)"
    r"|から(?:内定|見積|請求|納品|注文|返品|電話|届い|仕入)|の(?:店長|店員|社員|社長|専務|営業さん|バイト|店主|ポイントカード|クーポン"
    r"|見積|請求|担当者|面接|内定|御中)|を(?:受診|退職|退社|辞め)|へ(?:発注|搬送|納品)"
    r"|さん[にへ](?:発注|外注|注文|見積)| ?御中)"
)
# Katakana and kanji that no dictionary lists, where people work, buy or order.
OF_FIRMS = re.compile(
    rf"(?<![一-龥々ァ-ヶー・A-Za-z])(?P<name>[ァ-ヶー]{{3,12}}(?:[・][ァ-ヶー]{{2,12}})?|[ァ-ヶー]{{2,8}}[一-龥]{{1,4}}|[一-龥]{{1,4}}[ァ-ヶー]{{2,10}}){PEOPLE_DO}"
)
TO_FIRM = re.compile(r"(?P<name>[一-龥々ァ-ヶーぁ-んA-Za-z・]{2,20}) ?御中")
KATAKANA = re.compile(r"[ァ-ヶー・]+")


def shops(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the organizations that their last or first word shows, or what people do there."""
    for match in END.finditer(text):
        start = _start(text, match.start(), tokens)
        if start is not None:
            yield mention_at(text, start, match.end(), ORGANIZATION, 0.86, "shop")
    for match in (*NAMED_HEAD.finditer(text), *HEADS_OF_HIRAGANA.finditer(text)):
        is_verb = any(
            word.pos[0] in NO_LAST and word.start > match.start()
            for word in _inside(tokens, *match.span())
        )
        if not is_verb and not match[0].endswith(tuple(NO_NAMES)):
            yield mention_at(text, *match.span(), ORGANIZATION, 0.84, "shop")
    for match in OF_FIRMS.finditer(text):
        if _is_unlisted(match.span("name"), tokens) and match["name"] not in NO_NAMES:
            yield mention_at(text, *match.span("name"), ORGANIZATION, 0.72, "shop")
    for match in TO_FIRM.finditer(text):
        yield mention_at(text, *match.span("name"), ORGANIZATION, 0.8, "shop")


def _start(text: str, at: int, tokens: Sequence[Morpheme]) -> int | None:
    """Return where the name before a last word begins; None if nothing makes it a name."""
    before = text[max(0, at - LONGEST) : at]
    hiragana = HIRAGANA_STEM.search(before)
    if hiragana and not LED.match(hiragana[0]):
        start = at - len(before) + hiragana.start()
        return _after_particles(text, start, at, tokens)
    other = OTHER_STEM.search(before)
    if other is None:
        return None
    start = at - len(before) + other.start()
    inside = [word for word in tokens if start <= word.start and word.end <= at]
    while inside and (inside[0].pos[2] == "副詞可能" or inside[0].surface in GENERIC):
        inside = inside[1:]
    if not inside or inside[-1].end != at:
        return None
    is_name = (
        any(word.is_proper_noun or not word.is_known for word in inside)
        or _is_foreign_clinic(text, at, inside)
        or (len(inside) > 1 and all(len(word.surface) == 1 for word in inside))
    )
    return inside[0].start if is_name else None


def _is_foreign_clinic(text: str, at: int, inside: Sequence[Morpheme]) -> bool:
    """Whether one word in katakana stands before a kind of clinic or shop: ホワイト歯科."""
    end = END.match(text, at)
    is_clinic = end is not None and end[0].endswith(CLINICS)
    return is_clinic and len(inside) == 1 and bool(KATAKANA.fullmatch(inside[0].surface))


def _after_particles(text: str, start: int, at: int, tokens: Sequence[Morpheme]) -> int | None:
    """Return the start of a stem in hiragana behind the words that only lead to it."""
    if lead := LEADING.match(text, start, at):
        start = lead.end()
    begins = start == 0 or not re.match(r"[一-龥々ァ-ヶーA-Za-z0-9]", text[start - 1])
    if (not begins and PARTICLE.match(text, start)) or (not begins and text[start] == "の"):
        start += 1
    elif not begins:
        return _behind_place(text, start, at, tokens)
    stem = text[start:at]
    stem = text[start:at]
    inside = _inside(tokens, start, at)
    if not inside or len(stem) < 2 or stem in GENERIC or (stem[-1] in "がはをにでへ"):
        return None
    is_word = len(inside) == 1 and inside[0].pos[0] == "名詞"
    is_name = is_word or stem.endswith(NATURE) or not stem.endswith(NO_STEM_ENDS)
    is_phrase = any(
        word.pos[0] in NO_PARTS or word.surface in CASES or word.lemma in ("有る", "居る", "為る")
        for word in inside
    )
    is_generic = any(word.surface in GENERIC for word in inside)
    return start if is_name and not is_phrase and not is_generic else None


def _behind_place(text: str, start: int, at: int, tokens: Sequence[Morpheme]) -> int | None:
    """Return the start of a place that a stem in hiragana follows: 行徳みなと整形外科."""
    inside = _inside(tokens, start, at)
    if text[start:at].endswith(NO_STEM_ENDS) or any(word.pos[0] == "助詞" for word in inside):
        return None
    if any(word.surface in CASES for word in inside):
        return None
    return next((word.start for word in tokens if word.end == start and word.is_proper_noun), None)


def _inside(tokens: Sequence[Morpheme], start: int, end: int) -> list[Morpheme]:
    return [word for word in tokens if word.start < end and start < word.end]


def _is_unlisted(span: tuple[int, int], tokens: Sequence[Morpheme]) -> bool:
    """Whether no word in a span is a common noun: コンビニ is one, クロスケ is none."""
    inside = _inside(tokens, *span)
    return any(not word.is_known for word in inside) and not any(
        word.is_known and KATAKANA.fullmatch(word.surface) for word in inside
    )
