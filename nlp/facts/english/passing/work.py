"""English rules for the jobs and towns of people, as they mention them in passing."""

from functools import partial

from nlp.facts.english.fragments import NO_ORDER
from nlp.facts.english.rules import BE, EMPLOYER, HAVE, START, rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, REST

noted = partial(rule, is_elidable=True)
TOWN = rf"(?P<o>{SOMEWHERE}(?:,? {SOMEWHERE})?)"
# Jobs as chats write them, which are no jobs elsewhere.
SHORT = (
    r"(?:(?:backend|frontend|front-end|full[- ]?stack|web|software|game|mobile|data|junior|senior|lead|ios"
    r"|android) (?:dev|eng|engineer|developer)|dev|sparky?|chippy|RT|RN|LPN|EMT|CNA|HCA|PSW|psw|TA|SRE|GP|LPN"
    r"|midwife|headteacher|headmistress|headmaster|dinner lady|lollipop lady|trucker|crofter"
    r"|childminder|teaching"
    r" assistant|kitchen porter|care assistant|stay-at-home (?:mum|mom|dad))"
)
WORK = rf"(?P<o>{NO_JOB}(?:{SHORT}|(?i:{JOB})))"
_WORK = WORK.replace("?P<o>", "?:")
# How somebody works: "a nurse on nights", "an electrician, self-employed".
HOW = r"(?: (?:on|doing|in|at|with|of|for|from) [^.,;!?\n]{2,40}?)?"
JOBS: tuple[Rule, ...] = (
    rule(
        "occupation",
        rf"\b[Aa]s an? {WORK}{HOW},? (?P<s>[Ii])(?:'\w+|m|ve)? (?!(?:would|could|want|think of)\b)[a-z]",
    ),
    rule(
        "occupation",
        rf"(?P<s>\b[Ii])(?:'m| am|m) an? {WORK}(?= (?:\(|on|doing|for|by|at|with)\b|[,.;!(]| \(|$)",
    ),
    rule(
        "occupation",
        rf"(?P<s>\b[Ii]) (?:[a-z]+ )?work(?:ing)? as (?:an? )?{WORK}(?= (?:in|at|on|for|and|so|but)\b"
        rf"|[,.;!]|$)",
    ),
    rule(
        "occupation",
        rf"(?<=and )works? as (?:an? )?{WORK}(?= (?:in|at|on|for|and|so|but)\b|[,.;!]|$)",
    ),
    rule(
        "occupation",
        rf"(?P<s>\b[Ii])(?:'m| am) {SOMEONE}, (?:an? )?{WORK}(?= (?:in|at|on|for|from|and)\b|[,.;!]|$)",
    ),
    rule(
        "occupation",
        rf"(?:{BE}|(?<=e)s) an? {WORK}(?= (?:in|at|on|for|out|over|up|down|and|with|by)\b|[,.;!]|$)",
    ),
    rule(
        "occupation",
        rf"(?P<s>\b[Ii])(?:'m| am) an? (?:\w+ )?(?P<o>retired (?:{SHORT}|(?i:{JOB})))(?= (?:aged|of"
        rf"|living|in|with)\b|[,.;!]|$)",
    ),
    noted(
        "occupation",
        rf"{START}(?=[^.,!?\n]{{2,40}} here\b){WORK} here(?=[.,!]| (?:again|so|with)\b|$)",
    ),
    noted(
        "occupation",
        rf"{START}(?=[^.,!?\n]{{2,40}} (?:at|for|with) )(?P<o>(?:{SHORT}"
        rf"|(?i:{NO_ORDER}{NO_JOB}{JOB})))(?= (?:at|for|with)"
        rf" (?:[{ORGANIZATION}]{REST}*|[A-Z][\w-]+(?: [A-Z][\w-]+)?)[.,;!])",
    ),
)
PLACES: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"(?P<s>\b[Ii])(?:'m| am|m) an? {_WORK}(?: (?:at|for|with) [^.,;!?\n]{{2,30}}?)? in {TOWN}"
        r"(?=[.,;!?)]|$| (?:and|with|who|so|but)\b)(?! for\b)",
        confidence=0.85,
    ),
    noted(
        "lives_in",
        rf"{START}(?=[^.,!?\n]{{2,40}} (?:at|for|with) )(?:{SHORT}|(?i:{NO_ORDER}{NO_JOB}{JOB})) (?:at"
        rf"|for|with) [{ORGANIZATION}]{REST}*,"
        rf" {TOWN}(?=[.;!]|$)",
        confidence=0.85,
    ),
    rule(
        "lives_in",
        rf"{TOWN},? where (?P<s>[Ii]|[Ww]e)(?:'m|'re| am| are)? (?:now )?(?:live|lives|living)\b",
    ),
    rule(
        "lives_in",
        rf"(?P<s>\b[Mm]y|{SOMEONE})(?: (?!is\b|was\b)[a-z]+){{0,2}} in {TOWN},? where (?:he|she"
        rf"|they)(?:'s|'re| is| are)? (?:now )?(?:liv(?:es?|ing))\b",
    ),
    rule("lives_in", rf"(?:{BE}|{HAVE} been) (?:now |well |happily )?settled in {TOWN}"),
    rule(
        "lives_in",
        rf"(?<![a-z] )\b(?:[Bb]een|{HAVE} been) in {TOWN} (?:since (?:uni|college|\d{{4}}|the|I|my|last"
        rf"|we)\b|for (?:\w+ )?years)",
        is_elidable=True,
    ),
    rule(
        "lives_in",
        rf"(?:run|runs|farm|farms|breed|raise)\b[^.!?;\n]{{2,50}} (?:out of|just outside|near)"
        rf" {TOWN}(?=[.,;!]|$| and\b)",
    ),
    rule(
        "lives_in",
        rf"\b[Hh]ere in {TOWN}(?=[.,;!?)]|$| (?:we|the|it|and|so|is|but|I)\b)",
        is_elidable=True,
        confidence=0.85,
    ),
    rule(
        "lives_in",
        rf"(?:works?|{BE} working) as an? [^.,;!?\n]{{3,40}}? in {TOWN}(?=[.,;!?)]|$| (?:and|but|so)\b)",
        confidence=0.85,
    ),
    rule("from", rf"{TOWN},? where (?P<s>[Ii]|[Ww]e) (?:come from|grew up|was born|am from)\b"),
)
EMPLOYERS: tuple[Rule, ...] = (
    rule(
        "works_for",
        rf"(?:{BE}|'m|\b[Aa]m) (?:now |currently )?on (?:an )?(?:attachment|placement|secondment"
        rf"|internship) (?:at|with) {EMPLOYER}",
        is_elidable=True,
    ),
    rule(
        "works_for",
        r"(?P<s>\b[Ii]) (?:just )?work at (?P<o>[a-z]+ [a-z]+)(?= now\b)",
        Validity.HOLDS,
        confidence=0.8,
    ),
    rule(
        "works_for",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:team|shift|boss|manager|desk|rota|office) (?:at|with) {EMPLOYER}",
        Validity.STANDS,
    ),
)
RULES: tuple[Rule, ...] = JOBS + PLACES + EMPLOYERS
