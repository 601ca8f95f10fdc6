"""English rules for the things that people use, and for where things belong."""

import re

from nlp.facts.rules import SOMETHING, SOMEWHERE, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, PLACE, REST, THING

from .personal import LANGUAGE
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
VERSION = r"(?: (?:\d[\w.]*|mini|pro|max|plus|air|phone|laptop|tablet|camera|watch)\b)*"
ONE = (
    rf"(?!(?:TV|DVD|CD|Mondays?|Sundays?|Saturdays?|Fridays?|Google it)\b)(?:{RUN}{VERSION}|{TYPED}\b"
    rf"{VERSION})"
)
ALSO = rf"(?:(?:,|,? and|,? plus| &) (?:also )?(?:the |an? |my |some )?{ONE})*"
TOOLS = rf"(?:the |an? |my |our )?(?!{MONTH}\b)(?P<o>{ONE}{ALSO})"
COLORED = rf"(?:an?|my|the|our|her|his) (?P<o>(?:[a-z]+ ){{0,2}}{ONE})"
# "I write in English", "I do yoga on Monday": neither is a tool.
NO_LANGUAGE = rf"(?!(?:{LANGUAGE}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Christmas|Easter)\b)"
KEEPING = (
    r"(?:keep|store|manage|track|plan|organi[sz]e|sort|budget|log|take|make|write|code|draw|edit|do|film|"
    r"shoot|record|design)(?:s|es|ing)?"
)
MACHINE = (
    r"(?:quad(?: ?bike)?|mower|lawn ?mower|boat|trailer|tractor|digger|chainsaw|generator|sewing machine"
    r"|oven|washer"
    r"|washing machine|dishwasher|fridge|telly|tv|TV|amp|keyboard|piano|moped|truck|pickup|ute|lorry"
    r"|sat ?nav|drill"
    rf"|{DEVICE})"
)
# Makers whose things people name: "an iPhone 12", "a Fender Telecaster".
DEVICE_NAME = (
    r"(?:(?:iPhone|iPad|iMac|MacBook|Mac|Kindle|Kobo|Pixel|Galaxy|Surface|ThinkPad|Chromebook|Xbox|PlayStation"
    r"|Garmin|Fitbit|Roomba|GoPro|Raspberry Pi|Fender|Gibson|Yamaha|Canon|Nikon|Fuji|Fujifilm|Sony|Le"
    r"ica|Brompton"
    r"|Vespa|Tesla|Toyota|Honda|Ford|Volvo|Skoda|Fiat|Subaru|Mazda|Nissan|Renault|Peugeot|BMW|Audi|Volkswagen|VW"
    r"|Prius|Samsung|Nokia|Dell|Lenovo)(?: (?:[A-Z0-9][\w-]*|mini|pro|max|plus|air)){0,3})"
)
PROGRAM = re.compile(
    r"^(?:Firefox|Chrome|Safari|Linux|Ubuntu|Arch|Fedora|Debian|Windows|macOS|Android|iPhone|iOS|Mac|Signal|Telegram"
    r"|WhatsApp|Slack|Teams|Notion|Obsidian|Evernote|Vim|Neovim|Emacs|VS Code|Proton|Gmail|Outlook|Fa"
    r"stmail|Bitwarden"
    r"|1Password|Spotify|Zotero|Joplin|Todoist|Trello|Zed|Cursor|Brave|Vivaldi|Thunderbird)"
)
USING = re.compile(r"\b(?:use|uses|using) [^.;!?\n]{2,40} for [^.;!?\n]{2,40} and $")
USERS = PERSON + ORGANIZATION + THING
RULES = (
    rule(
        "uses",
        rf"(?:no longer uses?|(?:{HAVE} )?stopped using|used to use|quit using|{NOT} use) {TOOLS}(?= "
        r"any ?more)?",
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
        rf"(?:(?:mostly|mainly|only|just|already|always|normally|usually) )?(?:use|uses|{BE} using|"
        rf"{HAVE} been using"
        rf"|{HAVE} used|swears? by|rel(?:y|ies) on) (?:mostly |mainly |only |both )?{TOOLS}",
        subjects=USERS,
        is_list=True,
    ),
    rule(
        "uses",
        rf"(?:{HAVE} been on|{BE} (?:still |now )?on) (?!{PLACE}){TOOLS}(?= for| on| now|,|\.|$| and| but)",
        is_list=True,
    ),
    rule("uses", rf"(?:drive|drives|ride|rides|wears?) {COLORED}"),
    rule(
        "uses",
        r"(?:have|has|'ve got|got|own|owns|play|plays|bought|ride|rides) (?:an?|my|the) (?:old |new "
        r"|used |little )?"
        rf"(?P<o>{DEVICE_NAME}(?: [A-Z][a-z]+)?(?: {DEVICE})?|{THING}{REST}*{VERSION})"
        r"(?=[.,;]|$| (?:and|with|for|but|to|which|that|running|so|now)\b)",
    ),
    rule(
        "uses",
        r"(?:pay|pays|read(?! [^.,;]{0,24}?in )|reads|listen|listens|stream|streams|watch|watches|shop"
        rf"|shops|navigate|chat|chats) [^.,;]{{0,24}}?(?:with|on|in|via|through) (?:my |an? )?(?P<o>{ONE})"
        r"(?=[.,;]|$| when| every| at| and)",
    ),
    # "I use Obsidian for notes and Todoist for tasks."
    rule("uses", rf"(?<=and )(?P<o>{ONE}) for [a-z][\w -]{{2,30}}(?=[.,;!]|$)", after=USING),
    rule(
        "uses",
        rf"replaced (?:my|our) (?:old )?{DEVICE} with (?:an? |the )?(?:new )?(?P<o>{ONE})",
        Validity.BEGINS,
    ),
    rule("uses", rf"{BE} an? (?P<o>{ONE}) (?:user|person|guy|girl)\b"),
    rule(
        "uses",
        rf"(?:{HAVE} )?(?:switched|moved|migrated|changed) (?:over )?to (?P<o>[{ORGANIZATION}{THING}]"
        rf"{REST}*{VERSION})(?=[.,;]|$| last| this| in\b| for\b)",
        Validity.BEGINS,
        fits=PROGRAM,
    ),
    rule(
        "uses",
        rf"{START}(?P<s>[Mm]y|[Oo]ur) (?:(?:main|work|new|old|current|everyday|trusty) )?{DEVICE} (?:"
        rf"is|'s) (?:now )?{TOOLS}",
    ),
    rule(
        "uses",
        r"(?P<s>\b[Mm]y|\b[Oo]ur) (?:car|van|bike|truck|scooter) is an? (?:(?:old|new|red|blue|black|white"
        rf"|gr[ae]y|silver|green|yellow|used|little|electric|\d{{4}}) )+(?P<o>{ONE})",
    ),
    # "my quads a Honda TRX420", "our mower is a Honda".
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:[a-z]+ )?{MACHINE}(?:'s|s| is|,|:|-)? (?:an? |the )(?:old |new |little )?"
        rf"(?P<o>{DEVICE_NAME})",
        Validity.STANDS,
    ),
    rule(
        "uses",
        r"(?P<s>\b[Mm]y) (?:budget|calendar|notes|passwords|files|photos|recipes|tasks|to-?dos?|diar"
        r"y|journal|finances"
        r"|accounts|code|documents|bookmarks|contacts|mail|writing|reading list) (?:lives?|is|are) ("
        rf"?:all )?in {TOOLS}",
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
        rf"{KEEPING} (?!you\b|me\b)[^.,;]{{0,30}}?(?:in|on|with) (?![{PERSON}{PLACE}]){NO_LANGUAGE}{TOOLS}",
        confidence=0.85,
        is_list=True,
    ),
    rule("uses", rf"(?:run|runs|running) (?P<o>{ONE}) on (?:my|his|her|the|an?|all)\b"),
    rule(
        "uses",
        rf"(?:switched|migrated|moved|changed) from (?:an? )?(?P<left>{SOMETHING}|{TYPED}) to (?:an? "
        rf")?(?P<o>{ONE})",
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
