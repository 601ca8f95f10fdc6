"""Spellings of one name made equal: punctuation, legal forms, titles, numerals, old characters."""

import re
import unicodedata

from nlp.text.fold import fold_width, name_key

from .readings import GLYPHS

# Characters of names that people write in an old and a new form.
VARIANTS = str.maketrans("邊邉齋濱澤廣國嶋嶌櫻惠眞龍藏圓榮", "辺辺斎浜沢広国島島桜恵真竜蔵円栄")
# Signs that tell things apart: C, C++ and C#.
_PUNCTUATION = re.compile(r"[^\w+#]|[_ー]")
_LEGAL = re.compile(
    r"株式会社|有限会社|合同会社|合資会社|合名会社|一般社団法人|公益社団法人|一般財団法人|公益財団法人|社団法人|財団法人"
    r"|npo法人|学校法人|医療法人|\(株\)|\(有\)"
    r"|[\s,]+(?:incorporated|inc|corporation|corp|company|co|limited|ltd|llc|llp|gmbh|ag|plc|kk|k\.k)\b\.?",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"^the\s+|^project\s+|\s+project$|プロジェクト$|の?計画$|案件$", re.IGNORECASE
)
_PERSON_TITLE_BEFORE = re.compile(
    r"^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|rev|capt|lt)\b\.?\s+)+", re.IGNORECASE
)
_PERSON_TITLE_AFTER = re.compile(r"(?:,?\s+(?:ph\.?d|m\.?d|esq|mba|cpa)\.?)+$", re.IGNORECASE)
_ROMAJI_HONORIFIC = re.compile(r"[-\s](?:san|sama|kun|chan|sensei|senpai|shi|dono)$", re.IGNORECASE)
_HONORIFIC = re.compile(r"(?<=.)(?:さん|さま|様|氏|くん|君|ちゃん|殿|先輩|先生)$")
RANKS = (
    "代表取締役", "取締役", "副社長", "社長", "会長", "専務", "常務", "本部長", "副部長", "部長", "次長",
    "課長", "係長", "主任", "室長", "所長", "店長", "工場長", "支店長", "局長", "院長", "学長", "校長",
    "監督", "教授", "准教授", "助教", "博士", "医師", "弁護士", "議員", "大臣", "知事", "市長", "リーダー",
    "マネージャー", "マネジャー",
)  # fmt: skip
_RANK = re.compile(rf"(?<=.)(?P<rank>{'|'.join(sorted(RANKS, key=len, reverse=True))})$")
_KANJI_DIGIT = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_NUMERAL = "[一二三四五六七八九十]"
_COUNTED = re.compile(
    rf"(?<=第){_NUMERAL}+|{_NUMERAL}+(?=課|班|丁目|号|組|期|回|章|係|番|級|部|チーム)|(?<=[ァ-ヺー]){_NUMERAL}+$"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)*(?:[a-z](?![a-z]))?")
_ROMAN = re.compile(r"(?<=\s)(?=[IVX])(?:X{0,2}(?:IX|IV|V?I{0,3}))$")


def plain(text: str) -> str:
    """Return ``text`` in one width and case, without accents or forms of one character."""
    folded = fold_width(text.strip()).translate(GLYPHS)
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFD", folded)
    kept = "".join(c for c in parts if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", kept)


def tight(text: str) -> str:
    """Return ``text`` without spaces, punctuation and marks of long vowels, kana as hiragana."""
    return _PUNCTUATION.sub("", name_key(plain(text)))


def without_form(text: str) -> str:
    """Return an organisation's or project's name without its legal form and words like “project”."""
    name = unicodedata.normalize("NFKC", text).strip()
    return _GENERIC.sub("", _LEGAL.sub("", name)).strip(" ,.") or name


def without_title(text: str) -> tuple[str, str]:
    """Return a person's name without forms of address, and the rank that it came with."""
    name = unicodedata.normalize("NFKC", text).strip()
    name = _PERSON_TITLE_AFTER.sub("", _PERSON_TITLE_BEFORE.sub("", name)) or name
    name = _ROMAJI_HONORIFIC.sub("", name)
    name = _HONORIFIC.sub("", name).strip()
    found = _RANK.search(name)
    if found is None or name in RANKS:
        return name, ""
    return name[: found.start()].strip(), found["rank"]


def numerals_as_digits(text: str) -> str:
    """Return ``text`` with the kanji numerals that count something as digits: 第一 as 第1."""
    return _COUNTED.sub(lambda match: str(_value(match[0])), text)


def _value(numeral: str) -> int:
    tens, ten, ones = numeral.partition("十")
    if not ten:
        return int("".join(str(_KANJI_DIGIT[digit]) for digit in numeral))
    return _KANJI_DIGIT.get(tens[-1:], 1) * 10 + _KANJI_DIGIT.get(ones[:1], 0)


def numbers(text: str) -> tuple[str, ...]:
    """Return the numbers and versions in a name; a Roman numeral at its end is one too."""
    roman = _ROMAN.search(text)
    found = _NUMBER.findall(fold_width(numerals_as_digits(text)))
    return (*found, roman[0]) if roman and roman[0] else tuple(found)
