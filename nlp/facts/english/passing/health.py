"""English rules for allergies, conditions and diets that people give as a reason."""

from functools import partial

from nlp.facts.english.food_and_pets import ALLERGEN, FED, FREE
from nlp.facts.english.health.words import NAME, NAMES, OF_OWN, SOMETIMES, STOP
from nlp.facts.english.personal import END
from nlp.facts.english.rules import BE, START, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import REST

noted = partial(rule, is_elidable=True)
# What people are allergic to, in any case: a word or two.
STUFF = (
    r"(?P<o>(?!(?:it|this|that|they|he|she|what|these|those|which|there|doctor|test|tests|i|you|we|and|so"
    r"|everything|nothing|something|anything|someone|work|life|my|your|the|food|severe|bad|no|not|an?)\b)"
    r"[a-z]+(?: (?!(?:is|are|i|and|but|at|or|because|cos|as|since|any|without|when|if|anymore)\b)[a-z]+)?)"
)
_S = r"(?<![\w-])(?i:" + STUFF + r")"
# "Leo (8) allergic to eggs", "Leo - peanut allergy": a note on somebody.
OF_SOMEBODY = r"(?: \(\d{1,2}\))?(?: is|'s|,|:| -| –)?"
# "A bad reaction to the film" is no allergy: medicines, venoms and what is tested for.
SUBSTANCE = (
    r"(?:the |a |an )?(?P<o>(?i:[a-z]{2,12}(?:cillin|mycin|oxacin|profen|caine|codone|cycline|sone|ethoxazole)"
    r"|(?:co-?)?codeine|morphine|tramadol|aspirin|naproxen|sulfa(?: drugs)?|latex|iodine|contrast (?:dye|fluid)"
    r"|(?:bee|wasp|hornet|insect) (?:stings?|venom)|an?esthetic|peanuts?|tree nuts?|nuts|shellfish|sesame"
    r"|eggs?|hair dye|nickel|henna))\b"
)
ALLERGIES: tuple[Rule, ...] = (
    noted(
        "allergic_to",
        r"(?:[Hh]ad|have|has|gets?|got|suffered) (?:an? |another |some )?(?:[a-z]+ )?"
        rf"(?:bad|severe|serious|terrible|nasty|awful|allergic|anaphylactic) reactions? to {SUBSTANCE}",
    ),
    noted(
        "allergic_to",
        rf"(?:{START}|(?<=\b[Ii] )|(?<=and )|(?<={REST} ))"
        rf"(?:[Bb]ad|[Ss]evere|[Aa]llergic) reaction to {SUBSTANCE}",
    ),
    noted(
        "allergic_to",
        rf"(?:{START}|(?<=\b[Ii] )|(?<=\b[Hh]e )|(?<=\b[Ss]he )|(?<=and ))[Rr]eacted"
        rf"(?: (?:badly|really badly|horribly|terribly|so badly))? to {SUBSTANCE}",
    ),
    rule(
        "allergic_to",
        rf"(?P<s>{SOMEONE}){OF_SOMEBODY} (?:also )?(?:\w+ly )?allergic to {ALLERGEN}{END}",
        is_list=True,
    ),
    rule(
        "allergic_to",
        rf"(?P<s>{SOMEONE}){OF_SOMEBODY} (?:has an? |bad |severe )*{_S} allergy\b(?! (?:test|clinic|advice))",
    ),
    rule("allergic_to", rf"{START}{_S} allergy ?(?:-|–|—|:|=|\() ?(?P<s>{SOMEONE})(?=[.,;)!]|$)"),
    noted("allergic_to", rf"{START}{_S} ?(?:-|–|—|:) ?(?i:allergic|allergy)\b"),
    noted(
        "allergic_to",
        rf"{START}{_S} allergy(?: (?:again|confirmed|bad|acting up|since)\b)",
    ),
    rule(
        "allergic_to",
        rf"{_S} gives? (?P<s>me) (?:an? )?(?:bad )?(?:rash|hives|swelling|itching|welts)\b",
    ),
    rule(
        "allergic_to",
        rf"(?:not with|nothing with|no|without|avoid|avoiding|free of) {_S},? (?:because |as |since"
        rf" )?(?P<s>I)(?:'m| am) allergic\b(?! to)",
    ),
    rule(
        "allergic_to",
        rf"(?:can't|cant|cannot) have {_S},? (?:or )?(?:he|she|I|they)(?:'ll| will)? (?:swells?|swell"
        rf" up|comes? out in|goes? into|stops? breathing|break out)",
    ),
    rule(
        "allergic_to",
        rf"(?:can't|cant|cannot|can not|mustn't|mustnt|daren't) (?:eat|have|touch|do|go near|be near"
        rf"|drink) {_S}"
        r"(?: at all| any ?more| either)?(?:,| -| –|:)? ?(?:or |as |because |since |cos |bc |cause |else )?"
        r"(?:(?:my|his|her|their) (?:throat|face|lips|tongue|mouth|eyes|skin|airways?"
        r"|hands) (?:\w+ )?(?:close|swell"
        r"|itch|tingle|burn|puff|break|go|come|blow|get)\w*|(?:I|i|he|she) (?:swells?|break|breaks"
        r"|comes? out|can't"
        r" breathe|cant breathe|gets? (?:hives|a rash|a reaction)|goes? into|carry|carries|need|needs"
        r"|end up|ends"
        r" up)|(?:it|they) (?:gives?|makes?|brings?|sends?) (?:me|him|her) (?:a rash|hives|out in|swell"
        r"|itch|into"
        r"|to (?:hospital|A&E|the ER)|a reaction))",
    ),
    noted("allergic_to", rf"no {_S} on account of (?:the |my )?(?:hives|rash|allergy|reaction)\b"),
)
# "Otto's asthma inhaler", "Dad's gout tablets".
CARE = (
    r"(?= (?:(?:[a-z]+ )?(?:appointments?|tablets?|pills?|meds|medication|medicines?|nurse|inhalers?"
    r"|injections?"
    r"|jabs?|check-?ups?|review|clinic|consultant|specialist|prescription|diagnosis|symptoms|flare-?ups?"
    r"|attacks?))\b)"
)
CONDITIONS: tuple[Rule, ...] = (
    rule(
        "condition",
        rf"(?:have|has|'ve got|got) (?:an? )?(?:[a-z]+ ){{1,3}}(?:allergy|allergies),? and {NAMES}{STOP}",
        is_list=True,
    ),
    rule(
        "condition",
        rf"(?P<s>{SOMEONE})'s (?:bad |mild |severe )?(?P<o>(?!{SOMEONE})(?:{NAME}))(?:{CARE}|{OF_OWN})",
        Validity.STANDS,
    ),
    rule(
        "condition",
        rf"'s (?:bad |mild |severe )?(?P<o>(?!{SOMEONE})(?:{NAME}))(?:{CARE}|{OF_OWN})",
        Validity.STANDS,
    ),
    rule(
        "condition",
        r"(?:gets?|getting) (?:really |very |terrible |bad |awful |frequent )*(?P<o>(?i:migraines|hay"
        r" ?fever|sciatica|eczema|vertigo))\b",
        is_list=True,
    ),
    rule(
        "condition",
        rf"(?:owing to|due to|because of|on account of) (?P<s>my) (?:bad |mild |severe )?{NAMES}",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "condition",
        rf"(?:take|takes|taking|on|prescribed|put on) (?:[\w-]+ ){{1,4}}?for (?:my |his |her "
        rf"|their )?{NAMES}{STOP}",
        is_list=True,
    ),
    rule("condition", rf"for (?P<s>me) owing to {NAMES}", Validity.STANDS),
    rule(
        "condition",
        rf"(?:got|has been|was|been|just) diagnosed (?:w/?|with) {SOMETIMES}{NAMES}{STOP}",
        Validity.BEGINS,
    ),
    noted("condition", rf"{START}[Gg]ot {SOMETIMES}{NAMES}(?= (?:and|so|but)\b|[.,;!]|$)"),
    noted(
        "condition",
        rf"(?:^|[,.;] ){NAMES}(?: on the (?:left|right)(?: side)?)?,? (?:had|have had|'ve had) (?:it|this)\b",
    ),
    rule(
        "condition",
        rf"so (?P<s>[Ii]) (?:guess|suppose) (?:I|i) have {NAMES}(?= now\b|[.,;!])",
        Validity.STANDS,
    ),
)
DIETS: tuple[Rule, ...] = (
    rule(
        "diet",
        rf"{BE} (?P<o>intolerant (?:to|of) (?:lactose|gluten|dairy|milk|fructose|histamine|wheat))\b",
    ),
    rule(
        "diet",
        r"(?:eats?|takes?|drinks?) (?P<o>no (?:meat|red meat|pork|beef|fish|shellfish|seafood|dairy"
        r"|gluten|eggs?|onions?|garlic|alcohol|sugar|nuts|milk|wheat|mushrooms)(?:(?:,| or| and)"
        r" (?:meat|pork|beef|fish|shellfish|seafood|dairy|gluten|eggs?|onions?|garlic|alcohol|sugar"
        r"|nuts|milk|wheat|mushrooms))*)\b",
    ),
    rule(
        "diet",
        r"(?P<o>(?:don't|dont|doesn't|doesnt|do not|does not|never) eat(?:s)? (?:pork|meat|beef|fish"
        r"|eggs|dairy|shellfish|gluten|sugar|red meat)(?: or [a-z]+)?)\b",
    ),
    rule(
        "diet", rf"(?:only eats?|eats? only) (?P<o>{FREE}|{FED})(?= food\b|[.,;!]|$| so\b| and\b)"
    ),
    rule("diet", rf"\b[Aa]s an? (?:strict |lifelong )?(?P<o>{FED}),? (?P<s>I)\b"),
)
RULES: tuple[Rule, ...] = ALLERGIES + CONDITIONS + DIETS
