"""English rules for what is over, or began in the place of something: moves, jobs, marriages, names.

Each says plainly that something ended. A plan, a wish or a supposition ends nothing (``sentences``).
"""

from nlp.facts.rules import SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PLACE, REST, THING

from .rules import BE, EMPLOYER, HAVE, NEAR, RUN, START, rule

NO_MORE = r"(?:any ?more|any ?longer)"
KNOWN_FIRM = rf"(?:the )?(?P<o>[{ORGANIZATION}]{REST}*)"
LATELY = r"(?:now|these days|nowadays|since [\w ]{3,20}|as of [\w ]{3,20})"
HOMES = r"(?:house|flat|apartment|place|home|condo|lease|keys|room)"
WORKING = (
    rule(
        "works_for",
        r"(?:quit|(?:was |got |been |am |were )?(?:laid off|fired|let go|sacked|made redundant|dismissed)"
        r"(?: from| by| at)?|resigned from|retired from|handed in my notice at|gave notice at|walked out of"
        r"|(?:quit|left) my (?:job|post|position) (?:at|with)|parted ways with|finished (?:up )?at) "
        rf"(?!(?:the )?{THING}){EMPLOYER}",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"{START}(?:[Qq]uit|[Ll]eft|[Rr]esigned from) (?:my (?:job|post) (?:at|with) )?{KNOWN_FIRM}"
        rf"(?!{REST}| (?:at|around|about|by|before|after) (?:half|quarter|noon|midnight|lunch|\d|one\b"
        r"|two\b|three\b"
        r"|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b)| early| late| again)",
        Validity.STOPPED,
        is_elidable=True,
    ),
    rule(
        "works_for",
        rf"{HAVE} (?:just |finally |now )?left {KNOWN_FIRM}(?=[.,;!]|$| for\b| in\b| after\b| and\b)",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"(?:{START}|(?<=I ))(?:[Hh]anded|[Gg]ave|[Pp]ut) in my (?:notice|resignation) (?:at|with|to"
        rf") {KNOWN_FIRM}",
        Validity.STOPPED,
        is_elidable=True,
    ),
    rule(
        "works_for",
        rf"{KNOWN_FIRM} (?:has |have )?(?:let|made) (?P<s>me) (?:go|redundant)",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"(?P<s>\b[Mm]y) (?:very )?last day (?:at|with) {KNOWN_FIRM}",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"{START}(?:(?:[Tt]oday|[Yy]esterday|[Ff]riday|[Tt]his) (?:was|is) the )?[Ll]ast day (?:of work )?"
        rf"(?:at|with) {KNOWN_FIRM}(?=[.,!;]| today| yesterday| and\b|$)",
        Validity.STOPPED,
        is_elidable=True,
    ),
    rule(
        "works_for",
        rf"moved from (?P<left>[{ORGANIZATION}]{REST}*) to (?P<o>{RUN})",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        rf"(?:changed|switched|new) jobs?: (?P<o>[{ORGANIZATION}]{REST}*) instead of",
        Validity.BEGINS,
        is_elidable=True,
    ),
    rule(
        "works_for",
        rf"left {KNOWN_FIRM} (?:for|to (?:join|work for)) ",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"(?P<s>\b[Mm]y) (?:contract|job|time|stint) (?:with|at) {EMPLOYER} (?:has )?(?:ended|ran ou"
        r"t|is over|came to an end|finished)",
        Validity.STOPPED,
    ),
    rule(
        "works_for", rf"{BE} (?:no longer|not) (?:at|with|employed by) {KNOWN_FIRM}", Validity.OVER
    ),
    rule(
        "works_for",
        rf"(?P<o>{RUN}) and (?P<s>I) (?:have |'ve )?(?:parted (?:ways|company))",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"{BE} (?:now |currently )?(?:at|with) (?!{PLACE})(?P<o>{RUN}),? {LATELY}",
        Validity.BEGINS,
    ),
    rule("works_for", rf"{BE} (?:at|with) (?P<o>{RUN}) (?:now )?instead of", Validity.BEGINS),
    rule(
        "works_for",
        rf"(?:{START}|(?<=, ))(?:[Ss]tarted|[Bb]egan|[Jj]oined) (?:(?:working )?(?:at|with|for) )?"
        rf"{KNOWN_FIRM} (?:on|in|last|this|today|yesterday)\b",
        Validity.BEGINS,
        is_elidable=True,
    ),
)
LIVING = (
    rule(
        "lives_in",
        rf"(?:swapped|traded|exchanged|left|ditched) (?P<left>{SOMEWHERE}) for (?P<o>{SOMEWHERE})",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?:packed up and )?left (?P<o>{SOMEWHERE}) (?:in|for|last|after|behind|two|three|a)\b",
        Validity.STOPPED,
    ),
    rule(
        "lives_in",
        rf"(?:{BE}|do) (?:no longer|not) (?:living )?in (?P<o>{SOMEWHERE})(?: {NO_MORE})?",
        Validity.OVER,
    ),
    rule(
        "lives_in",
        rf"\b[Ww]e(?:'re| are) no longer in (?P<o>{SOMEWHERE})",
        Validity.OVER,
        is_elidable=True,
    ),
    rule(
        "lives_in",
        r"(?:sold|gave up|given up|handed over|handed back|returned|ended|let go of) (?:the|our|my) "
        rf"{HOMES} in (?P<o>{SOMEWHERE})",
        Validity.STOPPED,
    ),
    rule(
        "lives_in",
        rf"(?:sold|gave up|given up|handed over|handed back|{START}[Ss]old|{START}[Hh]anded over) (?:"
        rf"the|our|my) (?P<o>{SOMEWHERE}) {HOMES}",
        Validity.STOPPED,
        is_elidable=True,
    ),
    rule(
        "lives_in",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) new (?:address|home|place|flat|house|apartment) is {NEAR}(?P<o>{SOMEWHERE})",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"{START}(?P<o>{SOMEWHERE})(?:'s| is) (?P<s>my )?home (?:now|these days|nowadays)",
        Validity.BEGINS,
        is_elidable=True,
    ),
    rule("lives_in", rf"{START}(?P<o>{SOMEWHERE}) has been home since\b", is_elidable=True),
    rule(
        "lives_in",
        rf"{BE} (?:now )?(?:living |based |settled )?(?:up |down |out |over )?in (?P<o>{SOMEWHERE}) ("
        r"?:now|these days)\b",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"{HAVE} (?:been based|relocated|moved back) (?:up |down |out |over )?(?:in|to) (?P<o>{SOMEWHERE})",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"moved into (?:our|my|the|a) (?:new )?(?:{HOMES}) in (?P<o>{SOMEWHERE})",
        Validity.BEGINS,
    ),
    rule("lives_in", rf"our own place in (?P<o>{SOMEWHERE})", is_elidable=True),
    rule("lives_in", rf"[Tt]hese days you'll find (?P<s>me) in (?P<o>{SOMEWHERE})"),
)
RULES: tuple[Rule, ...] = WORKING + LIVING
