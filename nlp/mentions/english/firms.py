"""Find firms by the shape of their names, and addresses: Heath & Dale, Hotel Bellevue, 9 Quarry Rise."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.readers import LOCATION, ORGANIZATION, Found
from nlp.text.sentences import alternation

from .tokens import COMPANY_FORMS, ORGANIZATION_ENDS, is_everyday, is_family, is_given

CAPITAL = r"[A-ZÀ-Þ][^\W\d_]{1,24}+(?:['’-][^\W\d_]{1,24}+){0,3}+"
FORM = alternation(
    {form.capitalize() for form in COMPANY_FORMS} | {"LLP", "LLC", "PLC", "GmbH", "AG", "BV", "SA"}
)
AND = re.compile(
    rf"(?<!& )(?<![a-z], )(?<![\w-])(?P<left>{CAPITAL}(?: {CAPITAL})?) & (?P<right>{CAPITAL}(?: {CAPITAL})?)"
    rf"(?P<form> (?:{FORM})\b\.?)?(?![\w-])"
)
# The partners of a firm of lawyers: Lyle, Frost & Abara LLP.
PARTNERS = re.compile(
    rf"(?<![\w-]){CAPITAL}(?:, {CAPITAL}){{1,4}},? (?:&|and) {CAPITAL}(?: {CAPITAL})? (?:LLP|LLC|Ltd"
    rf"|Solicitors|Associates)\b"
)
HEADS = alternation(words("en_firm_heads"))
HEADED = re.compile(
    rf"(?<![\w-])(?<!La )(?<!The )(?:{HEADS})(?: (?:d[aeiou]|del|della|het|la|le"
    rf"|{CAPITAL})){{0,3}} {CAPITAL}(?![\w-])"
)
FRIENDS = re.compile(rf"\bFriends of (?:the )?{CAPITAL}(?: {CAPITAL}){{0,3}}")
COLORS = (
    r"(?:Red|White|Black|Golden|Blue|Green|Royal|Old|Flying|Spotted|Three|Laughing|Prancing|Jolly)"
)
BEASTS = (
    r"(?:Lion|Hart|Horses?|Bull|Swan|Dog|Bells?|Fox|Stag|Boar|Dragon|Ship|Oak|Crown|Eagle|Anchor)"
)
PUB = re.compile(
    rf"(?:(?<=\bThe )|(?<=\bthe )){COLORS} {BEASTS}\b"
    r"|\b(?:King|Queen|Duke|Plough|Crown|Fox|Dog|Rose|Coach|Hare)(?:['’]s)? (?:Head|Arms|and Crown"
    r"|and Duck|and Hounds"
    r"|& Hounds|and Horses|and Thistle|and Anchor|of York|of Wellington)\b"
)
STREET = (
    r"(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Drive|Crescent|Close|Rise|Court|Way|Terrace|Grove|Square"
    r"|Row|Walk|Mews"
    r"|Blvd|Boulevard|Parade|Quay|Gardens|Gate|Hill|View|Place|Park|Villas|Drove|Gasse|Straat|Laan)"
)
ADDRESSES = (
    (re.compile(rf"(?<![\w.,-])\d{{1,5}}[a-zA-Z]? (?:{CAPITAL} ){{1,3}}{STREET}\b(?! {CAPITAL})"), 0.97),
    (re.compile(r"\b(?:Calle|Rua|Rue|Via|Avenida|Avenue|Calea|Strada|Ulica|Bulevar"
    r"|Carrer)(?: (?:d[aeiou]s?|del|la|les?|los))?"
                rf"(?: {CAPITAL}){{1,3}},? \d{{1,4}}[a-z]?\b"), 0.97),
    (re.compile(rf"(?<![\w-]){CAPITAL}(?:straße|strasse|gasse|weg|platz|straat|gracht|gatan|vej"
    rf"|katu) \d{{1,4}}[a-z]?\b"), 0.95),
    (re.compile(rf"(?<![\w-]){CAPITAL} (?:Crescent|Close|Mews|Terrace|Grove|Court|Rise"
    rf"|Quay)\b(?! {CAPITAL})"), 0.8),
)  # fmt: skip
# Who delivers, bills, insures or employs is a firm, also without a word of one.
WITH_FIRM = re.compile(
    r"\b(?:(?:delivery|deliveries|invoice|quote|bill|parcel|refund|order|letter|claim|statement"
    r"|mortgage|loan)"
    r" (?:from|to|with)|[Cc]ontractor|[Ss]upplier|[Cc]aterers?|[Cc]atering|[Aa]gents?|[Ll]andlord"
    r"|[Ii]nsurer|[Ee]mployer"
    r"|(?:form|insured|policy|contract|interview|job|placement|internship|apprenticeship"
    r"|appointment|shift"
    r"|booked|booking|account) (?:with|at)|(?:works|worked|working|employed|trained|trains|enrolled"
    r"|stocked|taught) (?:at|for))"
    rf",? (?:the )?(?P<name>(?:The )?{CAPITAL}(?: (?:{CAPITAL}|\d{{1,3}})){{0,2}})(?![\w-])"
)
ONE_WORD = re.compile(
    r"\b(?:works|worked|working|employed|insured|form|account|policy) (?:with|at|for) $"
)
SHOPS = frozenset(
    ("sons", "son", "daughters", "co", "partners", "associates", "bros", "brothers", "company")
)


def firms(text: str) -> Iterator[Found]:
    """Yield firms and addresses of an English text."""
    for pattern, sure in ADDRESSES:
        for match in pattern.finditer(text):
            yield mention_at(text, *match.span(), LOCATION, sure, "address")
    for match in AND.finditer(text):
        if _is_firm(match):
            yield mention_at(text, *match.span(), ORGANIZATION, 0.92, "firm")
    for pattern, sure in ((PARTNERS, 0.95), (FRIENDS, 0.9), (PUB, 0.85)):
        for match in pattern.finditer(text):
            yield mention_at(text, *match.span(), ORGANIZATION, sure, "firm")
    for match in HEADED.finditer(text):
        last = match[0].rpartition(" ")[2].lower()
        if last not in words("common", "en_kinds"):
            yield mention_at(text, *match.span(), ORGANIZATION, 0.9, "firm")
    yield from _by_dealings(text)


def _is_firm(match: re.Match[str]) -> bool:
    """Whether two names with "&" are a firm rather than two people or two things."""
    left, right = match["left"].lower().split(), match["right"].lower().split()
    each = (*left, *right)
    if set(each) <= ORGANIZATION_ENDS:
        return False
    if match["form"] or right[-1] in SHOPS | ORGANIZATION_ENDS:
        return True
    if all(is_everyday(word) and not (is_given(word) or is_family(word)) for word in each):
        return False
    both_given = is_given(left[-1]) and is_given(right[0])
    is_couple = both_given and not (is_everyday(left[-1]) and is_family(right[-1]))
    return not is_couple and not set(each) & words("common")


def _by_dealings(text: str) -> Iterator[Found]:
    for match in WITH_FIRM.finditer(text):
        name = [word.lower() for word in match["name"].split()]
        is_one = len(name) == 1
        if all(is_everyday(word) or word.isdigit() for word in name):
            continue
        if is_one and not ONE_WORD.search(
            text, max(0, match.start("name") - 24), match.start("name")
        ):
            continue
        if is_given(name[0]) and (is_one or is_family(name[-1])):
            continue
        yield mention_at(text, *match.span("name"), ORGANIZATION, 0.85, "firm")
