"""Tell whether a claim can be so: nobody works for Netflix who quits it, or comes from Monday."""

import re

from nlp.facts.rules import OWNER, Claim

NEAR = 120
DAY = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september"
    r"|october|november|december|today|yesterday|tomorrow)s?",
    re.IGNORECASE,
)
# Nobody is allergic to these but in jest.
NO_ALLERGEN = re.compile(
    r"(?:mondays?|mornings?|work|people|exercise|effort|drama|nonsense|bullshit|stupidity|commitment|meetings?"
    r"|small talk|math|maths|cardio|idiots?|fun|failure|success|marriage|money)",
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
    r" (?!(?:and|but|or|since|for|now|here|because|so|with|at|by|too|btw|lol|tho|though)\b)[a-z]"
)
DENIES = re.compile(r"n['’]?t\b|\b(?:no|not|never|off)\b", re.IGNORECASE)
PARTS = re.compile(r" (?:to|about) [A-Z\w]")


def is_possible(claim: Claim, text: str) -> bool:
    """Return whether a claim can be so."""
    stated, behind = text[claim.start : claim.end], text[claim.end : claim.end + NEAR]
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
    if claim.predicate in {"uses", "pet"}:
        return not (PARTS.search(claim.value) or (claim.ends and SHIFTED.match(behind)))
    return True


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
