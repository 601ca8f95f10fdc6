"""Say in a sentence what the field of a card states: "Age: 42", 居住地：大阪市."""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """The words before and behind a value.

    ``is_list``: each part between commas is a value; ``is_bare``: units and brackets are left out.
    """

    before: str
    behind: str = "."
    is_list: bool = False
    is_bare: bool = False


_NAME = Field("The user's name is ")
_HOME = Field("The user lives in ", is_bare=True)
_ORIGIN = Field("The user is from ")
_JOB = Field("The user works as a ", is_bare=True)
_FIRM = Field("The user works for ")
_LIKES = Field("The user likes ", is_list=True)
_USES = Field("The user uses ", is_list=True)
_ALLERGY = Field("The user is allergic to ", is_list=True)
_HEALTH = Field("The user has ", is_list=True)
_BIRTHDAY = Field("The user's birthday is ")
_HAS = Field("The user has ")
_WISH = Field("The user prefers ", is_list=True)
_TAKES = Field("The user takes ", is_list=True)
_CAR = Field("The user drives a ")
_CALLED = Field("The user goes by ")
TIES = (
    "wife", "husband", "spouse", "partner", "girlfriend", "boyfriend", "mother", "father", "brother",
    "sister", "son", "daughter", "boss", "manager", "best friend",
)  # fmt: skip
ENGLISH: Mapping[str, Field] = {
    "name": _NAME, "full name": _NAME, "nickname": _CALLED, "preferred name": _CALLED,
    "age": Field("The user is ", " years old.", is_bare=True),
    "location": _HOME, "lives in": _HOME, "home": _HOME, "city": _HOME, "based in": _HOME,
    "residence": _HOME, "hometown": _ORIGIN, "from": _ORIGIN, "birthplace": _ORIGIN,
    "occupation": _JOB, "job": _JOB, "profession": _JOB, "job title": _JOB,
    "employer": _FIRM, "company": _FIRM, "workplace": _FIRM, "works at": _FIRM, "works for": _FIRM,
    "family": _HAS, "children": Field("The user has children, "), "kids": Field("The user has kids, "),
    "pets": _HAS, "pet": _HAS, "dog": Field("The user has a dog named "),
    "cat": Field("The user has a cat named "),
    "allergies": _ALLERGY, "allergy": _ALLERGY, "allergic to": _ALLERGY, "diet": Field("The user is "),
    "conditions": _HEALTH, "health": _HEALTH, "medical conditions": _HEALTH,
    "medication": _TAKES, "medications": _TAKES,
    "languages": Field("The user speaks ", is_list=True), "language": Field("The user speaks "),
    "likes": _LIKES, "interests": _LIKES, "hobbies": _LIKES, "enjoys": _LIKES, "loves": _LIKES,
    "dislikes": Field("The user dislikes ", is_list=True), "preferences": _WISH, "prefers": _WISH,
    "birthday": _BIRTHDAY, "date of birth": _BIRTHDAY, "dob": _BIRTHDAY,
    "devices": _USES, "tools": _USES, "uses": _USES, "software": _USES, "car": _CAR, "vehicle": _CAR,
    **{tie: Field(f"The user's {tie} is ") for tie in TIES},
}  # fmt: skip
_JA_NAME = Field("ユーザーの名前は", "。", is_bare=True)
_JA_HOME = Field("ユーザーは", "に住んでいる。", is_bare=True)
_JA_JOB = Field("ユーザーの職業は", "。", is_bare=True)
_JA_FIRM = Field("ユーザーは", "に勤務している。", is_bare=True)
_JA_ORIGIN = Field("ユーザーは", "出身。", is_bare=True)
_JA_FAMILY = Field("ユーザーには", "がいる。", is_list=True)
_JA_LIKES = Field("ユーザーは", "が好き。", is_list=True)
_JA_DISLIKES = Field("ユーザーは", "が苦手。", is_list=True)
_JA_WISH = Field("ユーザーは", "を好む。", is_list=True)
_JA_BIRTHDAY = Field("ユーザーの誕生日は", "。")
JAPANESE: Mapping[str, Field] = {
    "名前": _JA_NAME, "氏名": _JA_NAME, "年齢": Field("ユーザーは", "歳。", is_bare=True),
    "居住地": _JA_HOME, "住まい": _JA_HOME, "現住所": _JA_HOME, "出身": _JA_ORIGIN, "出身地": _JA_ORIGIN,
    "職業": _JA_JOB, "仕事": _JA_JOB, "勤務先": _JA_FIRM, "会社": _JA_FIRM,
    "家族": _JA_FAMILY, "家族構成": _JA_FAMILY,
    "アレルギー": Field("ユーザーは", "アレルギー。", is_list=True),
    "持病": Field("ユーザーは", "がある。", is_list=True),
    "趣味": Field("ユーザーの趣味は", "。", is_list=True), "好きなもの": _JA_LIKES,
    "好きな食べ物": _JA_LIKES, "好物": _JA_LIKES, "苦手なもの": _JA_DISLIKES, "嫌いなもの": _JA_DISLIKES,
    "ペット": Field("ユーザーは", "を飼っている。", is_list=True), "好み": _JA_WISH, "希望": _JA_WISH,
    "誕生日": _JA_BIRTHDAY, "生年月日": _JA_BIRTHDAY,
    "言語": Field("ユーザーは", "を話す。", is_list=True), "食事": Field("ユーザーは", "。"),
}  # fmt: skip
IS = Field("The user is ")
# "Family: married to Rui, one daughter, Inês (8)".
_STATUS = re.compile(r"(?:re)?(?:married|divorced|single|widowed|engaged)\b", re.IGNORECASE)
_YEARS = re.compile(r"(?: years(?: old)?|歳|才)$")
_IN_BRACKETS = re.compile(r" ?[（(][^（）()]*[)）]$")


def fields_of(label: str, value: str) -> list[tuple[Field, str]]:
    """Return how the field of a card is said, with the part of the value that each way takes.

    Nothing for a label that is not known.
    """
    name = label.strip(" *_").casefold()
    field = ENGLISH.get(name) or JAPANESE.get(name)
    if field is None:
        return []
    if name == "family" and _STATUS.match(value):
        status, _comma, others = value.partition(", ")
        return [(IS, status), *([(field, others)] if others else [])]
    return [(field, value)]


def bare_value(value: str, field: Field) -> str:
    """Return a value as its sentence takes it: 42 of "42 years old", 看護師 of 看護師（市立病院）."""
    words = value.strip()
    return _YEARS.sub("", _IN_BRACKETS.sub("", words)) if field.is_bare else words
