"""English rules for employers and homes that are left, by words that need the place to be known."""

from functools import partial

from nlp.facts.english.rules import BE, HAVE, RUN, START, rule
from nlp.facts.rules import SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, PLACE, REST, THING

known = partial(rule, is_of_known=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
# A firm, or capitalized words that no list knows; no person, place or product.
NAMED_FIRM = rf"(?:[{ORGANIZATION}]{REST}*|(?![{PERSON}{PLACE}{THING}]){RUN})"
FIRM = rf"(?:the )?(?P<o>{NAMED_FIRM})"
OLD_FIRM = rf"(?:the )?(?P<left>{NAMED_FIRM})"
TOWN = rf"(?P<o>{SOMEWHERE})"
HERE = (
    r"(?=\s*(?:[.,;:!?)\n–—]|$)| (?:and|but|so|for|after|in|on|last|this|now|yesterday|today|because"
    r"|with|to)\b)"
)
CONTRACT = r"(?:contract|position|post|role|job|placement|temp contract|fixed term)"
GONE_BUST = (
    r"(?:went|has gone|had gone) (?:bust|under|bankrupt|into administration|out of business)"
    r"|(?:shut|closed) (?:down|its doors)|folded|collapsed|has closed"
)
OUT_OF_WORK = (
    r"(?:lost my (?:job|post|position)|was out of (?:a job|work)|'m out of (?:a job|work)"
    r"|am out of (?:a job|work)|'m (?:now )?unemployed|'m job ?hunting|'m jobless)"
)
DWELLING = r"(?:house|flat|apartment|place|home|condo|room|studio|cottage|bungalow|unit)"
# "I left Cork at six this morning" is a journey.
NO_JOURNEY = (
    r"(?! (?:at|around|by|before|just before|early|late|this morning|this afternoon|tonight|airport"
    r"|station"
    r"|on (?:the|an?|our|my) |via|office|team|branch|meeting|train|with (?:a|an|two|three)))"
)
WORKING: tuple[Rule, ...] = (
    known(
        "works_for",
        rf"(?P<s>\b[Mm]y) (?:final|very last) (?:day|week|shift) (?:at|with|for) {FIRM}",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM} (?:is|are) (?:now |finally |well and truly )?behind (?P<s>me|us){HERE}",
        STOPPED,
    ),
    known(
        "works_for",
        r"(?:walked away from|moved on from|jumped ship from|got out of|bailed on|bowed out of|cut ties"
        r" with"
        rf"|said goodbye to|waved goodbye to|severed ties with|checked out of) {FIRM}{HERE}",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM} (?:didn't|did not|hasn't|has not|decided not to|chose not to|wouldn't|isn't going to)"
        r" (?:renew(?:ed)?|extend(?:ed)?|keep|prolong(?:ed)?) (?P<s>my|me)\b",
        STOPPED,
    ),
    known(
        "works_for",
        rf"(?P<s>\b[Mm]y) {CONTRACT} (?:at|with) {FIRM} (?:wasn't|was not|hasn't been|has not been)"
        r" (?:renewed"
        r"|extended|made permanent)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"(?P<s>\b[Mm]y) (?:{CONTRACT}|time|stint|chapter|career|years?|internship|apprenticeship"
        r"|employment)"
        rf" (?:with|at) {FIRM} (?:is over|has ended|ended|came to an end|has come to an end|is done"
        r"|finished"
        r"|ran out|expired|wrapped up)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"(?:{START}|(?<=I )|(?<=I've )|(?<=I was )|(?<=, ))(?:[Gg]ot|[Gg]iven|[Ww]as given|[Hh]anded"
        r"|[Gg]otten)"
        rf" (?:the (?:sack|boot|push|chop|axe)|my (?:P45|walking papers|pink slip)) (?:from|by|at) {FIRM}",
        STOPPED,
        is_elidable=True,
    ),
    known(
        "works_for",
        rf"{START}{FIRM} is (?:now )?(?:history|in the past|over for (?P<s>me))(?=[.,!;]|$)",
        STOPPED,
        is_elidable=True,
    ),
    known(
        "works_for",
        rf"{FIRM} (?:sacked|fired|dropped|axed|dismissed|laid off) (?P<s>me)\b",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM} (?:{GONE_BUST})[^.;!?]{{0,40}}?(?:so|and|,) (?P<s>I) ?{OUT_OF_WORK}",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM},? where (?P<s>I) (?:was|worked|used to (?:be|work)) (?:until|till|up to)\b",
        STOPPED,
    ),
    known(
        "works_for",
        rf"(?:{BE} )?(?:employed by|working (?:for|at)|employed at|on the payroll of) (?P<o>{NAMED_FIRM})"
        rf"(?: now)?,? (?:now )?(?:instead of|rather than|and not|not) {OLD_FIRM}",
        BEGINS,
    ),
    known(
        "works_for",
        rf"(?:went|switched|jumped|transferred|gone) from {OLD_FIRM} to (?P<o>{NAMED_FIRM})",
        BEGINS,
    ),
    known(
        "works_for",
        rf"{START}(?:[Nn]ot|[Nn]o longer) (?:at|with) {FIRM} (?:any ?more|any longer|now)",
        OVER,
        is_elidable=True,
    ),
    known(
        "works_for",
        rf"(?:quit|left|resigned|retired|stepped down) (?:from )?{FIRM} (?:to|in order to|and|for)"
        r" (?:start|set up|found|open|go freelance|join|become|look after|care for|travel|focus|study)",
        STOPPED,
    ),
    known(
        "works_for", rf"(?:cleared|emptied) (?:out )?my (?:desk|locker|office) at {FIRM}", STOPPED
    ),
    known(
        "works_for",
        rf"(?:served|worked) (?:out )?my (?:last|final|notice)(?: \w+)? (?:at|with) {FIRM}",
        STOPPED,
    ),
    known(
        "works_for", rf"{HAVE} (?:now )?(?:left|quit|finished (?:at|with)) {FIRM}{HERE}", STOPPED
    ),
    rule(
        "works_for",
        rf"(?P<s>\b[Mm]y) (?:first|second) (?:day|week|month|shift) (?:at|with) {FIRM}{HERE}",
        BEGINS,
    ),
)
LIVING: tuple[Rule, ...] = (
    rule("lives_in", rf"(?:\bnow,? home is|\b[Hh]ome is now) {TOWN}", BEGINS, is_elidable=True),
    rule(
        "lives_in",
        rf"(?:{START}|(?<=I )|(?<=I've )|(?<=we've )|(?<=We've ))(?:[Ff]inally |[Nn]ow |all )*[Ss]ettled"
        rf" in(?:to)? (?:the|our|my) new {DWELLING} in {TOWN}",
        BEGINS,
        is_elidable=True,
    ),
    rule(
        "lives_in",
        r"(?:upped sticks|packed up|packed everything|packed our bags|packed my bags) and (?:moved"
        rf"|relocated|headed|went) (?:up |down |over |out )?to (?P<o>{SOMEWHERE}|{RUN}){HERE}",
        BEGINS,
    ),
    rule(
        "lives_in",
        rf"back (?:in|at my (?:parents|mum|mom|dad|folks)'?s?'? (?:place |house |home )?in) {TOWN} for good",
        BEGINS,
    ),
    rule("lives_in", rf"{BE} an? {TOWN} (?:resident|local) (?:as of|now|since|these days)", BEGINS),
    rule(
        "lives_in",
        rf"(?:living|lived|based|been) in {TOWN} (?:since [A-Z]\w+, )?(?:after|when|since) (?:I|we)"
        r" (?:moved|left|got)",
        BEGINS,
    ),
    known(
        "lives_in",
        rf"(?:{START}|and |, )(?:[Ss]wapped|[Tt]raded|[Ee]xchanged) (?P<left>{SOMEWHERE}) for {TOWN}",
        BEGINS,
        is_elidable=True,
    ),
    known(
        "lives_in",
        rf"(?i:moved) (?:here|there|out|away|over) from {TOWN}(?! (?:in (?:19|20)|when I was|as a|years))",
        STOPPED,
        is_elidable=True,
    ),
    known("lives_in", rf"(?i:moved) (?:out of|away from) {TOWN}{HERE}", STOPPED, is_elidable=True),
    known(
        "lives_in",
        r"(?P<s>\b[Mm]y|\b[Oo]ur) (?:lease|tenancy|rental|rent contract) (?:in|on (?:my|the|our) [a-z]+"
        rf" in) {TOWN} (?:has )?(?:ended|ran out|is up|expired|is over|run out|finished)",
        STOPPED,
    ),
    known("lives_in", rf"{TOWN} (?:is|are) (?:now |finally )?behind (?P<s>me|us){HERE}", STOPPED),
    known(
        "lives_in",
        r"(?:moved|packed|relocated|resident|home|keys|van|boxes)[^.!?]{0,70}(?:goodbye|farewell) to"
        rf" {TOWN}",
        STOPPED,
        is_elidable=True,
    ),
    known(
        "lives_in",
        rf"(?:[Gg]oodbye|[Ss]o long|[Ff]arewell|[Bb]ye),? {TOWN},? (?:and )?[Hh]ello,?"
        rf" (?P<new>{SOMEWHERE}), (?:my|our) new home",
        STOPPED,
        is_elidable=True,
    ),
    known(
        "lives_in",
        rf"(?:don't|do not|didn't) miss (?P<o>{SOMEWHERE}) (?:one bit|at all|a bit)",
        STOPPED,
    ),
    known(
        "lives_in",
        rf"(?:left|quit|escaped|deserted|abandoned) (?P<left>{SOMEWHERE}) (?:for|to (?:live|settle) in)"
        rf" (?P<o>{SOMEWHERE})(?! (?:at|this|tomorrow|on|by|around|early|for (?:the|a)|to (?:see|visit"
        r"|meet)))",
        BEGINS,
    ),
    known(
        "lives_in",
        rf"{HAVE} (?:now |finally |just )?left {TOWN}{NO_JOURNEY}(?= for good| behind|[.!]|$| and (?:moved"
        r"|settled|live))",
        STOPPED,
    ),
    known(
        "lives_in",
        r"(?i:gave up|given up|gave back|handed back|returned|let go of|let go|emptied|cleared out|vacated"
        r"|moved out of|terminated|cancelled|sublet|sold) (?:the|our|my) (?:keys (?:to|of) (?:the|our|my)"
        rf" )?(?:[a-z]+ )?{DWELLING} (?:in|at) {TOWN}",
        STOPPED,
        is_elidable=True,
    ),
    known(
        "lives_in",
        r"(?i:handed (?:over|in|back)|returned|gave back|posted|dropped off) (?:the|our|my) (?:keys (?:to"
        rf"|for|of) (?:the|our|my) )?{TOWN} (?:keys|{DWELLING}|flat keys|lease)",
        STOPPED,
        is_elidable=True,
    ),
)
RULES: tuple[Rule, ...] = WORKING + LIVING
