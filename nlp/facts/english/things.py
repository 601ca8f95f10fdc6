"""English rules for the things that people use, and for where things belong."""

from nlp.facts.rules import SOMETHING, SOMEWHERE, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, REST, THING

from .rules import ANY_THING, BE, HAVE, MONTH, NOT, PLAIN_NAME, RUN, START, THE, TOOL, rule

# Programs as people type them, without capitals.
TYPED = (
    r"(?:firefox|chrome|safari|whatsapp|facebook|instagram|twitter|tiktok|gmail|outlook|excel|notion|slack|linux"
    r"|windows|ubuntu|debian|fedora|android|iphone|ipad|macbook|photoshop|spotify|telegram|signal|discord|zoom"
    r"|trello|obsidian|evernote|vim|emacs|vs ?code|python|obs|figma|canva|kindle|reddit|youtube|netflix)"
)
DEVICE = (
    r"(?:phone|mobile|laptop|computer|car|camera|tablet|bike|motorbike|van|desktop|PC|editor|browser|printer|watch"
    r"|e-?reader|keyboard|headphones|guitar|scooter|smartphone|work laptop|work phone|daily driver|machine|OS"
    r"|text editor|note app|email client|password manager)"
)
VERSION = r"(?: (?:\d[\w.]*|mini|pro|max|plus|air)\b)*"
ONE = rf"(?:{RUN}{VERSION}|{TYPED}\b{VERSION})"
ALSO = rf"(?:(?:,|,? and|,? plus| &) (?:also )?(?:the |an? |my |some )?{ONE})*"
TOOLS = rf"(?:the |an? |my |our )?(?!{MONTH}\b)(?P<o>{ONE}{ALSO})"
COLORED = rf"(?:an?|my|the|our|her|his) (?P<o>(?:[a-z]+ ){{0,2}}{ONE})"
KEEPING = r"(?:keep|store|manage|track|plan|organi[sz]e|sort|budget|log|take|make|write|code|draw|edit|do|film|shoot|record|design)(?:s|es|ing)?"
USERS = PERSON + ORGANIZATION + THING
RULES = (
    rule(
        "uses",
        rf"(?:no longer uses?|(?:{HAVE} )?stopped using|used to use|quit using|{NOT} use) {TOOLS}(?= any ?more)?",
        Validity.OVER,
        subjects=USERS,
        is_list=True,
    ),
    rule("uses", rf"{START}[Nn]ot on {TOOLS} any ?more", Validity.OVER, is_elidable=True),
    rule("uses", rf"{START}(?:[Ss]old|[Dd]itched) my {TOOLS}", Validity.STOPPED, is_elidable=True),
    rule("uses", rf"(?:sold|ditched) my {TOOLS}", Validity.STOPPED),
    rule("uses", rf"used to (?:have|own|drive|be on) {COLORED}", Validity.OVER),
    rule(
        "uses",
        rf"(?:(?:mostly|mainly|only|just|already|always|normally|usually) )?(?:use|uses|{BE} using|{HAVE} been using"
        rf"|{HAVE} used|swears? by|rel(?:y|ies) on) (?:mostly |mainly |only |both )?{TOOLS}",
        subjects=USERS,
        is_list=True,
    ),
    rule("uses", rf"(?:{HAVE} been on|{BE} (?:still |now )?on) {TOOLS}(?= for| on| now|,|\.|$| and| but)", is_list=True),
    rule("uses", rf"(?:drive|drives|ride|rides|wears?) {COLORED}"),
    rule(
        "uses",
        rf"{START}(?P<s>[Mm]y|[Oo]ur) (?:(?:main|work|new|old|current|everyday|trusty) )?{DEVICE} (?:is|'s) (?:now )?{TOOLS}",
    ),
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y) (?:budget|calendar|notes|passwords|files|photos|recipes|tasks|to-?dos?|diary|journal|finances"
        rf"|accounts|code|documents|bookmarks|contacts|mail|writing|reading list) (?:lives?|is|are) (?:all )?in {TOOLS}",
    ),
    rule(
        "uses",
        rf"(?:[Ss]wapped|[Tt]raded|[Dd]itched|[Rr]eplaced) (?:my |our )?(?P<left>{SOMETHING}"
        rf"|{PLAIN_NAME}) (?:for|with) {TOOL}",
        Validity.BEGINS,
        is_elidable=True,
    ),
    rule(
        "uses",
        rf"(?:[Gg]ot rid of|[Dd]itched|[Gg]ave up|[Dd]ropped) {TOOL}",
        Validity.STOPPED,
        is_elidable=True,
    ),
    rule(
        "uses",
        rf"{KEEPING} (?!you\b|me\b)[^.,;]{{0,30}}?(?:in|on|with) {TOOLS}",
        confidence=0.85,
        is_list=True,
    ),
    rule("uses", rf"(?:run|runs|running) (?P<o>{ONE}) on (?:my|his|her|the|an?|all)\b"),
    rule(
        "uses",
        rf"(?:switched|migrated|moved|changed) from (?:an? )?(?P<left>{SOMETHING}|{TYPED}) to (?:an? )?(?P<o>{ONE})",
        Validity.BEGINS,
        subjects=USERS,
    ),
    rule("uses", rf"{START}[Uu]s(?:es|ing) {TOOLS}", is_elidable=True, is_list=True),
    rule(
        "located_in",
        rf"{BE} (?:located |based |headquartered )?in (?P<o>{SOMEWHERE})",
        subjects=ANY_THING,
    ),
    rule(
        "part_of",
        rf"{BE} (?:a )?(?:part|subsidiary|division|module|component) of {THE}"
        rf"(?P<o>[{ORGANIZATION}-{THING}]{REST}*)",
        subjects=ANY_THING,
    ),
    rule(
        "ownership",
        rf"owns? {THE}(?P<o>[{ORGANIZATION}-{THING}]{REST}*)",
        subjects=PERSON + ORGANIZATION,
    ),
)
