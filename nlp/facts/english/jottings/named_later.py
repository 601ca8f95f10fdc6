"""English rules for names that stand in the sentence behind: "We got a dog. Her name is Luna"."""

import re
from functools import partial

from nlp.facts.english.food_and_pets import ANIMAL, PET_NAMES
from nlp.facts.english.jottings.roles import BOSS
from nlp.facts.english.relations import HONORIFIC, TIES
from nlp.facts.english.rules import FIRM, MATE, START, rule
from nlp.facts.rules import Rule, Validity

noted = partial(rule, is_elidable=True)
# "Called Luna", "His name's Otto", "she is named Luna", "Woman called Otto Hale".
NAMED = (
    rf"(?:{START}|^)(?:(?:[Hh]er|[Hh]is|[Ii]ts|[Tt]heir|[Tt]he) names?(?:'s|s| is| are|:)"
    r"|(?:(?:[Ss]he|[Hh]e|[Ii]t|[Tt]hey)(?:'s|s|'re| is| are) |(?:(?:[Aa]n? "
    r"|[Tt]he )?(?:[a-z]+ )?(?:[Ww]oman|[Mm]an"
    r"|[Bb]loke|[Gg]uy|[Ll]ady|[Ll]ad|[Ll]ass|[Gg]irl|[Bb]oy|[Gg]entleman) ))?(?:[Cc]alled|[Nn]amed)"
    r"|[Nn]amed (?:him|her|it|them)|[Ww]e (?:called|named) (?:him|her|it|them)"
    r"|[Gg]oes by(?: the name(?: of)?)?) "
)
# The sentence before ends with what is named, or soon behind it.
ENDS = r"\b[^.!?\n]{0,50}[.!]+\s*$"
GOT = (
    r"(?:got|getting|have|adopted|adopting|rescued|bought|brought home|picked up|took in|taken in|found"
    r"|fostering"
    r"|collected|is here|meet|welcomed|chose)"
)
GOT_PET = re.compile(rf"\b{GOT} [^.!?\n]{{0,40}}?\b{ANIMAL}{ENDS}", re.IGNORECASE)
NEW = r"(?:new|my|our|got an?|have an?|had an?|meet the|my new)"
NEW_BOSS = re.compile(rf"\b{NEW} (?:[a-z]+ )?{BOSS}{ENDS}", re.IGNORECASE)
RELATIVE = re.compile(
    r"\b(?:my|our|(?:have|had|got|expecting|welcomed) an?) (?:[a-z-]+ ){0,2}?"
    rf"(?:{TIES['family_member']}|baby (?:girl|boy)|little (?:girl|boy)){ENDS}",
    re.IGNORECASE,
)
FLATMATE = re.compile(
    rf"\b{NEW} (?:[a-z]+ )?(?:flatmate|room-?mate|housemate|friend|best friend){ENDS}",
    re.IGNORECASE,
)
COLLEAGUE = re.compile(rf"\b{NEW} (?:[a-z]+ )?{TIES['colleague']}{ENDS}", re.IGNORECASE)
LEFT = re.compile(
    r"\b(?:left|quit|resigned|handed in my notice|made redundant|finished (?:at|with)|switched jobs"
    r"|changed jobs"
    r"|new job)\b[^.!?\n]{0,80}(?:[.!]\s+)?$",
    re.IGNORECASE,
)
RULES: tuple[Rule, ...] = (
    # "I left Acme last month and I'm now at Hobb Haulage."
    rule(
        "works_for",
        rf"(?:and|but|,|;|[Nn]ow) (?P<s>I)(?:'m| am|m) (?:now )?(?:at|with) {FIRM}(?= now\b|[.,;!]|$"
        rf"| as\b| and\b)",
        Validity.BEGINS,
        after=LEFT,
    ),
    noted("pet", rf"{NAMED}(?P<o>{PET_NAMES})", Validity.STANDS, after=GOT_PET, is_list=True),
    *(
        noted(predicate, rf"{NAMED}{HONORIFIC}{MATE}", Validity.STANDS, after=after)
        for predicate, after in (
            ("reports_to", NEW_BOSS),
            ("family_member", RELATIVE),
            ("friend", FLATMATE),
            ("colleague", COLLEAGUE),
        )
    ),
)
