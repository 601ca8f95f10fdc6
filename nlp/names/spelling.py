"""Normalize spellings of names: punctuation, legal forms, titles, numerals, old characters."""

import re
import unicodedata

from rapidfuzz.distance import Levenshtein

from nlp.readers import PERSON
from nlp.text.sentences import (
    FORMAL,
    HONORIFIC,
    HONORIFICS,
    SENIOR,
    TEACHER,
    TITLE,
    TITLES,
    alternation,
)
from nlp.text.tokens import fold_width, kanji_number, name_key

from .romaji import GLYPHS

# Characters of names with an old and a new form.
VARIANTS = str.maketrans("邊邉齋濱澤廣國嶋嶌櫻惠眞龍藏圓榮", "辺辺斎浜沢広国島島桜恵真竜蔵円栄")
# Plus and hash distinguish names: C, C++ and C#.
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
    rf"^(?:(?:{alternation(TITLES)}|miss|mx|professor|sir|dame|rev|capt|lt)\b\.?\s+)+",
    re.IGNORECASE,
)
_PERSON_TITLE_AFTER = re.compile(r"(?:,?\s+(?:ph\.?d|m\.?d|esq|mba|cpa)\.?)+$", re.IGNORECASE)
_ROMAJI_HONORIFIC = re.compile(r"[-\s](?:san|sama|kun|chan|sensei|senpai|shi|dono)$", re.IGNORECASE)
_HONORIFIC = re.compile(rf"(?<=.)(?:{alternation((*HONORIFICS, TEACHER, SENIOR, FORMAL))})$")
RANKS = (
    "代表取締役", "取締役", "副社長", "社長", "会長", "専務", "常務", "本部長", "副部長", "部長", "次長",
    "課長", "係長", "主任", "室長", "所長", "店長", "工場長", "支店長", "局長", "院長", "学長", "校長",
    "監督", "教授", "准教授", "助教", "博士", "医師", "弁護士", "議員", "大臣", "知事", "市長", "リーダー",
    "マネージャー", "マネジャー",
)  # fmt: skip
_RANK = re.compile(rf"(?<=.)(?P<rank>{'|'.join(sorted(RANKS, key=len, reverse=True))})$")
_NUMERAL = "[一二三四五六七八九十]"
_COUNTED = re.compile(
    rf"(?<=第){_NUMERAL}+|{_NUMERAL}+(?=課|班|丁目|号|組|期|回|章|係|番|級|部|チーム)|(?<=[ァ-ヺー]){_NUMERAL}+$"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)*(?:[a-z](?![a-z]))?")
_ROMAN = re.compile(r"(?<=\s)(?=[IVX])(?:X{0,2}(?:IX|IV|V?I{0,3}))$")
# Characters that distinguish names: 東口 and 西口, 新館 and 旧館.
_TELLING = frozenset(
    "0123456789一二三四五六七八九十東西南北上下前後左右内外新旧大小中男女父母兄弟姉妹主副正甲乙丙丁本分支高低長短春夏秋冬朝昼夜都府県市区町村月火水木金土日"
)


def plain(text: str) -> str:
    """Return ``text`` in one width and case, without accents and character variants."""
    folded = fold_width(text.strip()).translate(GLYPHS)
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFD", folded)
    kept = "".join(c for c in parts if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", kept)


def tight(text: str) -> str:
    """Return ``text`` without spaces, punctuation and long-vowel marks, in hiragana."""
    return _PUNCTUATION.sub("", name_key(plain(text)))


def without_form(text: str) -> str:
    """Return the name of an organization or project without legal form and generic words."""
    name = unicodedata.normalize("NFKC", text).strip()
    return _GENERIC.sub("", _LEGAL.sub("", name)).strip(" ,.") or name


def without_title(text: str) -> tuple[str, str]:
    """Return a person's name without forms of address, and the removed rank."""
    name = unicodedata.normalize("NFKC", text).strip()
    name = _PERSON_TITLE_AFTER.sub("", _PERSON_TITLE_BEFORE.sub("", name)) or name
    name = _ROMAJI_HONORIFIC.sub("", name)
    name = _HONORIFIC.sub("", name).strip()
    found = _RANK.search(name)
    if found is None or name in RANKS:
        return name, ""
    return name[: found.start()].strip(), found["rank"]


def numerals_as_digits(text: str) -> str:
    """Return ``text`` with counting kanji numerals as digits: 第一 as 第1."""
    return _COUNTED.sub(lambda match: str(kanji_number(match[0])), text)


def numbers(text: str) -> tuple[str, ...]:
    """Return the numbers and versions in a name, with a Roman numeral at its end."""
    roman = _ROMAN.search(text)
    found = _NUMBER.findall(fold_width(numerals_as_digits(text)))
    return (*found, roman[0]) if roman and roman[0] else tuple(found)


def look_up_key(name: str, entity_type: str) -> str:
    """Return the look-up key of ``name``, for people without forms of address."""
    return name_key(bare_name(name, entity_type))


def bare_name(name: str, entity_type: str) -> str:
    """Return ``name``, for people without forms of address."""
    if entity_type == PERSON:
        return TITLE.sub("", HONORIFIC.sub("", name.strip()))
    return name.strip()


def differ_by_one(first: str, second: str) -> bool:
    """Whether two names differ by one letter that does not distinguish names."""
    if Levenshtein.distance(first, second, score_cutoff=1) != 1:
        return False
    [step] = [part for part in Levenshtein.opcodes(first, second) if part.tag != "equal"]
    changed = first[step.src_start : step.src_end] + second[step.dest_start : step.dest_end]
    return not _TELLING.intersection(changed)
