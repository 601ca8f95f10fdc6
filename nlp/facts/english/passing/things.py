"""English rules for devices, programs and vehicles that people mention as their own."""

import re
from functools import partial

from nlp.facts.english.everyday.belongings import CAR, IS_CAR
from nlp.facts.english.rules import START, rule
from nlp.facts.rules import Rule, Validity
from nlp.facts.sentences import ORGANIZATION, REST, THING

noted = partial(rule, is_elidable=True)
_MODEL = r"(?: (?:pro|max|mini|air|plus|ultra|lite|se|xl|[a-z]{0,2}\d[\w.-]*|[A-Z]{1,3}\d*))"
# Devices that have one owner, in any case.
GADGET = (
    r"(?i:(?:apple |samsung |google |lenovo |dell |sony |canon |nintendo |microsoft )?"
    r"(?:i-?pad|i-?phone|i-?mac|macbook|kindle|kobo|thinkpad|chromebook|xbox|playstation|ps[345]|steam deck"
    r"|nintendo switch|fitbit|garmin|apple watch|gopro|roomba|alexa|raspberry pi|galaxy [a-z]?\d+|pixel \d\w?"
    rf"|oculus|e-?reader|thermomix|air ?fryer|instant pot|bread maker)s?\b{_MODEL}{{0,3}})"
)
PROGRAM = (
    r"(?i:neovim|nvim|emacs|vs ?code|obsidian|notion|evernote|autocad|photoshop|lightroom|figma|canva"
    r"|thunderbird|todoist|trello|duolingo|strava|goodreads|spotify|whatsapp|gmail|outlook|excel|quickbooks"
    r"|xero|myob|procreate|ableton|garageband|sketchup|home assistant|chess\.com|lichess|ravelry|anki)"
)
# "My iPad case" and "my Alexa skill" are things of their own.
OWN_IT = (
    r"(?=\s*(?:[.,;:!?)\n–—]|$)|'s\b| (?:is|was|has|won't|wont|will|would|can't|cant|keeps?|says|stopped|stops"
    r"|died|froze|freezes|crashes|isn't|isnt|does|doesn't|doesnt|just|and|but|so|to|for|with|on|at|in|or"
    r"|because|bc|when|since|lsp|config|storage|screen|battery|charger|again|which|that|it|setup)\b)"
)
# One line of code says in what: "writes Go".
_ONE_CODE = (
    r"(?:Go|Golang|Python|Rust|Java|JavaScript|TypeScript|C\+\+|C#|Ruby|PHP|Kotlin|Scala|Elixir|Haskell|Perl"
    r"|SQL|Clojure|Erlang|COBOL|Fortran)(?![\w+#])"
)
_LANGUAGE = rf"(?:{_ONE_CODE}|{THING}{REST}*)"
CODE = rf"(?P<o>{_LANGUAGE}(?:(?:, and|,| and) (?:some |a little |a bit of )?{_LANGUAGE})*)"
IS_CODE = re.compile(rf"^{_ONE_CODE}")
KNOWN = rf"(?:[{ORGANIZATION}{THING}]{REST}*{_MODEL}{{0,3}}|{GADGET}|{PROGRAM})"
IS_OWN = re.compile(rf"^(?:{GADGET}|{PROGRAM})$")
MACHINE = (
    r"(?:phone|mobile|laptop|computer|tablet|camera|watch|printer|e-?reader|console|router|bike"
    r"|motorbike|car|van"
    r"|truck|ute|pickup|scooter|tractor)"
)
_OWN = r"(?:new |work |own |trusty |other |little |poor )?"
DEVICES: tuple[Rule, ...] = (
    rule("uses", rf"(?P<s>\b[Mm]y) {_OWN}(?P<o>{KNOWN}){OWN_IT}", Validity.STANDS, fits=IS_OWN),
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y) {_OWN}{MACHINE}(?:,| is| -|:| \()? (?:an? |the )?(?P<o>{KNOWN})(?=[.,;!?)]|$"
        r"| (?:is|was|has|keeps|and|but|won't|wont|which|that|stopped|it|so|with)\b)",
        Validity.STANDS,
    ),
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y) {_OWN}{MACHINE}\b[^.!?\n]{{1,60}}?[,;(] ?(?:its|it's|it is|that's) an? (?:old )?"
        rf"(?P<o>{KNOWN})",
        fits=IS_OWN,
    ),
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y) {_OWN}(?:phone|laptop|car|van|truck|ute|bike|motorbike|pickup),? (?:is an? |an? |the "
        rf"|\()?{CAR}",
        Validity.STANDS,
        fits=IS_CAR,
    ),
    rule(
        "uses",
        rf"(?:bought|given|got) (?:for )?(?P<s>me) an? (?:new |old )?(?P<o>{KNOWN})",
        fits=IS_OWN,
    ),
    rule(
        "uses",
        rf"(?:been given|was given|were given|inherited|treated myself to) an? (?:new |old )?(?P<o>{KNOWN})",
        fits=IS_OWN,
    ),
    rule(
        "uses",
        rf"(?:have|has|'ve got|got|own|owns|use|uses|using) (?:an?|my|his|her|the) {_OWN}"
        rf"(?P<o>{KNOWN})(?=[.,;!?)]|$| (?:and|but|with|for|at|now|daily|every|to|in|so)\b)",
        fits=IS_OWN,
    ),
)
HABITS: tuple[Rule, ...] = (
    noted("uses", rf"{START}(?:[Cc]urrently |[Nn]ow |[Ss]till )?[Dd]riving an? {CAR}", fits=IS_CAR),
    noted(
        "uses",
        rf"{START}(?:[Cc]ar|[Vv]an|[Bb]ike|[Tt]ruck|[Uu]te|[Mm]otorbike|[Pp]ickup|[Tt]ractor): {CAR}",
        fits=IS_CAR,
    ),
    noted(
        "uses",
        rf"{START}(?:[Pp]hone|[Ll]aptop|[Tt]ablet|[Cc]omputer|[Cc]amera|[Ww]atch|[Cc]onsole): (?P<o>{KNOWN})"
        r"(?=[.,;!)(]|$)",
    ),
    # A line on upkeep names what is one's own: "Honda: oil in May".
    noted(
        "uses",
        rf"{START}{CAR}(?=:| (?:serviced?\b|MOT\b|oil change\b|tyres?\b|insurance (?:due|renew)|rego\b"
        r"|(?:needs|due|booked)\b))",
        fits=IS_CAR,
    ),
    rule(
        "uses",
        r"(?P<s>\b[Ii])(?:'m)? (?:(?:always|only|just|mostly|still|currently|now) )*us(?:e|ing) (?:an?"
        r" |the |my )?"
        r"(?P<o>(?!(?:it|this|that|them|these|one|both|some|any|google|english)\b)[\w.+-]+(?: [\w.+-]+)?)"
        r" for (?:everything|all (?:my|of my|the)|most things|the books|work)\b",
    ),
    rule(
        "uses",
        rf"\b(?:[Tt]he|[Mm]y) {CAR}\b[^\n]{{0,120}}?(?:what|the one|which|that) (?P<s>I) (?:use|drive|take) "
        r"(?:for|to|every)\b",
        fits=IS_CAR,
    ),
    rule(
        "uses",
        rf"(?P<s>\b[Ii])(?:'m| am)? (?:mostly |mainly )?(?:code|write|program)(?: in)? {CODE}",
        is_list=True,
        fits=IS_CODE,
    ),
    rule(
        "uses",
        rf"(?P<s>\b[Ii])(?:'m| am|m) an? [^.;!?()\n]{{3,40}} \((?:mostly |mainly )?{CODE}(?: mostly| mainly)?"
        rf"[,)]",
        fits=IS_CODE,
    ),
)
RULES: tuple[Rule, ...] = DEVICES + HABITS
