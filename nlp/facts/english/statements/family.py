"""English rules for relatives and pets in a list, each with what is told of them: "Meera, who is eleven"."""

from functools import partial

from nlp.facts.english.food_and_pets import ANIMAL, PET_NAMES
from nlp.facts.english.relations import EACH, MANY
from nlp.facts.english.rules import HAVE, START, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import OWNER, REST

noted = partial(rule, is_elidable=True)
YEARS = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen"
    r"|(?:twenty|thirty|forty|fifty)(?:[- ][a-z]{3,5})?)"
)
# What is told of each: "(12 years)", ", who is eleven,", " he's five".
AGED = (
    rf"(?:,? \((?:aged? )?{YEARS}(?: (?:years?|yrs?|months?)(?: old)?)?\)"
    rf"|,? (?:who(?:'s| is)|(?:he|she)(?:'?s| is)"
    rf"|aged?|is) (?:now |only |just |nearly )?{YEARS}(?: years old)?,?| \d{{1,2}}(?=[.,;]|$| and\b))"
)
NAMED = r"(?:,| are| called| named| are called|:| -| –)?"
NEXT = r"(?:,? and|,| &|;)? (?:(?:wee|little|big|baby) )?"
# What one calls one's own parents and grandparents like a name, in many languages.
PARENTS = (
    r"(?:Amma|Appa|Abbu|Ammi|Abba|Mama|Mam|Mammy|Papa|Baba|Dada|Dadi|Nana|Nani|Nonna|Nonno|Oma|Opa|Abuela"
    r"|Abuelo|Eomma|Umma|Babushka|Yiayia|Pappou|Tata|Lola|Lolo)"
)
DOES = (
    r"(?=(?:'s)? (?:is|are|lives?|has|have|works?|was|had|still|likes?"
    r"|loves?|hates?|uses?|speaks?|can't|cannot|grew)\b)"
)
RULES: tuple[Rule, ...] = (
    rule(
        "family_member",
        rf"(?:{HAVE}(?: got)?|have|raising|\b(?P<s>[Oo]ur|[Mm]y)) {MANY}{NAMED} "
        rf"(?P<o>{EACH}{AGED}(?:{NEXT}{EACH}{AGED})+)",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "age",
        rf"(?P<s>{SOMEONE}) \((?:aged? )?(?P<o>\d{{1,2}})(?: (?:years?|yrs?)(?: old)?)\)",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"(?:{HAVE}(?: got)?|have|raising|\b(?P<s>[Oo]ur|[Mm]y)) {MANY},? "
        rf"(?:that's|there's|there is|they're|they are) "
        rf"(?P<o>{EACH}{AGED}?(?:{NEXT}{EACH}{AGED}?)+)",
        Validity.STANDS,
        is_list=True,
    ),
    noted(
        "family_member",
        rf"{START}(?:[Cc]hildren|[Kk]ids|[Ss]ons|[Dd]aughters|[Gg]randchildren|[Ss]iblings)(?::| =| -) "
        rf"(?P<o>{EACH}{AGED}?(?:{NEXT}{EACH}{AGED}?)*)(?=[.;]|$)",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "family_member",
        rf"(?:[Oo]ne|[Aa]nother) of (?P<s>my|our) {MANY}(?: is|,|:) (?:called )?(?P<o>{SOMEONE})",
        Validity.STANDS,
    ),
    noted(
        "family_member",
        rf"{START}[Tt]he (?:eldest|oldest|youngest|middle one|baby(?: of the family)?) is (?P<o>{SOMEONE})",
        Validity.STANDS,
    ),
    noted(
        "family_member",
        rf"{START}(?:(?:[Bb]ig|[Ll]ittle|[Oo]lder|[Yy]ounger|[Bb]aby|[Tt]win) )?"
        rf"(?i:sister|brother|son|daughter|cousin"
        rf"|niece|nephew|grandson|granddaughter|aunt|uncle) (?P<o>{SOMEONE})"
        rf"(?= (?:is|lives|works|has|likes|loves|studies|goes)\b)",
        Validity.STANDS,
    ),
    rule(
        "age",
        rf"(?P<s>{SOMEONE})(?:'s| is) (?:now |only |just )?(?P<o>(?!one\b){YEARS})"
        rf"(?=[.,;!]|$| (?:and|now|years|already)\b)",
        Validity.STANDS,
    ),
    rule(
        "age",
        rf"(?P<s>{SOMEONE}) (?:he|she)(?:'?s| is) (?:now |only |just |nearly )?"
        rf"(?P<o>{YEARS})(?=[.,;]|$| and\b)",
        Validity.STANDS,
    ),
    # "Amma has osteoporosis": nobody else's.
    noted(
        "family_member",
        rf"{START}(?P<o>{PARENTS}(?: and {PARENTS})?){DOES}",
        Validity.STANDS,
        is_list=True,
    ),
    noted(
        "pet",
        rf"(?:[Tt]he|[Oo]ur|[Mm]y) (?:(?:two|three|four) )?(?P<kind>{ANIMAL})"
        rf"(?: at home)?(?: are(?: called| named)?|:) "
        rf"(?P<o>{PET_NAMES})(?=[.,;!]|$| (?:and )?they\b)",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "family_member",
        rf"(?P<s>\b[Mm]y|{OWNER}{REST}*'s) (?:partner|girlfriend|boyfriend"
        rf"|fianc[eé]e?)(?: is|'s) (?P<o>{SOMEONE})(?=[.,;!]|$| and\b|,)",
    ),
)
