"""English rules for the tools, languages, health and diet of the user in notes of an assistant."""

from functools import partial

from nlp.facts.english.food_and_pets import ALLERGEN
from nlp.facts.english.passing.things import CODE, IS_CODE, KNOWN, PROGRAM
from nlp.facts.english.personal import END, LANGUAGE
from nlp.facts.english.rules import RUN, START, UPPER, USER, rule
from nlp.facts.rules import SOMEONE, Rule
from nlp.facts.sentences import REST, THING

noted = partial(rule, is_elidable=True)
# "Speaks Nandi at home, Swahili with friends and English in class."
WHERE = r"(?: (?:at|in|with|on|to) (?:(?:his|her|their|the|my) )?[a-z]+)"
TONGUE = rf"(?:{LANGUAGE}|{UPPER}[a-z]+|{SOMEONE})"
SYSTEM = r"(?i:fedora|ubuntu|debian|arch(?: linux)?|linux(?: mint)?|macos|windows(?: \d+)?|nixos)"
TOOL = rf"(?P<o>{KNOWN})"
_KNOWN = rf"(?:{THING}{REST}*|{PROGRAM})"
TOOLS = rf"(?P<o>{_KNOWN}(?:(?:, and|,| and) {_KNOWN})*)"
OFTEN = r"(?=\s*(?:[.,;!]|$)| (?:daily|every|at work|for|and|most|regularly|mostly|but|on)\b)"
RULES: tuple[Rule, ...] = (
    rule(
        "speaks",
        rf"[Ss]peaks? (?P<o>{TONGUE}{WHERE}(?:(?:, and|,| and) {TONGUE}{WHERE})*)(?=[.,;!]|$| (?:but|so)\b)",
        is_list=True,
    ),
    rule(
        "speaks",
        rf"(?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er|\b[Tt]heir) (?P<o>{LANGUAGE}) is (?:at |around |about |roughly )?"
        r"(?:[ABC][12]\b|intermediate|advanced|beginner|elementary|near[- ]native)",
    ),
    rule(
        "allergic_to",
        r"(?:[Dd]escribe[sd]|[Rr]eport(?:s|ed)|[Mm]ention(?:s|ed)|[Ss]aid) (?:(?:him|her)self|themsel\w+"
        rf"|being|(?:he|she) (?:is|was)) (?:as )?allergic to {ALLERGEN}{END}",
        is_list=True,
        is_elidable=True,
    ),
    noted("studies_at", rf"{USER} [^.;!?\n]{{0,60}}?\blearns [A-Z][a-z]+ at (?P<o>{RUN})"),
    rule("studies", rf"(?:learns|{USER} is learning) (?P<o>{LANGUAGE})(?= at\b| with\b|[.,;]|$)"),
    # Before the rules for employers: "works with Jira" names none.
    rule(
        "uses", rf"works (?:mostly |mainly |a lot |daily )?(?:with|in) {TOOLS}{OFTEN}", is_list=True
    ),
    noted(
        "uses",
        rf"{START}(?:[Ww]orks|[Ww]rites|[Cc]odes|[Dd]raws|[Dd]esigns|[Ee]dits) (?:mostly |mainly |daily )?"
        rf"(?:with|in|on) {TOOLS}{OFTEN}",
        is_list=True,
    ),
)
# They read less surely than the rules for tools of anybody, and come behind them.
USED: tuple[Rule, ...] = (
    rule(
        "uses",
        rf"{USER} [^.;!?\n]{{3,60}}? on (?:an?|his|her|their) {TOOL}(?=[.,;]|$| (?:running|with|under"
        rf"|and|for|at)\b)",
    ),
    rule(
        "uses",
        rf"{USER} [^.;!?\n]{{3,90}}? (?:running|with|under) (?P<o>{SYSTEM}|{THING}{REST}*)(?=[.,;]|$)",
    ),
    rule(
        "uses",
        rf"{USER} (?:mostly |mainly )?(?:writes|codes in|programs in) {CODE}",
        is_list=True,
        fits=IS_CODE,
    ),
)
