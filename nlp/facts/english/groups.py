"""English rules for schools, clubs and teams: who studies at, belongs to or leads what."""

import re

from nlp.facts.rules import NAMED, SOMEONE, Validity
from nlp.facts.sentences import ORGANIZATION, REST, THING

from .rules import BE, BODY, GROUP, HAVE, MATE, RUN, SCHOOL, START, THE, WHAT, rule

TEAM = (
    r"(?:team|squad|department|group|unit|project|office|lab|branch|choir|club|section|division|crew"
    r"|committee|society|band|orchestra|bank|bakery|kitchen|shop|scheme|programme|program|workshop|class"
    r"|association|council|union|chapter|troop)"
)
ACTIVITY = (
    r"(?:sing|play|drum|row|run|sail|train|climb|hike|volunteer|danc|act|fish|swim|cycl|help|coach"
    r"|referee|ring|sew|fence|box|skat|curl)(?:s|es|e|ing|ed)?"
)
BUSINESS = (
    r"(?:firm|company|business|shop|salon|studio|bakery|cafe|café|restaurant|agency|practice|gallery|school|pub|bar"
    r"|brewery|bookshop|store|start-?up|charity|nursery|garage|garden centre|label|press|stall|hotel|"
    r"B&B|farm|podcast"
    r"|blog|club|choir|group|workshop|pottery|clinic|surgery|consultancy|boutique|barbers?|kennels?|gym|boatyard)"
)
NO_CLUB = re.compile(
    r"^(?!.*(?:club|society|choir|orchestra|association|team|union|band|group))", re.IGNORECASE
)
NO_RACE = re.compile(
    r"^(?!.*\b(?:marathon|triathlon|10k|race|cup|games|olympics|championships?)$)", re.IGNORECASE
)
RULES = (
    rule(
        "studies_at",
        rf"(?:in|doing) (?:my|her|his) (?:first|second|third|fourth|final|last) year at (?P<o>{RUN})",
    ),
    rule(
        "studies_at",
        rf"{START}(?:[A-Z][a-z]+-year )?(?:[a-z]+ )?student at (?P<o>{RUN})",
        is_elidable=True,
    ),
    rule(
        "studies_at",
        rf"(?:reading|studying|doing|studies|reads) [a-z]+(?: [a-z]+)? at (?P<o>{RUN})",
    ),
    rule(
        "studies_at",
        rf"{START}(?:I'?m (?:an? )?)?(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]inal)[ -]year"
        rf" [a-z]+(?: [a-z]+)?(?: student)? at (?P<o>{RUN})",
        is_elidable=True,
    ),
    rule("studies_at", rf"[Ii]'?m in the [\w ]{{2,20}} program(?:me)? at (?P<o>{RUN})"),
    rule("studies_at", rf"graduated from (?P<o>{RUN})", Validity.STOPPED),
    rule(
        "member_of",
        r"(?:play|sing|am|'m)s? (?:[a-z]+ |the [a-z]+ )?in an? (?:[a-z]+ )?(?:band|choir|group|team|orchestra"
        rf"|quartet|club)(?: called| named|,) (?:[Tt]he )?(?P<o>{RUN})",
    ),
    rule(
        "leads",
        r"(?:chairs?|runs?|leads?|heads?|coach(?:es)?) the (?P<o>[a-z]+(?:'s?|s') (?:association|com"
        r"mittee|group|club|council|choir))",
    ),
    rule("works_for", rf"{BE} employed (?:as [^.,;]{{3,30}} )?(?:by|at|with) (?P<o>{RUN})"),
    rule("works_for", rf"{HAVE} been (?:at|with) (?P<o>{RUN}) (?:for|since)"),
    rule(
        "works_for",
        rf"joined (?P<o>[{ORGANIZATION}]{REST}*)(?= (?:last|this|in|as|two|three|a)\b|[.,;]|$)",
        Validity.BEGINS,
        fits=NO_CLUB,
    ),
    rule(
        "colleague",
        rf"(?:share an office|work|sit) with (?P<o>{SOMEONE})(?=[.,;]|$| at\b| and\b| in\b)",
    ),
    rule("colleague", rf"(?P<o>{SOMEONE}) and (?P<s>I) work together\b"),
    rule("member_of", rf"(?:joined|{HAVE} joined) {BODY}", Validity.BEGINS, fits=GROUP),
    rule(
        "studies_at",
        rf"(?:started|starts|enrolled|got in(?:to)?|joined)(?: studying)?(?: at)? {BODY}",
        Validity.BEGINS,
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?:attends?|{BE} (?:an? )?(?:[\w-]+ ){{0,4}}student at|{BE} at) {BODY}",
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?:{BE} |take|taking|takes|doing|in (?:my|the) )[^.,;]{{0,40}}?(?:degree|course"
        rf"|master's|masters|PhD|BA|BSc|MSc|MA|year|diploma|class)\b[^.,;]{{0,30}}? at {BODY}",
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?:stud\w+|doing|reading|masters?|PhD|degree|year) [^.,;]{{2,40}}? at {BODY}",
        fits=SCHOOL,
    ),
    rule(
        "member_of",
        rf"(?:{BE} no longer (?:a |an |the )?member of|used to be (?:a |an |the )?member of) {BODY}",
        Validity.OVER,
    ),
    rule("member_of", rf"(?:{BE} (?:a |an |the )?(?:\w+ )?member of|belongs? to) {BODY}"),
    rule("member_of", rf"{START}(?:[Mm]ember of|[Oo]n the board of) {BODY}", is_elidable=True),
    rule("studies_at", rf"(?:stud(?:y|ies)|{BE} studying|goes|go) (?:at|to) {BODY}", fits=SCHOOL),
    rule("studies_at", rf"graduated from {BODY}", Validity.STOPPED, fits=SCHOOL),
    rule(
        "member_of",
        rf"(?:used to|{BE} no longer|don't|doesn't) {ACTIVITY} (?:(?!in\b|for\b|with\b|at\b)[\w']+ ){{0,3}}"
        rf"(?:in|for|with) the (?P<o>{RUN})",
        Validity.OVER,
    ),
    rule(
        "member_of",
        rf"(?:was|were) (?:an? )?(?:\w+ )?member of (?:the )?(?P<o>{RUN})",
        Validity.OVER,
    ),
    rule(
        "member_of",
        rf"(?<!to )(?:{HAVE} (?:been )?)?{ACTIVITY} (?:(?!in\b|for\b|with\b|at\b)[\w']+ ){{0,3}}?"
        rf"(?:in|for|with|at) (?:the|an? [\w -]{{3,40}}?(?: called|,| named)(?: the)?) "
        rf"(?P<o>{RUN}(?:(?: [a-z]+){{0,2}}? (?:{TEAM}|quartet|ensemble|troupe|league))?)"
        rf"(?!{REST}|\w| (?:half )?(?:marathon|triathlon|race|exams?|test|show|fair|event|relay|tournament)\b)",
        fits=NO_RACE,
    ),
    rule(
        "member_of",
        rf"(?<!to )(?:{HAVE} (?:been )?)?{ACTIVITY} (?:(?!in\b|for\b|with\b|at\b)[\w']+ ){{0,3}}?"
        rf"(?:in|for|with|at) (?P<o>{RUN})",
        fits=GROUP,
    ),
    rule(
        "member_of",
        r"(?<!to )(?:sings?|plays?|rows?)(?: [a-z]+)? (?:in|for|with) the (?P<o>[a-z]+ (?:choir|band|"
        r"orchestra|team))\b",
    ),
    rule("member_of", rf"{BE} on the (?:committee|board) of (?:the )?(?P<o>{RUN})"),
    rule(
        "member_of",
        rf"{BE} on (?:the|our|my) (?P<o>(?:[a-z]+ ){{1,2}}(?:board|committee|council|team))(?=[.,;!]|$| and\b)",
    ),
    rule("member_of", rf"{BE} in the (?P<o>{RUN})", fits=GROUP),
    rule(
        "leads",
        r"(?:runs?|leads?|manages?|heads?(?: up)?|chairs?|captains?|coordinates?|leading|running|managing"
        rf"|heading(?: up)?|chairing|supervises?|coach(?:es)?) (?:the|our|my) (?P<o>[\w -]{{2,40}}? {TEAM})\b",
    ),
    rule(
        "works_for",
        rf"(?:runs?|leads?|manages?|heads?(?: up)?|leading|running|managing) (?:the|our|an?) [\w -]{{"
        rf"2,40}}? {TEAM}"
        rf" at (?P<o>{RUN})",
        fits=NO_CLUB,
    ),
    rule("works_for", rf"{BE} head of [a-z]+(?: [a-z]+)? at (?P<o>{RUN})"),
    rule(
        "leads",
        rf"(?:founded|co-founded|started|set up) {BODY}(?=[.,]| in \d{{4}}| and\b)",
        confidence=0.85,
    ),
    rule(
        "leads",
        r"(?:owns?|runs?|(?:co-?)?founded|started|set up|opened|have|has|own and run) (?:an?|my|my own|our|our"
        r" own|her own|his own"
        rf"|the) (?:[\w-]+ ){{0,4}}?{BUSINESS},? (?:called|named) (?P<o>{RUN})",
    ),
    rule(
        "leads",
        r"(?:owns?|runs?|founded|opened) (?:an?|my|my own|our|our own|her own|his own|the) (?:[\w-]+"
        rf" ){{0,4}}?{BUSINESS},"
        rf" (?P<o>{RUN})(?=,|\.|$| and\b| in\b)",
    ),
    rule(
        "leads",
        rf"(?:leads?|heads|{BE} leading|{BE} the (?:leader|head|lead|owner|founder|chair|captain|dire"
        rf"ctor) of) {THE}(?P<o>"
        rf"{NAMED}|(?<=of the ){RUN})",
    ),
    rule(
        "assigned_to",
        rf"{BE} (?:in charge of|responsible for|assigned to) {WHAT}",
        is_swapped=True,
    ),
    rule("assigned_to", rf"{BE} assigned to {MATE}", subjects=THING),
)
