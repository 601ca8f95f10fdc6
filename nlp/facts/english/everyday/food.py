"""English rules for what people cannot, do not and will not eat or drink."""

from functools import partial

from nlp.facts.english.food_and_pets import ALLERGEN, FED, FREE
from nlp.facts.english.fragments import ITEM
from nlp.facts.english.personal import END, WHOSE
from nlp.facts.english.rules import BE, HAVE, START, rule
from nlp.facts.rules import Rule

noted = partial(rule, is_elidable=True)
FOODS = (
    r"(?:(?:red |raw |fatty |fried |spicy |processed |white |cow'?s |sweet |oily )?(?:meat|pork|beef|lamb"
    r"|chicken"
    r"|fish|seafood|shellfish|prawns?|shrimps?|oysters?|mussels?|crab|lobster|squid|octopus|salmon|tuna"
    r"|dairy|milk"
    r"|cheese|cream|butter|yogh?urt|lactose|gluten|wheat|bread|pasta|rice|carbs|oats|rye|yeast|sugar|sweets"
    r"|chocolate|salt|eggs?|mayo|mayonnaise|beans|lentils|chickpeas|pulses|nuts|peanuts|almonds|walnuts"
    r"|sesame"
    r"|soya?|tofu|tomato(?:es)?|onions?|garlic|mushrooms?|peppers|aubergines?|celery|cucumbers?|olives"
    r"|beetroot"
    r"|spinach|broccoli|sprouts|cabbage|potatoes|corn|vegetables|veg|fruit|bananas?|strawberries|kiwi"
    r"|pineapple"
    r"|coconut|avocado|coriander|cilantro|ginger|spice|chil+ies|spicy food|raw fish|offal|liver|gelatine?"
    r"|honey"
    r"|food|animal products|alcohol|booze|wine|beer|spirits|whisky|coffee|caffeine|tea|fizzy drinks|soda"
    r"|energy"
    r" drinks|takeaways?|junk food|fast food|breakfast))"
)
SOME_FOODS = rf"{FOODS}(?:(?:,| or|,? and| &) {FOODS}){{0,4}}"
# "I don't drink coffee after four" says less than that somebody drinks none.
SHUT = (
    r"(?=\s*(?:[.,;:!?()\n–—]|$)| (?:so|but|because|bc|since|cos|cuz|and (?=I|we|my|he|she)|any ?more|at all"
    r"|ever|either|anyway|lol|thanks|full stop|whatsoever|myself)\b)"
)
NEVER = r"(?:don'?t|do not|doesn'?t|does not|can'?t|cannot|can not|won'?t|will not|never)"
CANNOT = r"(?:can'?t|cannot|can not|am not allowed|not allowed)"
REFUSED: tuple[Rule, ...] = (
    rule(
        "diet",
        rf"(?P<o>{NEVER} (?:really |ever |usually )?(?:eat|drink|touch|stomach|tolerate|digest) (?:any )?"
        rf"{SOME_FOODS}){SHUT}",
    ),
    rule("diet", rf"(?P<o>{CANNOT} (?:to )?(?:have|take) (?:any )?{SOME_FOODS}){SHUT}"),
    # "I can't do coffee" may be about an appointment.
    rule(
        "diet",
        rf"(?P<o>(?:don'?t|doesn'?t|do not|does not) do (?:any )?{SOME_FOODS}){SHUT}",
    ),
    rule(
        "diet",
        rf"(?P<o>{CANNOT} do (?:any )?(?!coffee|tea\b|breakfast|food|wine|beer){SOME_FOODS}){SHUT}",
    ),
    noted(
        "diet",
        rf"{START}(?P<o>(?:[Cc]an'?t|[Cc]annot|[Dd]on'?t|[Ww]on'?t) (?:eat|drink|touch|(?<=[Cc]annot )have|"
        rf"(?<=[Cc]an't )have|(?<=[Cc]ant )have"
        rf"|(?<=[Dd]on't )do|(?<=[Dd]ont )do) (?:any )?{SOME_FOODS}){SHUT}",
    ),
    rule(
        "diet",
        rf"{ITEM}(?P<o>[Nn]o {FOODS}(?:(?:,| or|,? and| &) (?:no )?{FOODS}){{0,4}})"
        r"(?= (?:ever|at all|whatsoever|full stop)\b)",
        is_fragment=True,
    ),
    noted(
        "diet",
        rf"{START}(?P<o>[Nn]o {FOODS}(?:(?:,| or|,? and| &) (?:no )?{FOODS}){{0,4}})"
        r"(?= (?:ever|at all|whatsoever|for me|thanks to my)\b)",
    ),
)
WAYS: tuple[Rule, ...] = (
    rule(
        "diet",
        rf"(?:{BE} (?:now )?on|follows?|following|eats?|keeps? to|sticks? to"
        rf"|{HAVE}|has|have) an? (?:strict |mostly )?"
        r"(?P<o>(?!(?:new|good|bad|healthy|balanced|special|strict|normal"
        r"|varied|better|poor|proper|regular)\b)[a-z]+(?:[ -][a-z]+)?) diet\b",
    ),
    rule(
        "diet",
        rf"(?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er) diet is (?:now |strictly |mostly )?"
        rf"(?P<o>{FED}|{FREE}|[a-z]+[- ]free|low[- ][a-z]+)\b",
    ),
    rule(
        "diet",
        rf"(?:eats?|eating|cooks?) (?:only |strictly |mostly )?(?P<o>{FED}"
        rf"|plant-based|kosher)(?=[.,;!]|$| (?:and|but|at)\b)",
    ),
    rule(
        "diet",
        rf"[Ee]verything (?P<s>I) eat (?:has to|must|needs to) be (?P<o>{FED}|{FREE}|[a-z]+[- ]free)\b",
    ),
    rule(
        "diet",
        rf"(?P<o>never (?:drank|drunk|touched|ate|eaten|tasted) (?:any )?{FOODS}) in (?:my|his|her) "
        rf"(?:whole )?life\b",
    ),
    rule(
        "diet",
        rf"{BE} (?:(?:just|only|a|an|regular|plain|normal|proper|diagnosed|actually|proudly|happily|fully"
        rf"|still|now"
        rf"|the only) ){{1,3}}(?P<o>{FED})\b(?! (?:option|menu|food|recipe|dish|meal|version|one))",
    ),
    noted("diet", rf"{START}(?:[Pp]roper|[Dd]iagnosed) (?P<o>coeliac|celiac)\b"),
    rule("diet", r"(?<=, )(?:proper|diagnosed) (?P<o>coeliac|celiac)(?=[,.;!]|$)"),
    rule(
        "diet",
        r"(?P<s>\b[Mm]y) (?P<o>(?:lactose|gluten|fructose|histamine|wheat|dairy) intolerance)\b",
    ),
    noted(
        "diet",
        rf"{START}(?:[Aa]lso )?(?P<o>(?i:lactose|gluten|fructose|wheat|dairy)[- ]intolerant)\b",
    ),
    rule(
        "diet",
        r"(?P<o>don'?t drink)(?=[.;!]|$|, (?:never|so|and I|I don'?t|don'?t)\b| (?:at all|any ?more)\b)",
    ),
    rule(
        "diet", rf"{BE} (?:\d{{1,2}} \w+ |now |proudly )?(?P<o>sober)(?= (?:for \w+ \w+|since)\b)"
    ),
    rule("diet", rf"{BE} \d{{1,2}} (?:years?|months?|yrs) (?P<o>sober)\b"),
    rule(
        "diet",
        rf"(?:only|always) (?:eat|eats|cook|cooks|buy|buys) (?P<o>{FREE})(?= (?:meat|food)\b|[.,;!]|$)",
    ),
)
ALLERGIES: tuple[Rule, ...] = (
    rule(
        "allergic_to", rf"{WHOSE} allergies (?:are|include|:) (?:to )?{ALLERGEN}{END}", is_list=True
    ),
    rule(
        "allergic_to",
        r"(?:get|gets|come out in|comes out in|break out in|breaks out in) "
        r"(?:hives|a rash|welts) from (?P<o>[a-z]+(?: [a-z]+)?)(?=[.,;!]"
        r"|$| and\b)",
    ),
    rule(
        "allergic_to",
        r"(?:can'?t|cannot) (?:take|have|eat|wear|touch) (?P<o>[a-z]+(?: [a-z]+)?),? "
        r"(?:because |since |as )?I'?(?:m| am) (?:very |badly |severely )?allergic"
        r"(?! to)",
    ),
    noted(
        "allergic_to",
        r"(?:^|(?<=[.!?] ))(?:[Tt]he |[Mm]y )?[Aa]llergy tests? (?:confirmed|confirms|showed|shows|came"
        r" back|says)[,:]?"
        rf" (?:it'?s |positive (?:for|to) |that it is )?(?:an allergy to |all )?{ALLERGEN}{END}",
        is_list=True,
    ),
    rule(
        "allergic_to",
        r"(?:tested|testing) positive for an? (?P<o>(?!food\b)[a-z]+(?: [a-z]+)?) allergy\b",
    ),
    rule(
        "allergic_to",
        r"(?P<s>\b[Mm]y) allergy to (?P<o>[a-z]+(?: [a-z]+)?)(?=[.,;!)]|$| is\b| and\b| has\b)",
    ),
    noted(
        "allergic_to",
        rf"{START}(?P<o>(?!(?:food|skin|any|no|the|an?|my|his|her|pet|drug) )[a-z]{{3,16}}(?:"
        rf" [a-z]{{3,12}})?)"
        r" allergy(?=[.;!])",
    ),
    rule("allergic_to", rf"(?:[a-z]+ly )?anaphylactic to {ALLERGEN}{END}", is_list=True),
)
RULES: tuple[Rule, ...] = REFUSED + WAYS + ALLERGIES
