"""Tell whether the words around a match let it claim something."""

import re

from nlp.facts.building import CHANGES
from nlp.facts.claim_text import ClaimText
from nlp.facts.doubted_health import is_doubted
from nlp.facts.japanese.daily import asks_for_task
from nlp.facts.rules import Rule, Validity
from nlp.facts.sentences import Sentence
from nlp.predicates import AGE, CONDITION

# What only says the kind of a place or firm names none.
GENERIC = re.compile(
    r"(?:工業高校|商業高校|農業高校|定時制高校|県庁|市役所|区役所|役場|町役場|村役場|病院"
    r"|大学|高校|小学校|中学校|保育園|幼稚園|美術(?:大学|短大)"
    r"|音楽大学|専門学校|会社|地元|実家|都内|県内|市内|中学|短大|大学院|支店|本社|工場|銀行"
    r"|郵便局|農協|消防署|警察署|図書館|美術館|博物館"
    r"|[Uu]ni(?:versity)?|[Cc]ollege|[Ss]chool|[Hh]ospital|IT|PR|HR|API|CI|CSS|HTML|SEO)"
)
# "Explain it like I'm 5" tells no age; so many characters before it are read.
LIKE = re.compile(r"\blike [Ii]?'?\s*$")
SOON = re.compile(r"(?:来月|来週|来年|明日|もうすぐ|もうじき|まもなく|今度)[^。、\n]*$")
NEAR, FAR = 12, 160


def fits(reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule) -> bool:
    """Return whether a match is sure, stands in the right place, and names something."""
    if rule.is_to_owner and not reading.is_assistant:
        return False
    if rule.is_wish and asks_for_task(reading.text, *_places(sentence, found)):
        return False
    # "My sister Emma might come": that she comes is unsure, that she is a sister is not.
    if rule.validity is not Validity.STANDS and sentence.is_unsure(*found.span()):
        return False
    if rule.validity in CHANGES and sentence.has_condition:
        return False
    if rule.predicate == CONDITION and _is_doubted_condition(sentence, found):
        return False
    at = sentence.at + found.start()
    before = reading.signs[max(0, at - NEAR) : at]
    if rule.after is not None and not rule.after.search(reading.signs[max(0, at - FAR) : at]):
        return False
    if rule.predicate == AGE and (LIKE.search(before) or SOON.search(before)):
        return False
    if rule.kind == "relation" and GENERIC.fullmatch(reading.words(sentence, *found.span("o"))):
        return False
    return rule.fits is None or bool(rule.fits.search(reading.words(sentence, *found.span("o"))))


def _places(sentence: Sentence, found: re.Match[str]) -> tuple[int, int]:
    return sentence.at + found.start(), sentence.at + found.end()


def _is_doubted_condition(sentence: Sentence, found: re.Match[str]) -> bool:
    first, _ = sentence.clause(*found.span())
    before, behind = sentence.text[: found.end()], sentence.text[found.end() :]
    return is_doubted(before, before[first:], behind)
