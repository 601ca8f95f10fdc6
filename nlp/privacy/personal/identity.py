"""Find numbers of licenses, insurances and patients, by the words that name them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..spans import Match, half_width, words_before

# British national insurance numbers: prefixes that are given out, six digits, A to D.
NI_NUMBER = re.compile(
    r"(?<![A-Za-z0-9])(?!BG|GB|KN|NK|NT|TN"
    r"|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]([ -]?)\d{2}\1\d{2}\1\d{2}\1[A-D]"
    r"(?![A-Za-z0-9])",
    re.I,
)
# QQ is kept free for forms.
NI_SAMPLE = re.compile(r"(?<![A-Za-z0-9])QQ ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])")
NI_WORDS = re.compile(
    r"national insurance|\bNI(?:NO)?\b|\bNat\.? ?Ins\b|国民保険|\bHMRC\b|\bP(?:45|60|11D)\b"
    r"|\bUniversal Credit\b|\bpayroll\b"
    r"|\bpension\b|\bstarter\b",
    re.I | re.A,
)
# British driver numbers say by their form what they are.
BRITISH_DRIVER = re.compile(
    r"(?<![A-Za-z0-9])[A-Z9]{5} ?\d[0156]\d[0-3]\d{2} ?[A-Z9]{2}\d[A-Z]{2}(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9])[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z0-9]{3}(?![A-Za-z0-9])"
)
# American Medicare numbers, of letters and digits in fixed places.
MEDICARE = re.compile(
    r"(?<![A-Za-z0-9-])[1-9][A-Z][A-Z0-9]\d-?[A-Z][A-Z0-9]\d-?[A-Z]{2}\d{2}(?![A-Za-z0-9-])"
)
# Digits with letters before, between or behind them, in groups.
_CODE = (
    r"(?<![A-Za-z0-9_,/-])(?<!\d\.)(?!(?:19|20)\d\d\b)(?:[A-Z]{1,5}[-/]?)?\d[\dA-Z]*(?:[- ][\dA-Z]+){0,4}"
    r"(?![A-Za-z0-9_/%]|-\d|[.,]\d)"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A kind of number: the words for it, what it looks like, and how far it stands from them."""

    words: re.Pattern[str]
    form: re.Pattern[str]
    # Other numbers that are named with the same words.
    besides: re.Pattern[str]
    before: int = 70
    behind: int = 0
    least_digits: int = 5


# What a text says between a word and a number that is not named by it.
_OTHER = (
    r"電話|携帯|TEL|郵便|〒|住所|円|料金|注文|予約|電話番号|\b(?:call|tel|phone|fax|ring|order|invoice"
    r"|tracking|flight|booking"
    r"|postcode|zip|price|ticket|parcel|plate|case)\b"
)
_UNITS = (
    r"年|月|日|時|円|人|歳|度|分|回|ページ|点|割"
    r"|mg|ml|cm|kg|years?|months?|days?|hours?|people|percent|dollars|pounds"
)
LICENSE = Named(
    words=re.compile(
        r"\b(?i:driv(?:er['’]?s?|ers['’]|ing)?['’]? ?(?:licen[cs]e|lic\b|permit|no\b|number|id\b))|\bDVLA\b"
        r"|\bDMV\b"
        r"|\b(?:[Mm]y|[Hh]is|[Hh]er) DL\b|\bDL\b(?= ?(?:no\.?|number|#|:|[A-Z]?\d))|\b[A-Z]{2} DL\b"
        r"|\blicen[cs]e (?:no\.?|number|#)|\b(?:[A-Z][a-z]{3,13} )(?:driver )?(?:licen[cs]e"
        r"|DL)\b(?! (?:key|plate|agreement|fee|terms))"
        r"|(?<!教員)(?<!狩猟)(?<!調理師)免許(?!皆伝|皆|制)|運転者台帳",
        re.A,
    ),
    form=re.compile(
        r"(?<![A-Za-z0-9_.,/-])(?!DL\b)(?:\d(?:[ -]?\d){11}|\d{2}-\d{2}-\d{5,6}-\d{1,2}|[A-Z]{1,3}[- ]?\d{5,14}"
        r"|[A-Z]\d{2,4}(?:[- ]\d{1,6}){1,4}|\d{3}[- ]\d{3}[- ]\d{3}|\d{7,10}|\d{2}[A-Z]{3}\d{4}"
        r"|[A-Z]{2,7}\d{2,4}[A-Z0-9]{3,7})"
        r"(?![A-Za-z0-9_/%-]|[.,]\d)"
    ),
    besides=re.compile(
        rf"{_OTHER}|マイナンバー|個人番号|\b(?:plate|software|product|serial|key)\b", re.I
    ),
    before=90,
    behind=30,
    least_digits=4,
)
INSURANCE = Named(
    words=re.compile(
        r"\b(?:member(?:ship)?|subscriber|policy|policy ?holder|insurance|insured|health ?plan|medicare"
        r"|medicaid|beneficiary|EHIC"
        r"|GHIC|coverage|group|RxBIN|claim)(?: (?:card|health|plan))? ?(?:ID|no\.?|number|num|#"
        r"|nr\.?)(?![a-z])"
        r"|\b(?:PPO|HMO|Medicare|Medicaid|Blue ?Cross|BCBS|UHC"
        r"|UnitedHealth\w*|Humana|Anthem|Aetna|Cigna|Kaiser|Bupa|E?HIC|GHIC|insurance (?:card"
        r"|policy|certificate)|(?:dental|health"
        r"|insurance|vision)(?: plan)? member(?:ship)?)\b"
        r"|被保険者(?:証)?(?:の)?(?:記号)?(?:・)?番号|被?保険者(?:証)?|保険証(?:券)?(?:の)?番号"
        r"|証券番号|保険(?:の)?(?:証券|契約者?)?番号"
        r"|基礎年金番号|年金番号|年金手帳|雇用保険|健康保険(?:証)?|(?:介護|国民健康)保険|国保|健保|保険証"
        r"|資格確認書|受給者番号|公費",
        re.I | re.A,
    ),
    form=re.compile(_CODE),
    besides=re.compile(
        rf"{_OTHER}|診察券|口座|\b(?:gym|library|club|climbing|swimming|pool|museum|airline|loyalty|frequent|account)\b|会員|図書",
        re.I | re.A,
    ),
    before=40,
)
# 記号 31048277 番号 5093.
SYMBOL_AND_NUMBER = re.compile(
    r"記号[^\S\n]?[は:：]?[^\S\n]?(\d[\d-]{1,10}"
    r"|[一-龯ぁ-ん]{1,6}\d{0,6})[^\d\n。]{0,6}番号[^\S\n]?[は:：]?[^\S\n]?(\d{1,10})"
    r"|記号[・･/／]番号[^\S\n]?[は:：]?[^\S\n]?(\d{2,8})[^\S\n]?[・･/／-][^\S\n]?(\d{1,8})"
)
INSURANCE_CARD = re.compile(r"保険|健保|国保|協会けんぽ|組合員証|共済")
PATIENT = Named(
    words=re.compile(
        r"\bMRN\b|\bmedical (?:records?|file) (?:no\.?|number|ID|#)|\b(?:hosp(?:ital)?|patient|chart|clinic"
        r"|unit record|NHS|CHI|H&C"
        r"|health card)(?: record)? ?(?:ID|no\.?|number|num|#|nr\.?)(?![a-z])|\bNHS\b"
        r"|\brecord number (?:with|at) the (?:\w+ )?(?:clinic|hospital|surgery|practice)\b"
        r"|診察(?:券|カード)(?:の)?(?:番号|No\.?)?|カルテ(?:の)?(?:番号|No\.?)?"
        r"|患者(?:さん)?(?:の)?(?:番号|ID|No\.?|様番号)"
        r"|[当本]院(?:の)?(?:ID|番号|No\.?)|院内(?:ID|番号)|病院(?:の)?(?:ID|番号)|受診(?:番号|者番号)"
        r"|クリニック(?:の)?(?:ID|番号)|(?:内|外|眼|歯|小児|皮膚|産婦人|婦人|耳鼻|耳鼻咽喉|整形外|泌尿器|精神|心療内)科(?:の)?(?:ID|番号)",
        re.I | re.A,
    ),
    form=re.compile(_CODE),
    besides=re.compile(rf"{_OTHER}|保険|口座", re.I),
    before=40,
    least_digits=4,
)
UNIT = re.compile(rf"[^\S\n]?(?:{_UNITS})")
SENTENCE_PART = re.compile(r"[。！？!?\n]")


def ni_numbers(text: str) -> Iterator[Match]:
    """Find British national insurance numbers; without a word, groups in capitals say it."""
    folded = half_width(text)
    is_named = bool(NI_WORDS.search(folded))
    for match in NI_NUMBER.finditer(folded):
        if is_named or (match[1] and match[0].isupper()):
            yield match.start(), match.end(), 0.95 if is_named else 0.8
    for match in NI_SAMPLE.finditer(folded):
        yield match.start(), match.end(), 0.95


def driving_licenses(text: str) -> Iterator[Match]:
    """Find the numbers of driving licenses."""
    folded = half_width(text)
    for match in BRITISH_DRIVER.finditer(folded):
        yield match.start(), match.end(), 0.9
    yield from _named(folded, LICENSE)


def insurance_numbers(text: str) -> Iterator[Match]:
    """Find the numbers of health, pension and unemployment insurances."""
    folded = half_width(text)
    for match in MEDICARE.finditer(folded):
        if sum(char.isdigit() for char in match[0]) >= 4:
            yield match.start(), match.end(), 0.85
    if INSURANCE_CARD.search(folded):
        for match in SYMBOL_AND_NUMBER.finditer(folded):
            for at in range(1, len(match.groups()) + 1):
                if match[at]:
                    yield match.start(at), match.end(at), 0.96
    yield from _named(folded, INSURANCE)


def medical_records(text: str) -> Iterator[Match]:
    """Find the numbers under which hospitals and health services know a person."""
    yield from _named(half_width(text), PATIENT)


def _named(text: str, kind: Named) -> Iterator[Match]:
    """Find numbers of a form behind a word for them, with no other word nearer."""
    if not kind.words.search(text):
        return
    for match in kind.form.finditer(text):
        if sum(char.isdigit() for char in match[0]) < kind.least_digits or UNIT.match(
            text, match.end()
        ):
            continue
        before = text[max(0, match.start() - kind.before) : match.start()]
        named = list(kind.words.finditer(before))
        if named and not kind.besides.search(before, named[-1].end()):
            yield match.start(), match.end(), 0.88
        elif not named and _is_behind(text, match, kind):
            yield match.start(), match.end(), 0.82


def _is_behind(text: str, match: re.Match[str], kind: Named) -> bool:
    """Whether the word for a number follows it in its sentence."""
    behind = SENTENCE_PART.split(text[match.end() : match.end() + kind.behind])[0]
    return bool(kind.words.search(behind)) and not kind.besides.search(
        words_before(text, match.start())
    )
