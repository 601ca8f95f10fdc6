"""English rules for occupations and studies."""

from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import PERSON, THING
from nlp.mentions.words import words
from nlp.text.sentences import alternation

from .personal import LANGUAGE, WHOSE
from .rules import BE, HAVE, START, STOP, UPPER, rule

JOB = (
    rf"(?:(?!\d|I\b|[Hh]e\b|[Ss]he\b|[Tt]hey\b|to\b|as\b|for\b|at\b|in\b|with\b|and\b|but\b)[\w'-]+ ){{0,3}}?"
    rf"(?:{alternation(words('en_jobs'))})(?:s(?= for\b))?"
)

# No occupation: "a bit of a cook", "a big fan of painters".
NO_JOB = (
    r"(?!(?:my|our|your|his|her|their|this|that|the|what|some|another|met|saw|retired|former"
    r"|ex-|would-be|aspiring|wannabe|fellow|bit|big|huge|kind|sort|fan"
    r"|lot|good|great|terrible|bad|bigger|real|better) )"
)

WORK = rf"(?P<o>{NO_JOB}{JOB})\b(?!['-])"

# Work that is told as what somebody does.
DRIVEN = (
    r"(?:(?:school |delivery |night )?(?:bus(?:es)?|taxi|cab|lorry|lorries|trucks?|van|tram|trams|trains?"
    r"|forklift|ambulance|minibus|tractor))"
)
FIELD = (
    r"(?:IT support|IT|HR|human resources|customer (?:service|support)|tech support|marketing|sales|f"
    r"inance|accounting"
    r"|accounts|procurement|logistics|insurance|publishing|construction|retail|catering|hospitality|advertising"
    r"|banking|public relations|PR|quality control|data entry|social care|childcare|payroll|telesales"
    r"|purchasing)"
)
TAUGHT = (
    rf"(?:{LANGUAGE}|maths?|physics|chemistry|biology|history|geography|music|art|PE|science"
    rf"|drama|yoga|pilates|piano"
    r"|guitar|violin|swimming|dance|ballet|economics|philosophy|computing|literature|primary school|k"
    r"indergarten"
    r"|[Yy]ear \w+|reception|nursery|woodwork|cookery|sculpture|pottery|tennis|drawing|painting|photogra"
    r"phy|singing)"
)
JOBS = (
    rule(
        "occupation",
        rf"(?:{HAVE} |I've )?(?:just |recently |finally )?(?:qualified|retrained|trained) as an? {WORK}",
    ),
    rule("occupation", rf"{HAVE} been an? {WORK}{STOP}"),
    rule("occupation", rf"{HAVE} been (?:working as )?an? {WORK}"),
    rule("occupation", rf"serves? as an? {WORK}"),
    rule("occupation", rf"(?:started|starting|began|begun)(?: work)?(?: out)? as an? {WORK}"),
    rule(
        "occupation",
        rf"{BE} (?:the|a) (?P<o>(?:[a-z]+ )?(?:manager|owner|director|head|deputy head|principal|secr"
        r"etary|treasurer)) of an? ",
    ),
    rule("occupation", rf"(?:do|does) (?:the )?(?P<o>{FIELD}) (?:for|at) "),
    rule("occupation", r"(?P<o>translates? [a-z]+(?: [a-z]+){0,2}) for a living"),
    rule(
        "occupation",
        rf"{START}(?:[Ff]reelance|[Ss]elf-employed|[Rr]etired|[Pp]art-time|[Ff]ull-time)? ?(?P<o>(?i:"
        rf"{JOB})) here(?=[.,!]|$)",
        is_elidable=True,
    ),
    rule(
        "occupation",
        r"{BE} an? (?P<o>(?:stay[- ]at[- ]home|full[- ]time) (?:mum|mom|dad|parent|mother|father))\b".replace(
            "{BE}", BE
        ),
    ),
    rule(
        "occupation",
        rf"(?:works?|{BE} working) in (?P<o>IT support|tech support|customer (?:service|support)|data"
        r" entry)(?=[.,;]| at\b| for\b| and\b| in\b|$)",
    ),
    rule("occupation", rf"(?:do|does) (?:their|the|our) (?P<o>{FIELD})\b"),
    rule("occupation", rf"(?P<o>(?:drives?) (?:an? |the )?{DRIVEN})\b"),
    rule(
        "occupation",
        rf"{START}(?P<o>[Dd]riving (?:an? |the )?{DRIVEN}) (?:is|for)",
        is_elidable=True,
    ),
    rule("occupation", rf"{START}(?P<o>[Tt]eaching {TAUGHT})\b", is_elidable=True),
    rule("occupation", rf"(?P<o>(?:{BE} )?teach(?:es|ing)? (?:\w+ )?{TAUGHT})\b"),
    rule("occupation", rf"{START}[Aa]s an? {WORK},? (?P<s>I)\b"),
    rule("occupation", rf"the day job is {WORK}", is_elidable=True),
    rule(
        "occupation",
        r"(?:took on|take on|has|have|got|accepted|started) (?:the|a|my) (?:new )?(?:role|job|post|p"
        rf"osition) (?:of|as) (?:an? )?{WORK}",
    ),
    rule(
        "occupation",
        r"(?:took on|has|have|got|accepted|started) (?:a|my|the) new (?:role|job|post|position) as (?:an? )?"
        rf"(?P<o>(?i:{NO_JOB}{JOB}))\b(?!['-])",
        Validity.BEGINS,
    ),
    rule("occupation", rf"{START}[Tt]ook on the (?:role|job|post) of {WORK}", is_elidable=True),
    rule("occupation", rf"{BE} at [^.,;]{{2,40}}? as an? {WORK}"),
    rule("occupation", rf"(?:{BE} )(?:an? |the |our )?(?:semi-retired|trained|qualified) {WORK}"),
    rule("occupation", rf"{START}(?:[\w-]+ (?:mum|mom|dad) and )(?P<o>{JOB})", is_elidable=True),
    rule("occupation", rf"{START}[Ff]ull-time [a-z]+ and (?P<o>part-time {JOB})", is_elidable=True),
    rule("occupation", rf"{BE} (?:{SOMEONE}|{UPPER}\w+), (?:an? )(?:\d\d-year-old )?{WORK}"),
    rule(
        "occupation",
        rf"(?:{BE} no longer|stopped (?:being|working as)|gave up being) an? {WORK}",
        Validity.OVER,
    ),
    rule("occupation", rf"{BE} not an? {WORK} any ?(?:more|longer)\b", Validity.OVER),
    rule(
        "occupation",
        rf"(?:{BE}|'ve been|has been) an? (?P<o>(?:[a-z-]+ )?retired {NO_JOB}{JOB})\b(?!['-])",
    ),
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
    rule(
        "occupation",
        rf"(?:[Ll]ost|[Ll]eft|[Qq]uit) {WHOSE} (?:day )?job as an? {WORK}",
        Validity.STOPPED,
    ),
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
        rf"{START}(?P<o>(?i:{NO_JOB}{JOB}))(?=, (?:\d\d|[a-z]+ at\b)"
        rf"| at (?:{UPPER}|[{PERSON}-{THING}])[^.,;!?\n]*(?:[.,;!\n]|$))",
        is_elidable=True,
        confidence=0.85,
    ),
)

ACADEMIC = (
    r"(?:[a-z]+ ){0,2}?(?:[a-z]+ology|[a-z]+onomics|physics|maths|mathematics|statistics|politics|lin"
    r"guistics|mechanics"
    r"|robotics|genetics|ethics|graphics|science|sciences|studies|engineering|nursing"
    r"|medicine|law|history|geography"
    r"|chemistry|philosophy|literature|architecture|music|art|design|accounting|bookkeeping"
    r"|business|finance|dentistry"
    rf"|pharmacy|pharmacology|education|teaching|astronomy|drama|film|agriculture|forestry"
    rf"|botany|anatomy|{LANGUAGE})"
)
SUBJECT = (
    r"(?P<o>(?!at |in |for |from |the |to |with |abroad|hard|here|there|this |next |last )[\w&-]+(?: (?!at "
    r"|in |for |on |and |but |with |while |this |next )[\w&-]+){0,3})"
)

STUDIES = (
    rule(
        "studies",
        rf"(?:{BE} )?(?:in |doing )(?:first|second|third|fourth|final)[- ]year {SUBJECT}"
        r"(?=[.,;!?)]| at\b| in\b| and\b|$)",
    ),
    rule(
        "studies",
        rf"(?:{BE} )?(?:doing|do|does|take|takes|taking|read|reads|reading|writing my PhD on|doing a "
        r"PhD (?:on|in)"
        r"|(?:an? )?(?:evening |online )?(?:course|degree|diploma|class|masters?|PhD) (?:in|on)) (?P"
        rf"<o>(?!\w+ for\b|in\b|about\b){ACADEMIC})(?=[.,;!?)]| at\b| in\b| and\b| but\b|$)",
    ),
    rule(
        "studies",
        rf"{START}(?:[Ss]tudying|[Rr]eading|[Dd]oing) (?P<o>{ACADEMIC})",
        is_elidable=True,
    ),
    rule(
        "studies",
        r"(?:writing|doing) (?:my|his|her|a) (?:PhD|thesis|dissertation) (?:on|in|about) (?P<o>[a-z]"
        r"+(?: [a-z]+){0,3}?)(?=[.,;!?)]| at\b|$)",
    ),
    rule(
        "studies",
        r"(?:doing|do|does|finishing|started) (?:my|his|her|a|an) (?:PhD|master's|masters|degree|MSc"
        rf"|MA|BA|BSc|MBA|doctorate) in (?P<o>{ACADEMIC})",
    ),
    rule(
        "studies",
        rf"{START}(?:[A-Z][a-z]+-year |[Pp]art-time |[Mm]ature )?(?P<o>(?i:{ACADEMIC})) student\b",
        is_elidable=True,
    ),
    rule("studies", rf"at [^.,;]{{2,40}}? (?:doing|studying|reading) (?P<o>{ACADEMIC})"),
    rule("studies", rf"(?:, |and )studying (?P<o>{ACADEMIC})"),
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
