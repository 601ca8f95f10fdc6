"""English rules for jobs and workplaces as people tell them in passing."""

from functools import partial

from nlp.facts.english.rules import BE, EMPLOYER, HIRER, START, rule
from nlp.facts.english.work import ACADEMIC, DRIVEN, JOB, NO_JOB, WORK
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import PERSON, PLACE

noted = partial(rule, is_elidable=True)
YEARS = (
    r"(?:\d{1,2}|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]welve|[Ff]ifteen"
    r"|[Tt]wenty|[Tt]hirty|[Ff]orty)(?:[- ](?:odd|something|five|two|three))? (?:years?|yrs)(?: now)?"
)
LEARNER = (
    r"(?:apprentice(?! (?:wages|pay|rate))|resident|registrar|trainee|medical student|med student|nursing"
    r" student"
    r"|law student|dental student|PhD student|vet student|student nurse|student teacher)(?: [a-z]+er|"
    r" [a-z]+ian)?"
)
NTH = r"(?:\d(?:st|nd|rd|th)|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]inal)[- ](?:year|yr)"
# Whom or what people have at work: "my gaffer at Strachan Electrical".
AT_WORK = (
    r"(?:boss|gaffer|manager|foreman|supervisor|line manager|team lead|shifts?|desk|team|colleagues?"
    r"|workmates?"
    r"|co-?workers?|contract|apprenticeship|placement|day job|job)"
)
RULES: tuple[Rule, ...] = (
    rule(
        "works_for",
        rf"(?P<s>\b[Mm]y) (?:new |current |late |night |day |early )?{AT_WORK} (?:at|with) {EMPLOYER}",
        Validity.STANDS,
        confidence=0.85,
    ),
    noted(
        "works_for",
        rf"{START}{YEARS} (?:at|with) (?:the [a-z]+ [a-z]+ of )?(?![{PERSON}{PLACE}]){EMPLOYER}"
        r"(?=[.,;!]|$| and (?:still|counting|today|I)\b)(?!, (?:then|before|until|now))",
        confidence=0.85,
    ),
    rule(
        "works_for",
        rf"{BE} (?:now |finally )?(?:permanent |full-time |part-time )?(?:staff|crew) at {EMPLOYER}",
    ),
    noted(
        "works_for",
        rf"{START}(?:[A-Za-z]+ ){{0,3}}(?:eng|dev|SRE|sre|PM) at {EMPLOYER}(?=[.,;!]|$)",
    ),
    noted(
        "studies",
        rf"{START}{NTH} (?P<o>(?i:{ACADEMIC}))(?= (?:btw|student|at|here|and)\b|[.,;!]|$)",
        confidence=0.85,
    ),
    noted(
        "occupation",
        rf"{START}{YEARS} as an? {WORK}(?! (?:before|until|and now|then))",
        confidence=0.85,
    ),
    noted(
        "occupation",
        rf"{START}{YEARS} (?P<o>(?i:driving (?:that |the |this |an? )?{DRIVEN}))\b",
        confidence=0.85,
    ),
    noted(
        "occupation",
        rf"(?:{START}(?:[Bb]een )?|(?<='ve been )|(?<=have been )|(?<=[Ii]ve been ))(?P<o>(?i:driving "
        rf"(?:that |the"
        rf" |this |an? )?{DRIVEN}))(?= (?:for )?(?:\d{{1,2}}|\w+) (?:years?|yrs)\b)",
        confidence=0.85,
    ),
    noted("occupation", rf"{START}(?P<o>{NTH} {LEARNER})\b", confidence=0.85),
    rule("occupation", rf"{BE} an? (?P<o>{NTH} {LEARNER})\b"),
    rule(
        "occupation",
        r"(?P<s>\b[Ii])\b[^.;!?()\n]{1,60} \((?:yes,? |and yes,? |I'm |im )(?:an? )"
        rf"(?P<o>{NO_JOB}{JOB})(?=[,.)!])",
    ),
    rule(
        "occupation",
        r"(?P<o>(?:count|fix|mend|sell|drive|clean|bake|build|teach|paint|cut|design|translate|write|draw"
        r"|code"
        r"|train|groom|restore|tune|breed|grow|study|edit|test|deliver|move|pour|make|lay|weld|sew)s?"
        r" (?:[a-z]+ ){0,2}[a-z]+) for a living\b",
    ),
    rule(
        "occupation",
        rf"(?:working|work|works) (?:nights|days|lates|earlies|part[- ]time|full[- ]time|freelance)"
        rf" as an? {WORK}",
    ),
    rule("occupation", rf"(?:freelances?|{BE} freelancing|moonlights?) as an? {WORK}"),
    rule(
        "lives_in",
        rf"{BE} an? (?:[\w-]+ ){{1,4}}(?:based|living) (?:in|near) (?P<o>{SOMEWHERE})",
    ),
    rule(
        "lives_in",
        rf"\b(?P<s>I)(?:'m| am) {SOMEONE}, an? (?:[\w-]+ ){{1,4}}(?:based|living) (?:in|near)"
        rf" (?P<o>{SOMEWHERE})",
    ),
    rule("works_for", rf"joined {HIRER} (?:recently )?as an? [a-z]", Validity.BEGINS),
)
