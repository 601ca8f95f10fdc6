"""English rules for the many ordinary ways to tell a home, work, a tool, a tie or a taste."""

from functools import partial

from nlp.facts.english.food_and_pets import ANIMAL, MEAL
from nlp.facts.english.personal import END, LANGUAGES
from nlp.facts.english.relations import EVERY
from nlp.facts.english.rules import BE, EMPLOYER, HAVE, MATE, NEAR, PLAIN_NAME, RUN, START, rule
from nlp.facts.english.tastes import NO_TASTE
from nlp.facts.english.work import ACADEMIC, JOB
from nlp.facts.rules import SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, REST, THING

noted = partial(rule, is_elidable=True)
TOWN = rf"(?P<o>{SOMEWHERE}(?:,? {SOMEWHERE})?)"
DWELLING = r"(?:house|flat|apartment|place|home|condo|room|studio|cottage|bungalow|terrace|loft)"
A_WHILE = (
    r"(?:since\b|for (?:the (?:last|past) )?(?:\w+ )?(?:years?|decades?|months|ages"
    r"|good)\b|now\b|these days\b)"
)
NAMES = rf"(?P<o>[{ORGANIZATION}{THING}]{REST}*|(?![{PERSON}]){PLAIN_NAME}(?: \d\w*)?)"
# After "works as a" any words are an occupation, but these.
ANY_WORK = (
    r"(?P<o>(?!(?:team|unit|group|whole|pair|result|child|kid|favou?r|student|test|charm|treat|volunteer"
    r"|reminder|guide to|way|means|kind|sort|bit|last|first|temporary|substitute|replacement"
    r"|woman|man|parent|family|couple|company|business|matter|rule|joke)\b)[a-z][a-z-]+(?: [a-z][a-z-]+){0,2}?)"
    r"(?=\s*(?:[.,;!)\n–—]|$)| (?:and|at|in|for|with|by|but|on|from|since|near|who|these|now|part|full)\b)"
)
HOMES: tuple[Rule, ...] = (
    noted("lives_in", rf"\b[Hh]ome(?: has been| is|'s| for (?:me|us) is) (?:now )?{TOWN}"),
    noted("lives_in", rf"{TOWN} (?:has been|is now|became) (?:my |our )?home\b"),
    rule("lives_in", rf"(?P<s>\b[Mm]y|\b[Oo]ur) {DWELLING}(?:'s| is) (?:now )?{NEAR}{TOWN}"),
    rule(
        "lives_in",
        rf"(?:\bin|\bat|\bof|\bfor|\bto) (?P<s>my|our) (?!holiday|old|former|last"
        rf"|parents)(?:[a-z]+ )?{DWELLING}"
        rf" (?:in|near|outside) {TOWN}(?! (?:office|branch))",
        Validity.STANDS,
        confidence=0.85,
    ),
    noted("lives_in", rf"(?:{START}|(?<='ve )|(?<=have ))[Bb]een in {TOWN},? {A_WHILE}"),
    noted(
        "lives_in",
        rf"{START}(?:[Ww]e )?[Mm]oved (?:the family |the kids |everybody |everyone |us |house )"
        rf"(?:out |up |down |over |across )?to {TOWN}",
        Validity.BEGINS,
    ),
    rule("lives_in", rf"{BE} an? [^.,;!?]{{3,40}}? (?:living|based|residing|settled) in {TOWN}"),
    rule("from", rf"{BE} an? (?:\d\d-year-old )?(?:[a-z-]+ ){{0,2}}?(?i:{JOB}) from {TOWN}"),
    noted("from", rf"{START}(?:[Oo]riginally|[Bb]y birth) [A-Z][a-z]+,? from {TOWN}"),
)
AGED: tuple[Rule, ...] = (rule("occupation", rf"{BE} an? \d\d-year-old (?P<o>{JOB})\b"),)
WORKING: tuple[Rule, ...] = (
    rule(
        "occupation",
        rf"(?:works?|worked(?= for the (?:last|past))|{BE} (?:working|employed|hired)|{HAVE} been working"
        rf"|(?:make|makes|earn|earns) (?:my|his|her|our|their|a) living) as an? {ANY_WORK}",
    ),
    noted("occupation", rf"{START}(?:[Cc]urrently )?(?:[Ee]mployed|[Ww]orking) as an? {ANY_WORK}"),
    noted("occupation", rf"(?:now|currently|these days) as an? {ANY_WORK}"),
    rule("occupation", rf"(?:employs|hired|took on|taken on) (?P<s>me) as an? {ANY_WORK}"),
    rule("works_for", rf"{EMPLOYER} (?:employs|hired|has hired|took(?= me on\b)) (?P<s>me)\b"),
    rule(
        "works_for",
        rf"(?:works?|{BE} (?:working|employed|hired)) as an? [^.,;]{{3,30}}? (?:by|at|for|with) {EMPLOYER}",
    ),
    noted(
        "works_for",
        rf"{START}(?:[Cc]urrently )?(?:[Ee]mployed|[Ww]orking) as an? [^.,;]{{3,30}}? (?:by|at|for|with)"
        rf" {EMPLOYER}",
    ),
    rule(
        "works_for",
        rf"{BE} an? [^.,;]{{3,40}}? with (?:\w+|\d+) years (?:at|with) {EMPLOYER}",
    ),
    noted(
        "works_for",
        rf"{START}[Tt]ook on the (?:role|job|post) of [^.,;]{{3,30}}? (?:at|for|with) {EMPLOYER}",
    ),
    noted(
        "studies_at",
        rf"{START}(?:[Ss]tudying|[Rr]eading|[Dd]oing)(?: for)? [^.,;]{{0,40}}?{ACADEMIC}"
        rf" (?:at|with) (?P<o>{RUN})",
    ),
    rule(
        "studies_at",
        rf"(?:{BE} )?(?:studying|reading|doing|studies|in my \w+ year of|in (?:his|her) \w+ year of) "
        rf"[^.,;]{{0,30}}?{ACADEMIC} at (?P<o>{RUN})",
    ),
)
THINGS: tuple[Rule, ...] = (
    rule(
        "uses",
        r"(?P<s>\b[Mm]y) (?:\w+ )?(?:phone|mobile|laptop|computer|tablet|camera|watch|editor|keyboard|printer"
        rf"|browser|e-?reader|console|headphones|IDE|calendar|terminal)(?: app)?(?:'s| is|"
        rf" are)(?: an?| the)? {NAMES}",
    ),
    rule(
        "uses",
        r"(?:have|has|'ve got|got|own|owns|drive|drives|ride|rides) an? (?:old |new |used )?"
        rf"(?P<o>[A-Z][\w-]*(?: [A-Z][\w-]*)? (?=\w*\d)[A-Z0-9][\w-]*|[{THING}]{REST}*(?= \d| [A-Z0-9]))",
    ),
    rule(
        "uses",
        r"(?:keeps?|tracks?|stores?|manages?|edits?|plans?|do|does) (?:my|our|all|the|every)"
        rf" ?[^.,;:?!]{{2,50}}? (?:in|with) (?P<o>[{THING}]{REST}*(?: [A-Z][a-z]+)?)",
    ),
    rule("uses", r"(?:always )?carr(?:y|ies) an? (?P<o>EpiPen|inhaler|insulin pen|Jext pen)"),
)
PEOPLE: tuple[Rule, ...] = (
    noted("married_to", rf"{START}(?:[Mm]y )?(?i:wife|husband|spouse): {MATE}", Validity.STANDS),
    noted(
        "family_member",
        rf"{START}(?i:kids|children|sons|daughters|boys|girls|brothers|sisters|siblings|grandkids"
        rf"|grandchildren|nephews|nieces)(?: are)?: {EVERY}",
        is_list=True,
    ),
    noted(
        "friend",
        rf"{START}(?:[Mm]y )?(?:[Bb]est|[Oo]ldest|[Cc]losest|[Dd]earest) (?:friend|mate|pal)"
        rf"(?: (?:since|from) [a-z ]{{2,20}})?(?::| is| –| —) {MATE}",
    ),
    rule(
        "colleague",
        rf"(?P<s>\bI) (?:sit|work) (?:next to|opposite|across from|beside|alongside|closely with) {MATE}"
        r"(?= (?:from|in|at work|who)\b|[.,;]|$)",
    ),
)
HABITS: tuple[Rule, ...] = (
    noted(
        "allergic_to",
        rf"{START}(?:[Ss]evere|[Bb]ad|[Ss]erious|[Mm]ild|[Ll]ifelong) (?P<o>[a-z]+(?: [a-z]+)?) allergy\b",
    ),
    rule(
        "allergic_to",
        r"can't (?:eat|have) (?P<o>[a-z]+ (?:or|and) [a-z]+)(?:,| because| as| since)? (?:I'm|I am)"
        r" allergic to (?:both|either)\b",
        is_list=True,
    ),
    rule("diet", rf"(?P<o>(?:stopped|quit|gave up|given up) eating (?:{MEAL}))\b"),
    rule(
        "speaks",
        rf"(?:raised|grew up|brought up) bilingual,? (?:in |with |speaking )?{LANGUAGES}",
        is_list=True,
    ),
    noted(
        "speaks",
        rf"(?:{START}[Pp]|(?<=I )p|(?<=I've )p)icked up {LANGUAGES}(?= (?:when|while|in|from|as)\b|[.,;])",
        is_list=True,
    ),
    rule("speaks", rf"speaks? (?:only|mostly|mainly|nothing but) {LANGUAGES}", is_list=True),
    rule(
        "pet",
        rf"(?:adopted|rescued|rehomed|took in) (?P<o>an? (?:[\w-]+ ){{0,2}}?{ANIMAL})"
        r"(?= (?:from|in|last|this|two|three|a few)\b)",
    ),
    rule(
        "prefers",
        rf"(?:'d|would) (?:much )?(?:rather|sooner) (?P<o>(?!{NO_TASTE})(?!\w+ (?:it|this|that|them"
        r"|you)\b)(?=(?:have|eat|drink|read|write|talk)\b|[^.;!?\n]* than )"
        r"(?:be|get|have|use|take|do|work|eat|drink|read|write"
        rf"|talk|meet|stay|walk|live)\b[^.;!?\n]{{2,50}}?){END}",
    ),
    noted(
        "prefers",
        r"(?:^|(?<=[.!] ))[Pp]lease (?:always )?(?P<o>(?:answer|reply|respond|write|use|give|keep|include|avoid"
        r"|explain|format|call)\b[^.;!?\n]{3,70}?),? (?:from now on|in future|in the future"
        r"|every time|going forward)",
    ),
    rule(
        "age",
        rf"{BE} (?:only |just |now |already )?(?P<o>three|four|five|six|seven|eight|nine|ten"
        rf"|eleven|twelve|thirteen"
        r"|fourteen|fifteen|sixteen|seventeen)(?: now| years old)?"
        r"(?=[.,;!]|$| and (?:loves?|likes?|still|has|have|hates?|can|is|am|goes|wants|plays|lives)\b)",
    ),
)
RULES: tuple[Rule, ...] = HOMES + WORKING + THINGS + PEOPLE + HABITS
