"""English rules for diets, allergies and pets."""

from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import OWNER, PERSON, REST, THING

from .personal import END, FURTHER, WHOSE
from .rules import BE, START, UPPER, rule

ANIMAL = (
    r"(?:cats?|dogs?|pupp(?:y|ies)|pups?|kittens?|kitty|rabbits?|bunn(?:y|ies)|hamsters?"
    r"|gerbils?|guinea pigs?|parrots?"
    r"|parakeets?|budgies?|budgerigars?|cockatiels?|canar(?:y|ies)|hens?|chickens?|ducks?"
    r"|geese|horses?|pon(?:y|ies)"
    r"|tortoises?|turtles?|snakes?|lizards?|geckos?|goldfish|ferrets?|rats?|mice|hedgehogs?"
    r"|goats?|sheep|donkeys?|alpacas?"
    r"|axolotls?|chinchillas?|iguanas?|greyhounds?|whippets?|labradors?|labs?|retrievers?|spaniels?|poodles?"
    r"|terriers?|dachshunds?|corgis?|beagles?|collies?|huskies|husky|pugs?|bulldogs?"
    r"|lurchers?|shepherds?|mutts?"
    r"|mongrels?|tabb(?:y|ies)|shih tzus?|chihuahuas?|dalmatians?|boxers?|tarantulas?"
    r"|bearded dragons?|corn snakes?|pigeons?|quails?|cockapoos?|labradoodles?|cavapoos?|cockerpoos?|staffies"
    r"|staffy|westies?|yorkies?|schnauzers?|rottweilers?|dobermans?|malamutes?|samoyeds?|shiba inus?"
    r"|pomeranians?"
    r"|vizslas?|mastiffs?|great danes?|jack russells?|ragdolls?|maine coons?|moggies|moggy|tortoiseshells?"
    r"|Labradors?|Retrievers?|Spaniels?|Poodles?|Terriers?|Dachshunds?|Beagles?|Collies?|Husky|Corgis?|Pugs?"
    r"|Bulldogs?|Shepherds?|Chihuahuas?|Cockapoos?|Labradoodles?|Schnauzers?|Rottweilers?|Greyhounds?|Whippets?"
    r"|Maine Coons?|Ragdolls?)"
)

NAMES = (
    r"(?!I\b|I'|The\b|She\b|He\b|We\b|They\b|It\b|My\b|Our\b|And\b|In\b|At\b|On\b|With\b|For\b|From\b|To\b|But\b|So\b|This\b)"
    rf"(?:[{PERSON}-{THING}]{REST}*|{UPPER}[\w'-]*(?: {UPPER}[\w'-]*)?)"
)

PET_NAMES = rf"{NAMES}(?:(?:, | and | & |, and ){NAMES})*"

CALLED = r"(?:,? (?:called|named)|,| –| —|:)? \(?"

FED = (
    r"(?:vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|fruitarian|coeliac"
    r"|celiac|teetotal|teetotaler)"
)

MEAL = (
    r"(?:meat|red meat|pork|beef|fish|seafood|dairy|gluten|eggs|sugar|lamb|chicken|shellfish|wheat|bread"
    r"|vegetables|veg|fruit|cheese|nuts|mushrooms|rice|pasta|animal products|carbs|lactose|caffeine)"
)

FREE = (
    r"(?:(?:gluten|dairy|lactose|sugar|nut|meat|grain|wheat|egg)[- ]free|halal|kosher|low-carb"
    r"|keto|paleo|plant-based)"
)

ALLERGEN = (
    rf"(?P<o>(?!it\b|that\b|this\b|them\b|you\b|being\b)[^.,;:!?()\n–—]+?{FURTHER}(?:(?:, | and |,"
    r" and | or )(?!(?:I|we|ppl|people|everyone|everybody|nobody|he|she|they|my|lives?|works?|has|is|so"
    r"|the|now|can|he's|she's"
    r"|I'm)\b)[^.,;:!?()\n–—]+?)*?)"
)

FOOD = (
    rule(
        "diet",
        rf"(?:switched|went|changed|moved) from (?:being )?(?:an? )?(?P<left>{FED}|omnivore) to "
        rf"(?:being )?(?:an? )?(?P<o>{FED}|omnivore)",
        Validity.BEGINS,
    ),
    rule("diet", rf"{BE} (?:no longer (?:an? )?(?P<o>{FED}))\b", Validity.OVER),
    rule("diet", rf"(?P<o>no longer eats? {MEAL})\b"),
    rule("diet", rf"{BE} not (?P<o>{FED}) any ?(?:more|longer)\b", Validity.OVER),
    rule(
        "allergic_to", rf"{BE} no longer allergic to {ALLERGEN}{END}", Validity.OVER, is_list=True
    ),
    rule(
        "allergic_to",
        rf"(?:{BE} not|aren't|isn't) allergic to (?P<o>[^.,;:!?()\n]+?) any ?(?:more|longer)\b",
        Validity.OVER,
    ),
    rule(
        "diet",
        r"(?P<o>(?:avoids?|avoiding|can't have(?! \w+ because)|cannot have|can't eat|cut out|gave up|"
        r"given up) (?:all"
        rf" )?(?:{MEAL}|alcohol)(?:,? (?:or|and) (?:{MEAL}|alcohol))?)\b",
    ),
    rule(
        "diet", rf"{START}(?P<o>[Nn]o {MEAL}(?:(?:,| or| and) (?:{MEAL}|alcohol))*) for (?P<s>me)\b"
    ),
    rule(
        "diet",
        rf"(?:{BE}|'ve been|has been|have been|went|goes|go) (?:a |an )?(?:lifelong )?"
        rf"(?P<o>(?:strict |mostly |strictly |pure |purely |fully |completely |practically "
        rf"|basically )?(?:{FED}|{FREE}))\b",
    ),
    rule(
        "diet",
        rf"{START}(?:[Bb]een )?(?:[Ss]trict(?:ly)? |[Mm]ostly )?(?P<o>(?i:{FED}|{FREE}))\b(?! "
        r"(?:food|recipe|meal|restaurant|dish|option|chilli|curry|cake|cheese|place|tiger))",
        is_elidable=True,
    ),
    rule(
        "diet",
        rf"(?P<o>(?:don't|doesn't|do not|does not|never) (?:eat|drink|touch) (?:any )?{MEAL}(?: "
        rf"(?:or|and) {MEAL})?)",
    ),
    rule("diet", rf"(?P<o>(?:only )?eats? (?:only )?{FREE}(?: food)?)\b"),
    rule("diet", rf"{BE} (?P<o>off {MEAL})\b"),
    rule("diet", rf"{BE} an? (?P<o>{FED}) (?:household|family|couple)", subjects=PERSON),
    rule("diet", rf"(?:sticks?|stuck) to an? (?P<o>{FREE}|{FED})(?: diet)?"),
    rule("diet", r"(?P<o>eats (?:anything|everything))(?=[.,;!]|$)"),
    rule("diet", rf"{START}(?P<o>[Oo]ff {MEAL})\b", is_elidable=True),
    rule(
        "diet",
        rf"(?:{BE}|'ve been|has been|stays?) (?P<o>(?:off|on a) (?:{MEAL}|{FREE})(?: diet)?)\b(?![- ]free)",
    ),
    rule("diet", rf"{BE} (?P<o>(?:lactose|gluten)[- ]intolerant)"),
    rule(
        "diet",
        r"(?:have|has|have got|has got|'ve got|got|developed) (?:an? |some |quite an? )?(?:[a-z]+ ){0,2}?"
        r"(?P<o>(?:lactose|gluten|fructose|histamine|wheat|dairy) intolerance)\b",
    ),
    rule(
        "diet",
        rf"(?:follows?|keeps?|{BE} on) (?:a |an )?(?:strict )?(?P<o>{FED}|{FREE}(?: diet)?)",
    ),
    rule("allergic_to", rf"{BE} (?:\w+ly |also |very )?allergic to {ALLERGEN}{END}", is_list=True),
    rule("allergic_to", rf"(?<=and )(?:also )?allergic to {ALLERGEN}{END}", is_list=True),
    rule(
        "allergic_to",
        rf"{START}(?:[Aa]lso )?(?:[\w]+ly )?[Aa]llergic to {ALLERGEN}{END}",
        is_list=True,
        is_elidable=True,
    ),
    rule(
        "allergic_to",
        rf"{START}(?P<o>[A-Z][a-z]+(?: [a-z]+)?) (?:are|is) out for (?P<s>me), I'm allergic",
    ),
    rule(
        "allergic_to",
        r"(?:come|comes|came|break|breaks|broke) out in (?:hives|a rash|spots|welts) (?:if|when|when"
        rf"ever|from) (?:(?:I|she|he) (?:touch|touches|eat|eats|wear|wears) )?{ALLERGEN}{END}",
        is_list=True,
    ),
    rule("allergic_to", rf"reacts? (?:badly|severely|terribly) to {ALLERGEN}{END}", is_list=True),
    rule(
        "allergic_to",
        rf"{START}(?P<o>(?!It|That|This|They|She|He)[A-Z][a-z]+(?: [a-z]+)?) (?:gives? (?P<s>me) (?:a"
        r" rash|hives|a reaction)|makes? my (?:throat|face|lips|tongue|eyes))",
    ),
    rule(
        "allergic_to",
        rf"{START}[Aa]llerg(?:ies|y|ic): (?P<o>[^.;!?\n]{{2,60}})",
        is_list=True,
        is_elidable=True,
    ),
    rule(
        "allergic_to",
        rf"{START}(?P<o>[A-Z][a-z]+(?: [a-z]+)?) allergy(?=[.,;]|$)",
        is_elidable=True,
    ),
    rule("allergic_to", r"(?:have|has|'ve got) [^.;]{3,30} and an? (?P<o>[a-z]+) allergy\b"),
    rule(
        "allergic_to",
        r"can't (?:have|eat|touch) (?P<o>[a-z]+(?: [a-z]+)?) (?:because|as|since|– |- )?(?: ?I'm alle"
        r"rgic|I am allergic)",
    ),
    rule("allergic_to", r"can't (?:have|eat) (?P<o>[a-z]+(?: [a-z]+)?) \(allergy\)"),
    rule(
        "allergic_to",
        rf"{START}(?P<o>[A-Z][a-z]+(?: [a-z]+)?) (?:could|would|might) kill (?P<s>me)\b",
    ),
    rule(
        "allergic_to",
        r"(?:have|has|'ve got|got) an? (?:\w+ )?(?P<o>(?!bad\b|mild\b|food\b|severe\b|serious\b|sligh"
        r"t\b|terrible\b)[\w-]+(?:"
        r" [\w-]+)?) allergy\b",
    ),
    rule(
        "allergic_to",
        rf"(?:have|has|'ve got|got) an? (?:\w+ )?allergy to {ALLERGEN}{END}",
        is_list=True,
    ),
    rule("allergic_to", rf"{WHOSE} (?!food )(?P<o>[\w-]+(?: [\w-]+)?) allergy\b", Validity.STANDS),
)

OWN = r"(?:have|has|'ve got|got|own|owns|adopted|just got|keep|keeps|live with|lives with|share \w+ \w+ with)"

COUNT = r"(?:an? |one |two |three |four |five |six |\d+ |our |my |some )?(?:[\w-]+ ){0,3}?"

# A pet that is gone is no pet.
GONE = r"(?!.{0,24}\b(?:died|passed away|was put down|put to sleep|ran away)\b)"

PETS = (
    rule(
        "pet",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:[\w-]+ ){{0,2}}?(?P<kind>{ANIMAL}) (?:is|are|is called|are"
        rf" called|is named|are named) (?P<o>{PET_NAMES})(?=[.,;!]| and [a-z]|$)",
        is_list=True,
    ),
    rule(
        "pet",
        rf"{OWN} [^.;!?]{{0,40}}?(?P<kind>{ANIMAL}),? (?:called|named) (?P<o>{PET_NAMES})",
        is_list=True,
    ),
    rule("pet", rf"{OWN} {COUNT}(?P<kind>{ANIMAL}){CALLED}(?P<o>{PET_NAMES})", is_list=True),
    rule(
        "pet",
        rf"{START}(?:[Jj]ust )?(?:[Aa]dopted|[Gg]ot|[Bb]rought home|[Rr]escued) an? (?:[\w-]+ ){{0,3}}?"
        rf"(?P<kind>{ANIMAL})(?: from [a-z ]{{3,24}})?(?:,? called|,? named|,|:) (?P<o>{NAMES})",
        is_elidable=True,
    ),
    rule(
        "pet",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur|{OWNER}{REST}*'s|{SOMEONE}'s) (?:[\w-]+ ){{0,3}}?"
        rf"(?P<kind>{ANIMAL})(?:'s name is|,|:| is called| is named| called| named| –)? "
        rf"(?P<o>{PET_NAMES}){GONE}",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "pet",
        rf"(?:[Tt]he|[Tt]hese) (?:two |three )?(?P<kind>{ANIMAL}), (?P<o>{PET_NAMES}),? (?:belongs?|b"
        r"elong) to (?P<s>me|us)",
        is_list=True,
    ),
    rule(
        "pet",
        rf"\b[Tt]here's an? (?P<kind>{ANIMAL}) in (?P<s>my|our) [a-z]+, (?P<o>{PET_NAMES})",
        is_list=True,
    ),
    rule(
        "pet",
        rf"(?:with|and) (?P<s>my|our) (?P<o>(?:two|three|four|five|\d) (?:[a-z]+ )?{ANIMAL})\b(?! (?:"
        r"called|named))(?=[.,;!]| and\b|$)",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?:with|and) (?P<s>my|our) (?:[a-z]+ )?(?P<kind>{ANIMAL}),? (?:called |named )?(?P<o>{PET_NAMES})",
        Validity.STANDS,
        is_list=True,
    ),
    rule("pet", rf"(?:used to have|had) (?P<o>an? (?:[a-z]+ )?{ANIMAL})\b", Validity.OVER),
    rule(
        "pet",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:[\w-]+ ){{0,2}}?(?P<kind>{ANIMAL}) (?P<o>{NAMES}) (?:died|passe"
        r"d away|was put down|was put to sleep|ran away)",
        Validity.STOPPED,
    ),
    rule(
        "pet",
        rf"{OWN} (?:an? |one |two |three |four |five |six |\d+ )(?:[\w-]+ )?{ANIMAL}(?:, an? (?:[\w-]"
        rf"+ ){{0,2}}?{ANIMAL})* (?:and|,) an? (?:[\w-]+ ){{0,3}}?(?P<kind>{ANIMAL}) (?:called|named)"
        rf" (?P<o>{PET_NAMES})",
    ),
    rule(
        "pet",
        rf"{OWN} (?P<o>(?:an? |one |two |three |four |five |six |\d+ )(?:[\w-]+"
        rf" ){{0,2}}?{ANIMAL})\b(?!['-])"
        r"(?=[.,;!?)]| and\b(?! (?:named|called)\b)| but\b| at\b| who\b| that\b|$)",
    ),
    rule(
        "pet",
        rf"(?P<o>{PET_NAMES}),? (?P<s>my|our) (?:[\w-]+ ){{0,3}}?{ANIMAL}\b",
        Validity.STANDS,
        is_list=True,
    ),
)

RULES: tuple[Rule, ...] = FOOD + PETS
