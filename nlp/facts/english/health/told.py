"""English rules for the lasting conditions that people tell of themselves and of those they name."""

from functools import partial

from nlp.facts.english.fragments import ITEM
from nlp.facts.english.personal import WHOSE
from nlp.facts.english.rules import BE, HAVE, START, rule
from nlp.facts.rules import Rule, Validity

from .words import (
    ADJECTIVES,
    NAMES,
    OF_OWN,
    PERSONS,
    SOMETIMES,
    STOP,
    STOP_ADJECTIVE,
)

told = partial(rule, "condition", is_list=True)
noted = partial(told, is_elidable=True)
# "An RA at the dorm", "an MS in physics" are other things, and "my OCD" is a saying.
NO_OTHER = r"(?!(?:an? |my )(?:MS|RA|OA|ADD|EDS)\b)(?!MS (?:Word|Office|Paint|in|from)\b)"
NO_SAYING = r"(?!(?:OCD|ADD|BPD|ALS|(?i:depression|insomnia|vertigo))\b)"
_BEEN = r"(?:(?:was|were|got|been|just|recently|finally|officially|only|first|also|being) )*"
_WHEN = r"(?= (?:since|for|from|as long|all my|most of my|my whole)\b)"
HAVING: tuple[Rule, ...] = (
    told(
        rf"(?:(?:do |does )?(?:have|has)|'ve got|'s got|got|have got|has got|(?<=\b[Ii])ve got|(?<=\b[Ii])ve"
        rf"|'ve) {NO_OTHER}{SOMETIMES}{NAMES}{STOP}"
    ),
    told(rf"{HAVE} (?:had|suffered (?:from|with)) {SOMETIMES}{NAMES}{_WHEN}"),
    told(
        rf"(?:[Ss]ince|[Ff]or) [^,.;!?\n]{{3,30}}?,? (?P<s>I)(?:'ve| have) "
        rf"(?:had|suffered (?:from|with)|lived with) {SOMETIMES}{NAMES}"
    ),
    told(rf"had (?P<s>me) down as (?:an? )?(?P<o>{PERSONS}|{ADJECTIVES}|type [12] diabetic)\b"),
    told(
        rf"(?:(?:live|lives|living|lived) with|suffers? (?:from|with)"
        rf"|suffering from) {SOMETIMES}{NAMES}{STOP}"
    ),
    told(
        rf"(?:have|has|'ve got|got|received) (?:an?|my|his|her|the) (?:late |official |formal "
        rf"|new )?{NAMES} (?:diagnosis|dx)\b"
    ),
    told(
        rf"(?:[Aa]s|[Bb]eing|for) (?:someone|somebody|a person"
        rf"|an adult) with {SOMETIMES}{NAMES},? (?P<s>I)\b"
    ),
    told(rf"{BE} (?:someone|a person) with {SOMETIMES}{NAMES}{STOP}"),
)
# Common complaints count if they last: "I have anxiety", "I've had back pain for years".
_COMPLAINT = (
    r"(?P<o>(?:social )?anxiety|(?:chronic |lower )?back pain|knee pain"
    r"|(?:a )?bad (?:knees?|back|hips?|shoulders?|heart|eyesight|hearing))"
)
COMPLAINTS: tuple[Rule, ...] = (
    told(
        rf"(?:have|has|'ve got|got|suffers? (?:from|with)|live with) {_COMPLAINT}"
        rf"(?=[.,;!]|$| and\b| so\b| but\b)(?! about)"
    ),
    told(rf"{HAVE} (?:had|suffered from) {_COMPLAINT}{_WHEN}"),
)
BEING: tuple[Rule, ...] = (
    told(
        rf"{BE} (?:profoundly |mildly |severely |very |rather |a bit |quite "
        rf"|officially )?(?P<o>{ADJECTIVES}){STOP_ADJECTIVE}"
    ),
    told(rf"{BE} (?:an? )(?:brittle |bad |severe |lifelong )?(?P<o>{PERSONS}){STOP_ADJECTIVE}"),
    told(
        rf"(?:was|were|{HAVE} been) (?:born |always )?(?P<o>{ADJECTIVES})(?= (?:since|from birth"
        rf"|all (?:my|his|her) life|for)\b)"
    ),
    told(rf"(?:was|were) born (?P<o>(?:partially |profoundly )?deaf|{ADJECTIVES}){STOP_ADJECTIVE}"),
    told(
        rf"\b[Aa]s an? (?:lifelong |fellow )?(?P<o>{ADJECTIVES})(?: (?:person|man|woman"
        rf"|adult))?,? (?P<s>I)\b"
    ),
    noted(rf"{START}(?P<o>{ADJECTIVES}) here\b"),
    rule("condition", rf"{ITEM}(?P<o>{ADJECTIVES})(?=\s*(?:[.,;!)\n]|$))", is_fragment=True),
)
DIAGNOSED: tuple[Rule, ...] = (
    told(
        rf"{_BEEN}(?:diagnosed|dx'd|dxed) (?:with|as having) {SOMETIMES}{NAMES}{STOP}",
        validity=Validity.BEGINS,
    ),
    told(rf"{_BEEN}diagnosed (?:as )?(?:an? )?(?P<o>{ADJECTIVES})\b", validity=Validity.BEGINS),
    told(
        rf"diagnosed (?P<s>me) (?:with|as having) {SOMETIMES}{NAMES}{STOP}",
        validity=Validity.BEGINS,
    ),
    noted(
        rf"{START}(?:[Jj]ust |[Gg]ot )*(?:[Dd]iagnosed|[Dd]x'?e?d) with {NAMES}(?= (?:last|at \d+"
        rf"|in \d+|this|two|three|a)\b)",
        validity=Validity.BEGINS,
    ),
    noted(rf"{START}{NAMES} (?:dx|diagnosis) (?:came (?:through|back|in)|confirmed|is in)\b"),
    told(rf"(?P<s>\b[Mm]y) (?:late |official )?{NAMES} diagnosis\b", validity=Validity.STANDS),
)
OWN: tuple[Rule, ...] = (
    told(
        rf"{WHOSE} (?:own |bad |bloody |damn(?:ed)? |stupid |poor |old |blasted |severe |mild "
        rf"|chronic |long-term |lifelong )*{NO_SAYING}{NAMES}{OF_OWN}",
        validity=Validity.STANDS,
    ),
    told(
        r"(?:[Tt]he )?(?P<o>(?i:arthritis|osteoarthritis|gout|neuropathy|eczema|psoriasis"
        r"|tinnitus)|RA)(?:'s| is| has got)? in (?P<s>my) (?:\w+ )?(?:hands?|knees?|hips?"
        r"|fingers?|wrists?|feet|toes?|thumbs?|back|neck|ears?|legs?|scalp|elbows?|spine|joints)\b"
    ),
    noted(rf"{ITEM}{NAMES} since (?P<s>I)(?:'m| was| were) "),
    noted(rf"{ITEM}(?:[Bb]een )?(?:[Ll]iving with|[Hh]ad) {NAMES} since\b"),
    noted(
        rf"{START}(?P<o>[Pp]acemaker)(?= (?:check|clinic|since|for|fitted|in since|appointment"
        rf"|battery)\b)"
    ),
    noted(
        rf"{START}(?:[Cc]onditions?|[Mm]edical (?:conditions?|history)|[Hh]ealth(?: conditions?)?"
        rf"|[Dd]iagnos[ei]s): {NAMES}(?=[.,;\n]|$)"
    ),
)
RULES: tuple[Rule, ...] = DIAGNOSED + BEING + HAVING + COMPLAINTS + OWN
