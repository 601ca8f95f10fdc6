"""English rules for occupations and studies."""

from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import PERSON, THING
from nlp.mentions.words import words
from nlp.text.sentences import alternation

from .personal import LANGUAGE, WHOSE
from .rules import BE, HAVE, START, UPPER, rule

STOP = r"(?=\s*(?:[.,;:!?()/\n–—]|$)|\s+(?:and|but|who|because|so|now|at|in|for|with|from|by|on|since|of)\b)"

JOB = (
    rf"(?:(?!\d|as\b|for\b|at\b|in\b|with\b|and\b|but\b)[\w'-]+ ){{0,3}}?"
    rf"(?:{alternation(words('en_jobs'))})(?:s(?= for\b))?"
)

# No occupation: "a bit of a cook", "a big fan of painters".
NO_JOB = (
    r"(?!(?:retired|former|ex-|would-be|aspiring|wannabe|fellow|bit|big|huge|kind|sort|fan"
    r"|lot|good|great|terrible|bad|bigger|real|better) )"
)

WORK = rf"(?P<o>{NO_JOB}{JOB})\b(?!['-])"

JOBS = (
    rule("occupation", rf"{BE} (?:{SOMEONE}|{UPPER}\w+), (?:an? )(?:\d\d-year-old )?{WORK}"),
    rule(
        "occupation",
        rf"(?:{BE} no longer|stopped (?:being|working as)|gave up being) an? {WORK}",
        Validity.OVER,
    ),
    rule("occupation", rf"{BE} not an? {WORK} any ?(?:more|longer)\b", Validity.OVER),
    rule("occupation", rf"(?:{BE}|'ve been|has been) an? retired {WORK}", Validity.OVER),
    rule("occupation", rf"(?:earns?|make|makes) (?:my|his|her|a|their) living as an? {WORK}"),
    rule("occupation", rf"(?:qualified|trained|employed|hired|working) as an? {WORK}"),
    rule(
        "occupation",
        rf"{START}(?:[Cc]urrently )?(?:[Ee]mployed|[Ww]orking) as an? {WORK}",
        is_elidable=True,
    ),
    rule(
        "occupation",
        rf"{START}(?:[Oo]ccupation|[Jj]ob|[Pp]rofession|[Ww]ork): (?P<o>[\w' -]{{3,30}}?)"
        r"(?=[.,;]|$)",
        is_elidable=True,
    ),
    rule("occupation", rf"{BE} (?:the )?(?P<o>head of [a-z]+(?: [a-z]+)?)\b"),
    rule("occupation", rf"\brole of {WORK}", is_elidable=True),
    rule(
        "occupation",
        rf"{WHOSE} (?:day )?(?:job|occupation|profession|trade|line of work) is {WORK}",
    ),
    rule(
        "occupation",
        r"(?P<o>(?:drives?|fix|fixes|makes?|sells?|cleans?|bakes?|repairs?|builds?|teach"
        r"|teaches|paints?) [a-z]+(?: [a-z]+){0,3}?) for a living",
    ),
    rule(
        "occupation",
        r"(?P<o>teach(?:es)? (?!me\b|you\b|us\b|him\b|her\b|them\b|that\b|how\b|myself\b)"
        rf"(?:{LANGUAGE}|[a-z]+))(?= (?:at|to|in)\b|[.,]|$)",
    ),
    rule(
        "occupation",
        rf"(?:works?|{BE} working|{HAVE} (?:been working|worked)) (?:\w+ )?as an? {WORK}",
    ),
    rule("occupation", rf"(?:used to work|worked) as an? {WORK}", Validity.OVER),
    rule("occupation", rf"(?:used to be|was) an? {WORK}", Validity.OVER),
    rule("occupation", rf"{WHOSE} (?:day )?job as an? {WORK}", Validity.STANDS),
    rule(
        "occupation",
        rf"(?:{BE}|'ve been|has been|have been|became|now) (?:now |currently |still |also )?an?"
        rf" {WORK}{STOP}",
    ),
    rule("occupation", rf"(?:works?|worked|working) (?:for|at|with) [^.,;]{{2,40}}? as an? {WORK}"),
    rule("occupation", rf"{BE} (?:their|our|its) {WORK}{STOP}"),
    rule(
        "occupation",
        rf"{START}(?:[Ww]orking |[Ww]ork )?(?:as )?an? {WORK}{STOP}",
        is_elidable=True,
        confidence=0.85,
    ),
    rule(
        "occupation",
        rf"(?<!I'm )(?<!I am )(?P<s>{SOMEONE}),? (?:who (?:is|works as) )?(?:an? |the |our )"
        rf"(?P<o>{JOB})(?=[,.)])",
        Validity.STANDS,
    ),
    rule(
        "occupation",
        rf"{START}(?P<o>(?i:{JOB}))(?=, (?:\d\d|[a-z]+ at\b)| at {UPPER}| at [{PERSON}-{THING}])",
        is_elidable=True,
        confidence=0.85,
    ),
)

SUBJECT = (
    r"(?P<o>(?!at |in |for |from |the |to |with |abroad|hard|here|there)[\w&-]+(?: (?!at "
    r"|in |for |on |and |but |with |while |this |next )[\w&-]+){0,3})"
)

STUDIES = (
    rule(
        "studies",
        rf"(?:{BE} )?(?:in |doing )(?:first|second|third|fourth|final)[- ]year {SUBJECT}"
        r"(?=[.,;!?)]| at\b| in\b|$)",
    ),
    rule(
        "studies",
        rf"{BE} doing (?P<o>[a-z]+ (?:science|studies|biology|physics|chemistry|engineering"
        r"|history|medicine|law))\b",
    ),
    rule(
        "studies",
        rf"(?:stud(?:y|ies|ied)|{BE} studying|{BE} reading|majors? in|{BE} majoring in|minors?"
        rf" in) {SUBJECT}(?=[.,;!?)]| at\b| in\b| and\b| but\b|$)",
    ),
    rule(
        "studies",
        rf"(?:{BE} |{BE} doing |doing |do |have |has )an? (?:\w+ )?(?:PhD|phd|doctorate|masters?"
        rf"|master's|MSc|MA|BA|BSc|degree|apprenticeship|diploma) (?:degree )?(?:in|on) {SUBJECT}",
    ),
    rule(
        "studies",
        rf"{BE} an? (?:\w+[- ]year )?(?P<o>[a-z]+(?: [a-z]+)?) (?:student|undergrad|major)\b",
    ),
)

RULES: tuple[Rule, ...] = JOBS + STUDIES
