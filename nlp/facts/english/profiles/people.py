"""English rules for the family, friends and pets of the user: "lives with his cat Max"."""

from nlp.facts.english.food_and_pets import ANIMAL, PET_NAMES
from nlp.facts.english.relations import EVERY, HONORIFIC, MANY, TIES, WHICH
from nlp.facts.english.rules import MATE, START, USER, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import PERSON

# Words that stay about the user: nobody else is named on the way.
_ON = rf"[^.;!?\n{PERSON}]{{0,60}}?"
_ON_WITH = r"[^.;!?\n]{0,60}?"
HIS = r"(?:his|her|their)"
FLATMATE = r"(?:flatmate|roommate|room-?mate|housemate)"
CHILD = (
    r"(?:(?:[a-z]+ )?(?:daughter|son|boy|girl|child|baby|toddler|baby son|baby daughter|stepson"
    r"|stepdaughter))"
)
PARTNER = r"(?:wife|husband|partner|spouse|fianc[eé]e?)"
SHARING = (
    r"(?:[Ss]hares|[Ll]ives|[Ww]orks|[Tt]ravels|[Ss]tays|[Rr]uns|[Rr]ents|[Pp]lays|[Tt]rains|[Ss]ings|[Cc]ycles"
    r"|[Ww]alks|[Hh]ikes|[Ss]wims|[Mm]oved in|[Ll]iving|[Ss]haring|[Cc]o-?parents)"
)
RULES: tuple[Rule, ...] = (
    rule(
        "family_member",
        rf"{USER}'s {PARTNER}[^.!?\n]{{0,80}}?[;,.] (?:and )?[Tt]hey have an? {CHILD},? (?:called |named )?"
        rf"{MATE}",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"{USER}(?:'s| has| is|:)[^.!?\n]{{0,60}}?\b(?:{HIS} )?{MANY}(?:,| called| named| \(|:)? {EVERY}",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "friend",
        rf"{USER}(?= ){_ON}(?:with|and) {HIS} (?:[a-z]+ )?{FLATMATE},? (?:called |named )?{MATE}",
        Validity.STANDS,
    ),
    rule(
        "friend",
        rf"{USER}'s (?:[a-z]+ )?{FLATMATE}(?: is(?: called| named)?|,)? {MATE}",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"{USER}(?= ){_ON}(?:with|and) {HIS} {WHICH}(?:{TIES['family_member']}|partner|girlfriend|boyfriend)"
        rf",? (?:called |named )?(?P<o>{SOMEONE})",
        Validity.STANDS,
    ),
    # "Shares a flat with a friend, Ravi": a sentence that leaves the user out.
    *(
        rule(
            predicate,
            rf"{START}(?:[Cc]urrently |[Nn]ow |[Aa]lso )?{SHARING}\b{_ON} with (?:an?|his|her|their) "
            rf"{WHICH}{words},? (?:called |named )?{MATE}(?!'s)",
            Validity.STANDS,
            is_elidable=True,
        )
        for predicate, words in {**TIES, "friend": rf"(?:{TIES['friend']}|{FLATMATE})"}.items()
    ),
    # "Lives with husband Rui", "mentions colleague Bo and boss Mr. Hale".
    *(
        rule(
            predicate,
            rf"{USER}(?= ){_ON_WITH}(?:with|and|mentions?|mentioned|named|to|by|from) {words} "
            rf"{HONORIFIC}{MATE}(?!'s)",
            Validity.STANDS,
        )
        for predicate, words in TIES.items()
    ),
    rule(
        "pet",
        rf"{USER}(?= ){_ON_WITH}(?:with|and|has|owns)(?: {HIS}| an?| two| three) (?:[a-z-]+ ){{0,2}}?"
        rf"(?P<kind>{ANIMAL}),? (?:called |named )?(?P<o>{PET_NAMES})",
        Validity.STANDS,
        is_list=True,
    ),
)
