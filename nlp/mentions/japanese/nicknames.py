"""Find nicknames in Japanese text: みっちゃん, いのっち, やまぴー, ゆかりん, ぱんちゃん."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.morphology import Morpheme
from nlp.readers import PERSON, Found

from .given import LISTED

START = r"(?:^|(?<=[\s、。！？!?「『（(・：:→,／/|\-*＆&→])|(?<=[一-龥]の)|(?<=[はがとにも]))"
AFTER = r"(?=[がはもとにのをへ、。！!？?」（()）:：→・／/\s]|から|って|だけ|ちゃん|さん|より|$)"
# みっちゃん and ちーちゃん are whole names, as are いのっち and やまぴー.
WHOLE = (
    re.compile(
        r"(?:(?<![ぁ-んァ-ヶー一-龥々])|(?<=[一-龥]の)|(?<=今日)|(?<=昨日)|(?<=[はがとにも、]))"
        r"(?P<name>[ぁ-んァ-ヶ]{1,3}(?:[っッ](?:ちゃん|くん|さん(?!ぽ|じ))|ー(?:ちゃん|くん)))(?!ぽん)"
    ),
    re.compile(
        rf"{START}(?P<name>[ぁ-んァ-ヶー]{{1,4}}"
        rf"(?:っち|ッチ|っぴ|っしー|ッシー|にゃん|ぴょん|ぴー|ピー|っぺ|っちょ|っつん|ぼー|みー|もー|すけ|っきー|ッキー|りん|のん))"
        rf"{AFTER}",
        re.MULTILINE,
    ),
    re.compile(
        r"(?:^|(?<=[、。「]))(?P<name>[ぁ-んァ-ヶー]{2,6}?)(?=(?:って|という|っていう)(?:あだ名|愛称|ニックネーム|呼ばれて))"
    ),
)
LISTED_STEM = re.compile(
    rf"(?<![一-龥々ァ-ヶーぁ-ん])(?P<stem>[ぁ-ん]{{2,3}}?)(?:のん|ぽん|たん|ん){AFTER}",
    re.MULTILINE,
)
# ゆーま, すーじー: hiragana with a long vowel where people write names.
DRAWN = re.compile(
    r"(?:^|(?<=[、。！？!?「（(・：:→]))(?P<name>[ぁ-ん]{1,3}ー(?:[ぁ-ん]{1,2}ー?)?)(?=[もがとは](?:[ぁ-ん]{0,2}[一-龥ァ-ヶ]|すー|べ)"
    r"|[:：「→（(]|ちゃん|くん|[、・][ぁ-んァ-ヶー]{2,5}[も、・と])",
    re.MULTILINE,
)
# A name that no dictionary lists, in hiragana before ちゃん, くん and さん.
ADDRESSED = re.compile(
    r"(?:^|(?<=[^ぁ-んー])|(?<=[はがをにへとで、]))(?P<name>[ぁ-ん]{2,4}?)(?P<address>ちゃん|くん|さん|様)(?!ぽん|ざ)",
    re.MULTILINE,
)
PARTICLE = re.compile(r"[はがをにのでともへや]")
OTHER_WORD = re.compile(r"[あこそど]っち$|ばあ$|じい$|おば$|おじ$|[にね]い$|[にね]え$")
NO_PARTS = frozenset({"動詞", "形容詞", "助動詞", "副詞", "感動詞"})
# いぬちゃん, みなさん and うちの子 are nobody in particular.
NO_NICKNAMES = words("ja_no_nicknames")
FAMILIAR = frozenset({"ちゃん", "くん"})


def nicknames(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the nicknames of a sentence."""
    for pattern in (*WHOLE, DRAWN):
        for match in pattern.finditer(text):
            if not _is_word(match["name"], match.span("name"), tokens):
                sure = 0.96 if pattern is WHOLE[0] else 0.8
                yield mention_at(text, *match.span("name"), PERSON, sure, "nickname")
    for match in LISTED_STEM.finditer(text):
        whole = text[match.start("stem") : match.end()]
        is_listed = match["stem"] in LISTED or (whole[-1] == "ん" and whole[:-1] in LISTED)
        if is_listed and not _is_word(whole, match.span(), tokens):
            yield mention_at(text, *match.span(), PERSON, 0.9, "nickname")
    for match in ADDRESSED.finditer(text):
        start, end = _without_particle(match)
        is_word = match["address"] not in FAMILIAR and _is_word(
            text[start:end], (start, end), tokens
        )
        if (
            end - start > 1
            and not is_word
            and not _is_nobody(text[start:end], (start, end), tokens)
        ):
            yield mention_at(text, start, end, PERSON, 0.79, "nickname")


def _without_particle(match: re.Match[str]) -> tuple[int, int]:
    """Return the span of a name without the particle that leads to it: のねもと in 薬局のねもと."""
    start, end = match.span("name")
    before = match.string[start - 1 : start]
    is_led = bool(before) and bool(re.match(r"[一-龥々ァ-ヶーA-Za-z0-9]", before))
    return (start + 1 if is_led and PARTICLE.match(match.string, start) else start), end


def _is_nobody(name: str, span: tuple[int, int], tokens: Sequence[Morpheme]) -> bool:
    """Whether hiragana before さん is a relative in general or the rest of another word."""
    if (
        name in NO_NICKNAMES
        or OTHER_WORD.search(name)
        or name.endswith(("を", "が", "は", "て", "たら", "ない"))
    ):
        return True
    start, end = span
    inside = [word for word in tokens if word.start < end and start < word.end]
    is_cut = bool(inside) and inside[0].start < start
    is_verb = (
        inside and inside[-1].pos[0] in NO_PARTS and inside[-1].surface.endswith(("て", "く", "い"))
    )
    return name not in LISTED and bool(is_verb or (is_cut and inside[0].pos[0] in NO_PARTS))


def _is_word(name: str, span: tuple[int, int], tokens: Sequence[Morpheme]) -> bool:
    """Whether the dictionary knows a nickname as another word: こっち, はっぴー."""
    if name in NO_NICKNAMES or OTHER_WORD.search(name):
        return True
    start, end = span
    return any(
        word.start <= start and end <= word.end and word.is_known and word.pos[2] != "人名"
        for word in tokens
    )
