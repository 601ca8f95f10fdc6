"""Tell pets from people: whoever has a collar, barks or is taken to the vet is a pet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from nlp.readers import PERSON, PET, Found
from nlp.text.sentences import alternation

from .findings import mention_at
from .words import words

SURE = 0.86
ENGLISH = re.compile(
    rf"\b(?:{alternation(words('pet_kinds'))}|vet|vets|leash|litter|kibble|fleas?|kennel|cattery|groomer"
    r"|howl(?:s|ed|ing)?|bark(?:s|ed|ing)|meow(?:s|ed|ing)?|purr(?:s|ed|ing)?|paws?|fur|pet)\b",
    re.IGNORECASE,
)
JAPANESE = re.compile(
    rf"(?<![ァ-ヶー])(?:{alternation(words('ja_pet_kinds'))})(?![ァ-ヶー])|首輪|トリミング|トリマー|去勢|避妊手術|ワクチン|肉球|しっぽ|尻尾|爪とぎ"
    r"|毛玉|抜け毛|吠え|噛み癖|かじる|かじり|お座り|おすわり|餌|ケージ|リード|猫砂|トイレ砂|トイレシート|ペット|獣医|飼い主"
    r"|飼って|飼う|里親|ちゅ[ー〜]る|カリカリ|キャットタワー|にゃ[ーん]|ワンワン|散歩|爪切り|飼育|水槽|鳥かご|甘噛み|遠吠え"
)
HONORIFIC = re.compile(r"[ 　]?(?:さん|様|さま|氏|先生|先輩|部長|課長)")
KANA = re.compile(r"[ァ-ヶー]+|[ぁ-んー]+")
PARTICLE = r"(?:ちゃん|くん)?(?=[がはもをにとの、。！!？?」）)\s]|って|だけ|から|まで|$)"


def pets_of(text: str, found: Sequence[Found]) -> Iterator[Found]:
    """Yield pets by typical names, and by people in kana who are none, where a text has animals."""
    if ENGLISH.search(text):
        for match in _listed()[0].finditer(text):
            yield mention_at(text, *match.span("name"), PET, SURE, "animal")
    if not JAPANESE.search(text):
        return
    for match in _listed()[1].finditer(text):
        if not HONORIFIC.match(text, match.end("name")):
            yield mention_at(text, *match.span("name"), PET, SURE, "animal")
    for one in found:
        is_kana = one.type == PERSON and KANA.fullmatch(one.surface)
        is_doubtful = one.method in ("rules:dictionary", "rules:given")
        is_doubtful = is_doubtful and not (
            one.surface in _people() and one.surface not in words("pet_names")
        )
        if is_kana and is_doubtful and not HONORIFIC.match(text, one.end):
            yield replace(one, type=PET, confidence=SURE, method="rules:animal")


@cache
def _people() -> frozenset[str]:
    return words("ja_given_names", "ja_more_given_names", "ja_foreign_names", "ja_surnames")


@cache
def _listed() -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = words("pet_names")
    latin = alternation(name for name in names if name.isascii())
    kana = alternation(name for name in names if not name.isascii())
    return (
        re.compile(rf"(?<![\w-])(?P<name>{latin})(?![\w-])"),
        re.compile(
            rf"(?:^|(?<=[\s、。「（(！？!?のと・：:]))(?P<name>{kana}){PARTICLE}", re.MULTILINE
        ),
    )
