"""English rules for what is over between people and about somebody: marriages, names, jobs, tastes.

Each says plainly that something ended; see ``ends`` for employers and homes.
"""

from nlp.facts.rules import SOMEONE, Rule, Validity

from .food_and_pets import FED, FREE
from .personal import DAY, END, NUMBER
from .rules import BE, RUN, START, UPPER, rule
from .work import JOB, NO_JOB, WORK

NO_MORE = r"(?:any ?more|any ?longer)"
FAMILY = (
    rule(
        "married_to",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) (?:are |have |'ve |were |got |have been |'ve been |finally )"
        r"*(?:divorced|split up|separated|broke up|parted ways)",
        Validity.STOPPED,
    ),
    rule(
        "married_to",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) are (?:no longer (?:married|together|a couple)|not (?:marrie"
        rf"d|together) {NO_MORE})",
        Validity.OVER,
    ),
    rule(
        "married_to", rf"(?:split|separated|got divorced) from (?P<o>{SOMEONE})", Validity.STOPPED
    ),
    rule(
        "married_to",
        rf"(?:divorced|split up with|separated from|left) (?P<o>{SOMEONE})(?= in\b| last\b| two\b|[.,"
        r";]|$| after\b)",
        Validity.STOPPED,
    ),
    rule(
        "married_to",
        rf"(?P<s>\b[Mm]y) (?:late |ex-?)(?:husband|wife),? (?P<o>{SOMEONE})",
        Validity.OVER,
    ),
    rule(
        "married_to",
        rf"(?P<s>\b[Mm]y) (?:husband|wife),? (?P<o>{SOMEONE}),? (?:died|passed away|has died|has passed)",
        Validity.STOPPED,
    ),
    rule("married_to", rf"{START}(?P<o>{SOMEONE}) is (?P<s>my) ex-(?:husband|wife)", Validity.OVER),
    rule(
        "married_to",
        rf"(?P<s>\b[Mm]y) (?:husband|wife) (?P<o>{SOMEONE}) (?:died|passed)",
        Validity.STOPPED,
    ),
    rule(
        "married_to",
        rf"[Rr]emarried[^.;]{{0,24}}?,? (?P<s>my) (?:wife|husband)(?:'s name)? is (?P<o>{SOMEONE})",
        Validity.BEGINS,
    ),
)
NAME = rf"(?:{SOMEONE}|{UPPER}[a-z]+(?: {UPPER}[\w-]+)*)"
ONESELF = (
    rule(
        "name",
        rf"changed (?:my|his|her) name(?: legally)? from (?P<left>{NAME}) to (?P<o>{NAME})",
        Validity.BEGINS,
    ),
    rule(
        "name",
        rf"(?P<s>\b[Mm]y) name (?:isn't|is not|is no longer) (?P<o>{SOMEONE})(?: {NO_MORE}|,)",
        Validity.OVER,
    ),
    rule(
        "name",
        r"(?:no longer|not using|not going by|(?:don't|stop) (?:call(?:ing)? me|us(?:e|ing))) (?P<o>"
        rf"{SOMEONE})(?= {NO_MORE}|[.,;!]|$)",
        Validity.OVER,
        is_elidable=True,
    ),
    rule(
        "name",
        rf"(?:no longer|not using|stopped using) (?P<o>{NAME})(?= {NO_MORE}|,)",
        Validity.OVER,
    ),
    rule("age", rf"{BE} not {NUMBER} {NO_MORE}", Validity.OVER),
    rule(
        "age",
        r"(?P<s>\b[Mm]y) (?P<o>[1-9]\d)(?:th|st|nd|rd) birthday (?:was|party was|last)",
        Validity.HOLDS,
    ),
    rule("birthday", rf"[Cc]orrection: (?P<s>I) was born on {DAY}", Validity.BEGINS),
    rule(
        "birthday",
        r"(?:my birthday wrong, )?it's (?P<o>[A-Z][a-z]+ \d{1,2}), not [A-Z][a-z]+ \d",
        Validity.BEGINS,
        is_elidable=True,
    ),
    rule(
        "occupation",
        rf"(?:retired|resigned|stepped down) (?:as|from being) an? {WORK}",
        Validity.STOPPED,
    ),
    rule(
        "occupation",
        rf"(?:left|quit|lost|gave up) (?:my|the) (?:job|post|position|career|role) as an? {WORK}",
        Validity.STOPPED,
    ),
    rule("occupation", rf"went from (?P<left>{JOB}) to (?P<o>{JOB})", Validity.BEGINS),
    rule("occupation", rf"{BE} no longer an? (?P<o>{NO_JOB}{JOB})\b", Validity.OVER),
    rule(
        "occupation",
        rf"(?:quit|gave up|stopped|retired from) (?:being|working as|my (?:job|work|career) as) an? {WORK}",
        Validity.STOPPED,
    ),
    rule(
        "occupation",
        rf"went from (?:being )?an? (?P<left>{JOB}) to (?:being )?an? {WORK}",
        Validity.BEGINS,
    ),
    rule(
        "occupation",
        r"(?:hung up my apron|left the kitchen|left teaching|left nursing|left journalism) and becam"
        rf"e an? {WORK}",
        Validity.BEGINS,
    ),
    rule(
        "diet",
        rf"{BE} (?:no longer|not) (?:an? )?(?P<o>{FED}|{FREE})(?: {NO_MORE})?(?=[.,;!]|$)",
        Validity.OVER,
    ),
    rule("diet", rf"used to be (?:an? )?(?P<o>{FED}|{FREE})\b", Validity.OVER),
    rule("diet", rf"(?:stopped|gave up|quit) being (?:an? )?(?P<o>{FED})\b", Validity.STOPPED),
    rule(
        "allergic_to",
        rf"{BE} (?:not|never) allergic to (?P<o>[a-z]+(?: [a-z]+)?) (?:after all|{NO_MORE})",
        Validity.OVER,
    ),
    rule(
        "allergic_to",
        r"(?:was|am) never (?:actually |really )?allergic to (?P<o>[a-z]+(?: [a-z]+)?)(?=[.,;!]|$)",
        Validity.OVER,
    ),
    rule(
        "allergic_to",
        r"(?:outgrew|outgrown|grown out of|grew out of) (?:my|the) (?P<o>[a-z]+) allergy",
        Validity.STOPPED,
    ),
    rule(
        "likes",
        rf"{START}(?P<o>[A-Z][\w' -]{{2,40}}?) (?:isn't|is not|aren't|are not) (?P<s>my) (?:thing|cup"
        rf" of tea) {NO_MORE}",
        Validity.OVER,
    ),
    rule(
        "likes",
        rf"(?:don't|do not) (?:really )?(?:enjoy|like|care for) (?P<o>[a-z][\w' -]{{1,40}}?) {NO_MORE}",
        Validity.OVER,
    ),
    rule(
        "likes",
        r"(?:stopped|quit) (?:liking|enjoying) (?P<o>[a-z][\w'-]*(?: (?!some\b|last\b|this\b|a\b)[\w"
        rf"'-]+){{0,3}}?)(?: some time| last| this| a while|{END})",
        Validity.OVER,
    ),
    rule(
        "dislikes",
        rf"(?:come|came) (?:round|around) to (?P<o>[a-z][\w' -]{{2,40}}?){END}",
        Validity.OVER,
    ),
    rule(
        "prefers",
        rf"(?:don't|do not|no longer) have a preference for (?P<o>[a-z][\w' -]{{2,40}}?) {NO_MORE}",
        Validity.OVER,
    ),
    rule(
        "prefers",
        rf"(?:[Ss]witched|[Cc]hanged|[Mm]oved) from (?P<left>{RUN}) to (?P<o>{RUN})[^.;]{{0,30}} and "
        r"(?P<s>I) prefer it",
        Validity.BEGINS,
    ),
    rule(
        "allergic_to",
        r"(?P<s>\b[Mm]y) (?P<o>[a-z]+) allergy (?:is|has) (?:gone|been cured|cleared|disappeared)",
        Validity.STOPPED,
    ),
    rule(
        "likes",
        rf"no longer (?:drink|eat|watch|play|enjoy|like|listen to|read) (?P<o>[a-z][\w' -]{{1,30}}?){END}",
        Validity.OVER,
    ),
    rule(
        "likes",
        rf"lost (?:all |my )*(?:interest|taste) (?:in|for) (?P<o>[a-z][\w' -]{{2,40}}?){END}",
        Validity.OVER,
    ),
)
RULES: tuple[Rule, ...] = FAMILY + ONESELF
