"""English rules for who people are, as they are jotted down: "Farid = boss", "One son, Otto"."""

from functools import partial

from nlp.facts.english.everyday.people import CHIEF, CHILD
from nlp.facts.english.passing.people import NAME
from nlp.facts.english.relations import EVERY, HONORIFIC, TIES, WHICH
from nlp.facts.english.rules import MATE, START, rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import PERSON

noted = partial(rule, is_elidable=True)
OF_MINE = r"(?:(?:my|our|the|new|current) )*"
BOSS = rf"(?:{TIES['reports_to']}|{CHIEF})"
ROLES = {**TIES, "reports_to": BOSS}
SHUT = r"(?=\s*(?:[.,;:!?()\n–—]|$)| (?:at work|now|and|so)\b)"
# "Farid (boss)" tells of work; who "Otto (son)" is to whom, a nurse may note.
AT_WORK = ("reports_to", "colleague")
# What people do at work, in brackets behind their names.
DUTY = (
    r"(?:QA|HR|IT|PM|PO|UX|UI|devops|dev|ops|infra|frontend|front end|backend|back end|design|sales|support"
    r"|marketing|finance|accounts|admin|payroll|legal|data|security|procurement|logistics|testing|tester|intern"
    rf"|lead|boss|manager|stores|warehouse|reception|nights|days|mobile|platform|product|{JOB})"
)
_EACH = rf"{SOMEONE}(?: \([^()\n]{{1,60}}\))?(?! ?=)"
TEAM = (
    r"(?:(?:[A-Z][\w'-]+|[Nn]ew|[Ww]ork|[Tt]he|[Mm]y|[Oo]ur|[Oo]ffice|[Pp]roject) ){0,2}"
    r"(?:[Tt]eam|[Cc]rew|[Ss]quad|[Cc]olleagues|[Cc]oworkers|[Ww]orkmates|[Dd]epartment|[Dd]ept|[Oo]ffice)"
)
ONE_OF = (
    r"(?:son|daughter|child|brother|sister|boy|girl|grandson|granddaughter|grandchild|stepson|stepdaughter"
    r"|niece|nephew|sibling)"
)
MORE_OF = (
    r"(?:sons|daughters|children|kids|brothers|sisters|boys|girls|grandsons|granddaughters|grandchildren"
    r"|grandkids|stepsons|stepdaughters|nieces|nephews|siblings)"
)
GROWN = r"(?:(?:adult|grown|grown-up|young|older|younger|little|small|teenage) )?"
RULES: tuple[Rule, ...] = (
    # "Shift lead = Farid", "Core team: Jo (QA), Mr. Farid = boss".
    *(
        noted(
            predicate,
            rf"{START}(?:[^.;!?\n]{{0,120}}?[,:] )?{HONORIFIC}{MATE} ?(?:=|->"
            rf"|→) ?{OF_MINE}{WHICH}{words}{SHUT}",
            Validity.STANDS,
        )
        for predicate, words in ROLES.items()
    ),
    *(
        noted(
            predicate,
            rf"{START}(?:[Mm]y |[Nn]ew |[Oo]ur )*{WHICH}(?i:{words}) ?(?:=|->|→|–|—"
            rf"|-) ?{HONORIFIC}{MATE}{SHUT}",
            Validity.STANDS,
        )
        for predicate, words in ROLES.items()
    ),
    *(
        noted(
            predicate,
            rf"{START}{HONORIFIC}{NAME} ?(?:\(|- |– |— |: ?){OF_MINE}{ROLES[predicate]}(?=[),.;]|$)",
            Validity.STANDS,
        )
        for predicate in AT_WORK
    ),
    # "Emergency contact: Sol (husband)": a spouse is the writer's own.
    noted(
        "married_to",
        rf"{START}(?:[^.;!?\n]{{0,60}}?(?:contact|ICE|next of kin|NOK)[^.;!?\n]{{0,12}}?: ?)?{MATE} \((?:my )?"
        r"(?:husband|wife|hubby|spouse)\)",
        Validity.STANDS,
    ),
    noted(
        "reports_to",
        rf"{START}(?:[Nn]ew )?(?i:{CHIEF})(?: is|'s|:| called|,)? {HONORIFIC}{MATE}",
        Validity.STANDS,
    ),
    noted(
        "colleague",
        rf"{START}{TEAM}(?: at work)?: (?=[^\n]{{0,160}}?\({DUTY}\b)(?P<o>{_EACH}(?:(?:,|,? and|;) {_EACH})*)",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "occupation",
        rf"(?P<s>{SOMEONE}) \((?:the |our |my |an? )?(?P<o>(?!(?:my|our) )(?i:{NO_JOB}{JOB}))(?=[,;])",
        Validity.STANDS,
    ),
    noted(
        "family_member",
        rf"{START}(?:[Oo]ne|[Oo]nly|[Aa]n?|[Hh]as (?:an?|one)) {GROWN}{ONE_OF}(?:,| called| named|:| \() ?"
        rf"(?:called |named )?{MATE}(?!'s)",
        Validity.STANDS,
    ),
    noted(
        "family_member",
        rf"{START}(?:[Hh]as )?(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|\d) {GROWN}{MORE_OF}(?:,| called| named"
        rf"|:| \() ?"
        rf"(?:called |named )?{EVERY}",
        Validity.STANDS,
        is_list=True,
    ),
    # "Eldest boy Otto", "Youngest, Otto,".
    noted(
        "family_member",
        rf"{START}(?:[Mm]y |[Oo]ur )?(?:[Ee]ldest|[Oo]ldest|[Yy]oungest|[Mm]iddle|[Ss]econd)"
        rf"(?: (?:{CHILD}|{ONE_OF}|one|grandchild))?,? {MATE}(?=[^{PERSON}]|$)",
        Validity.STANDS,
    ),
)
