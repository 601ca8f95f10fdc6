"""English rules for what an assistant's answer says of its reader: "since you have asthma"."""

from dataclasses import replace

from nlp.facts.english.food_and_pets import ALLERGEN, FED, FREE
from nlp.facts.english.health.words import ADJECTIVES, NAMES, SOMETIMES
from nlp.facts.english.personal import END
from nlp.facts.english.rules import rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity

# What follows these is known of the reader; "if you have" supposes it.
SINCE = r"\b(?:[Ss]ince|[Bb]ecause|[Aa]s|[Gg]iven(?: that)?|[Ss]eeing as) "
# An answer calls its reader by name behind such words; "Hi Emma," may begin a letter for them.
CALLING = (
    r"^\W*(?:(?:[Gg]ood|[Gg]reat|[Ll]ovely|[Nn]ice|[Ee]xcellent) (?:question|idea|point|choice|thinking)"
    r"|[Oo]f course|[Ss]ure(?: thing)?|[Cc]ertainly|[Aa]bsolutely|[Gg]ot it|[Nn]o (?:problem|worries)"
    r"|[Hh]appy to help|[Yy]ou're welcome|[Uu]nderstood|[Nn]oted|[Tt]hat makes sense)"
)
NO_NAME = (
    r"(?!(?:Sir|Madam|Captain|Boss|Everyone|All|Friends?|Master|Doctor|Professor|Chef|Coach|Dear|Love"
    r"|Mate|Detective"
    r"|Commander|Your|My|Here|Let|This|That|The|It|We|You|Yes|No|Thanks|Please|Just|And|But|So|King"
    r"|Queen|Lord|Lady)\b)"
)
_SAID: tuple[Rule, ...] = (
    rule(
        "name",
        rf"{CALLING},? (?P<o>{SOMEONE}|{NO_NAME}[A-Z][a-z]{{2,11}})(?=[.!]|$)",
        confidence=0.8,
    ),
    rule(
        "condition", rf"{SINCE}you(?:'ve got| have| live with) {SOMETIMES}{NAMES}\b", is_list=True
    ),
    rule("condition", rf"{SINCE}you(?:'re| are) (?:an? )?(?P<o>{ADJECTIVES})\b"),
    rule("diet", rf"{SINCE}you(?:'re| are| eat) (?:an? |strictly |mostly )?(?P<o>{FED}|{FREE})\b"),
    rule(
        "allergic_to",
        rf"{SINCE}you(?:'re| are) (?:\w+ly )?allergic to {ALLERGEN}{END}",
        is_list=True,
    ),
    rule("lives_in", rf"{SINCE}you(?:'re based| live| are based) (?:in|near) (?P<o>{SOMEWHERE})\b"),
    rule(
        "occupation",
        rf"{SINCE}you(?:'re| are| work as) an? (?P<o>{NO_JOB}{JOB})(?=[,.]| at\b| in\b)",
    ),
    rule(
        "occupation",
        rf"\b[Aa]s an? (?P<o>{NO_JOB}{JOB}), you(?='re\b|'ve\b| (?:already|know|have|are)\b)",
    ),
)
RULES: tuple[Rule, ...] = tuple(
    replace(each, is_to_owner=True, validity=Validity.STANDS) for each in _SAID
)
