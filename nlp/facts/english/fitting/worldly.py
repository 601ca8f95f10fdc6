"""Tell whether a claim can be so: nobody works for Netflix who quits it, or comes from Monday."""

import re

from nlp.facts.rules import OWNER, Claim
from nlp.mentions.words import words

NEAR = 120
DAY = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september"
    r"|october|november|december|today|yesterday|tomorrow)s?",
    re.IGNORECASE,
)
# Nobody is allergic to these but in jest.
NO_ALLERGEN = re.compile(
    r"(?:mondays?|mornings?|work|people|exercise|effort|drama|nonsense|bullshit|stupidity|commitment|meetings?"
    r"|(?:ppl|people|everyone|everybody|they|we|nobody)\b.*|small talk|math|maths|cardio|idiots?|fun"
    r"|failure|success|marriage|money)",
    re.IGNORECASE,
)
# What people subscribe to, and quit.
SERVICE = re.compile(
    r"(?:Amazon )?Prime|Netflix|Spotify|Disney\+?|Hulu|Facebook|Instagram|Twitter|TikTok|Snapchat|Reddit|Tinder"
    r"|Hinge|Bumble|LinkedIn|WhatsApp|Discord|Duolingo|Audible"
)
# Whoever left with a degree studied there.
STUDIED = re.compile(
    r"[^.!?\n]{0,60}\b(?:semesters?|majoring|2:[12]|degree|thesis|undergrad\w*|lectures"
    r"|my (?:ba|bsc|ma|msc|phd))\b",
    re.IGNORECASE,
)
# A stay, or a move that was undone: "for two weeks while", "and moved right back again".
FOR_A_WHILE = re.compile(
    r"(?: behind)? for (?:about |just |only )?(?:the|an?|one|two|three|four|five|six|a few|a couple of|\d) "
    r"(?:\w+ )?(?:days?|nights?|weeks?|weekend|fortnight)\b"
    r"|[^.!?\n]{0,100}\b(?:moved|came|went) (?:right |straight )?(?:back|home)\b(?! to (?:my|our)\b)"
)
# "Divorced over how to load the dishwasher", "broke up for a fortnight".
IN_JEST = re.compile(
    r" over (?:how|who|whose|what|whether)\b| for (?:about )?(?:an?|one|two) (?:day|week|fort)"
)
SHIFTED = re.compile(r" (?:off|round|over|by)\b")
UNIT = re.compile(
    r" ?(?:%|pts?\b|points?|kgs?\b|km\b|cm\b|mm\b|lbs?\b|hours?|hrs?\b|h\b|mins?\b|minutes|seconds|goals|laps"
    r"|votes|sets|reps|miles|metres|meters|degrees|pages|pieces|boxes|bags|each\b|x\b|:\d)",
    re.IGNORECASE,
)
SCORES = re.compile(
    r"\b(?:hours|scores?|points|pts|laps|goals|votes|shifts|standings|leaderboard|results|totals?|tally|stock"
    r"|inventory)\b",
    re.IGNORECASE,
)
TELLS_AGE = re.compile(
    r"\b(?:is|aged?|turns|turned|turning|years?|yrs?|old|now|just|who)\b|['’]s|\(", re.IGNORECASE
)
# "Vegetarian menu for six": the word describes what follows it.
DESCRIBES = re.compile(
    r" (?!(?:and|but|or|is|was|in|after|when|before|until|as|all|except"
    r"|since|for|now|here|because|so|with|at|by|too|btw|lol|tho|though)\b)[a-z]"
)
DENIES = re.compile(r"n['’]?t\b|\b(?:no|not|never|off|stopped|quit|gave|eat)\b", re.IGNORECASE)
# "Assistant, share the codes" calls the hearer; "(Museum guide, intern)" describes a text.
CALLED = re.compile(r"Assistant|AI|Bot|Computer")
# "A customer (88, blind, lives alone in Leeds)": the brackets tell of the customer.
BEHIND_SOMEBODY = re.compile(
    r"(?<!['’]m )(?<!\bim )(?<! am )(?<!\b[Aa]s )\b(?:[Aa]n?|[Tt]he|[Oo]ne) (?:[a-z]+ )?"
    r"(?:customer|client|patient|guest|man|woman|girl|boy|lady"
    r"|guy|bloke|kid|child|pupil|student|tenant|resident|neighbou?r|visitor|passenger|applicant"
    r"|candidate|lad|lass|chap|caller|friend|colleague) \((?P<inside>[^()\n]*)$"
)
BRACKETS_NEAR = 100
OWN_WORD = re.compile(r"\b(?:I|i|me|my|mine|we|our|I['’]\w+|i['’]?m)\b")
# Wards of a hospital are no tools: "nights in the ICU".
WARDS = re.compile(r"(?:the )?(?:N?ICU|PICU|CCU|ER|A&E|ED|OR)")
OWN_BEFORE = re.compile(r"\b(?:I|i|me|my|I['’]\w+)\b[^()]{0,60}\($")
# "UUID keys" and "the MVC pattern" are ways of working, and "with Ingrid" is no thing.
NO_THING = re.compile(r" (?:keys?|patterns?|headers?|classes|ids?|syntax|methods?|approach)\b")
SWAPPED_WITH = re.compile(r"\b(?:swapped|traded|switched|exchanged) .{1,40} with (?P<who>\w+)$")
PARTS = re.compile(r" (?:to|about) [A-Z\w]")


def is_possible(claim: Claim, text: str) -> bool:
    """Return whether a claim can be so."""
    stated, behind = text[claim.start : claim.end], text[claim.end : claim.end + NEAR]
    if claim.subject is OWNER and _is_of_whom_brackets_tell(claim, text):
        return False
    if claim.predicate == "age":
        return _is_age(claim, text, stated, behind)
    if claim.predicate in {"works_for", "lives_in", "from"}:
        return DAY.fullmatch(claim.value) is None and _is_at_home(claim, behind)
    if claim.predicate == "diet":
        is_bare = (
            claim.subject is OWNER
            and DENIES.search(stated) is None
            and stated.strip(" >*•-").casefold() == claim.value.casefold()
        )
        return not (is_bare and DESCRIBES.match(behind))
    if claim.predicate == "allergic_to":
        return NO_ALLERGEN.fullmatch(claim.value) is None
    if claim.predicate == "married_to":
        return not (claim.ends and IN_JEST.match(behind))
    if claim.predicate == "occupation":
        return not CALLED.fullmatch(claim.value) and _is_own_work(claim, text)
    if claim.predicate in {"uses", "pet"}:
        return not PARTS.search(claim.value) and _is_thing(claim, stated, behind)
    return True


def _is_of_whom_brackets_tell(claim: Claim, text: str) -> bool:
    """Return whether the words stand in brackets behind somebody: "a customer (88, blind)"."""
    told = text[max(0, claim.start - BRACKETS_NEAR) : claim.end]
    found = BEHIND_SOMEBODY.search(told)
    return found is not None and OWN_WORD.search(found["inside"]) is None


def _is_at_home(claim: Claim, behind: str) -> bool:
    if claim.predicate == "works_for":
        if SERVICE.fullmatch(claim.value) and claim.ends:
            return False
        return STUDIED.match(behind) is None and FOR_A_WHILE.match(behind) is None
    return claim.predicate == "from" or FOR_A_WHILE.match(behind) is None


def _is_age(claim: Claim, text: str, stated: str, behind: str) -> bool:
    """Return whether a number is an age: not "Obinna 14 pts, Freya 11", nor "23 kg"."""
    if UNIT.match(behind):
        return False
    around = text[max(0, claim.start - NEAR) : claim.end + NEAR]
    return claim.subject is OWNER or bool(TELLS_AGE.search(stated) or not SCORES.search(around))


def _is_own_work(claim: Claim, text: str) -> bool:
    """Return whether a job in brackets is the author's: "I faint (a nurse, I know)"."""
    before = text[max(0, claim.start - NEAR) : claim.start]
    return claim.subject is not OWNER or not before.endswith("(") or bool(OWN_BEFORE.search(before))


def _is_thing(claim: Claim, stated: str, behind: str) -> bool:
    if claim.ends and SHIFTED.match(behind):
        return False
    partner = SWAPPED_WITH.search(stated)
    is_person = partner and partner["who"].lower() in words("given_names", "world_given_names")
    if claim.predicate == "uses" and (NO_THING.match(behind) or WARDS.fullmatch(claim.value)):
        return False
    return not is_person
