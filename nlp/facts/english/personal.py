"""English rules for what people tell about themselves: name, age, origin, work, pets, diet."""

from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import OWNER, PERSON, REST, THING
from nlp.mentions.words import words
from nlp.text.sentences import alternation

from .rules import BE, HAVE, PLAIN_NAME, START, UPPER, rule

WHOSE = rf"(?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er|{OWNER}{REST}*'s|{SOMEONE}'s)"
STOP = r"(?=\s*(?:[.,;:!?()/\n–—]|$)|\s+(?:and|but|who|because|so|now|at|in|for|with|from|by|on|since|of)\b)"
A = r"(?:an? |the )?"
JOB = rf"(?:(?!as\b|for\b|at\b|in\b|with\b|and\b|but\b)[\w'-]+ ){{0,3}}?(?:{alternation(words('en_jobs'))})(?:s(?= for\b))?"
# No occupation: "a bit of a cook", "a big fan of painters".
NO_JOB = r"(?!(?:retired|former|ex-|would-be|aspiring|wannabe|fellow|bit|big|huge|kind|sort|fan|lot|good|great|terrible|bad|bigger|real|better) )"
WORK = rf"(?P<o>{NO_JOB}{JOB})\b(?!['-])"
TURNED = r"(?:turned|turning)"
TENS = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
WORD_NUMBER = (
    rf"(?:{TENS}(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|eighteen|nineteen|a hundred)"
)
NUMBER = r"(?P<o>[1-9]\d?|1[01]\d)"
OLD = r"(?:[ -]years?[ -]old\b| ?y/?o\b| yrs? old\b)"
LANGUAGE = (
    r"(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Swedish|Danish|Norwegian|Finnish|Icelandic|Polish"
    r"|Czech|Slovak|Slovene|Slovenian|Croatian|Serbian|Bosnian|Bulgarian|Romanian|Hungarian|Greek|Turkish|Russian"
    r"|Ukrainian|Belarusian|Lithuanian|Latvian|Estonian|Albanian|Macedonian|Georgian|Armenian|Hebrew|Arabic|Persian"
    r"|Farsi|Urdu|Hindi|Punjabi|Bengali|Gujarati|Marathi|Tamil|Telugu|Kannada|Malayalam|Sinhala|Nepali|Thai|Lao|Khmer"
    r"|Vietnamese|Indonesian|Malay|Tagalog|Filipino|Chinese|Mandarin|Cantonese|Hokkien|Taiwanese|Japanese|Korean"
    r"|Mongolian|Swahili|Yoruba|Igbo|Hausa|Amharic|Somali|Zulu|Xhosa|Afrikaans|Welsh|Irish|Gaelic|Basque|Catalan"
    r"|Galician|Maltese|Yiddish|Latin|Esperanto|Twi|Wolof|Tigrinya|Kurdish|Pashto|Dari|Uzbek|Kazakh|Creole|Maori"
    r"|Māori|Hawaiian|Quechua|Guaraní|(?:British |American |Auslan|Japanese |German )?[Ss]ign [Ll]anguage|BSL|ASL)"
)
SOME = r"(?:(?:fluent|some|a little|a bit of|basic|conversational|decent|native|rusty|both|passable) )*"
LANGUAGES = rf"(?P<o>{SOME}{LANGUAGE}(?:(?:,| and| &|, and| plus)? (?:{SOME})?{LANGUAGE}|(?: and|,) {LANGUAGE})*)"
ANIMAL = (
    r"(?:cats?|dogs?|pupp(?:y|ies)|pups?|kittens?|kitty|rabbits?|bunn(?:y|ies)|hamsters?|gerbils?|guinea pigs?|parrots?"
    r"|parakeets?|budgies?|budgerigars?|cockatiels?|canar(?:y|ies)|hens?|chickens?|ducks?|geese|horses?|pon(?:y|ies)"
    r"|tortoises?|turtles?|snakes?|lizards?|geckos?|goldfish|ferrets?|rats?|mice|hedgehogs?|goats?|sheep|donkeys?|alpacas?"
    r"|axolotls?|chinchillas?|iguanas?|greyhounds?|whippets?|labradors?|labs?|retrievers?|spaniels?|poodles?"
    r"|terriers?|dachshunds?|corgis?|beagles?|collies?|huskies|husky|pugs?|bulldogs?|lurchers?|shepherds?|mutts?"
    r"|mongrels?|tabb(?:y|ies)|shih tzus?|chihuahuas?|dalmatians?|boxers?|tarantulas?|bearded dragons?|corn snakes?)"
)
NAMES = rf"(?!I\b|I'|The\b|She\b|He\b|We\b|They\b|It\b|My\b|Our\b|And\b)(?:[{PERSON}-{THING}]{REST}*|{UPPER}[\w'-]*(?: {UPPER}[\w'-]*)?)"
PET_NAMES = rf"{NAMES}(?:(?:, | and | & |, and ){NAMES})*"
CALLED = r"(?:,? (?:called|named)|,| –| —|:)? \(?"
FED = r"(?:vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|fruitarian|coeliac|celiac|teetotal|teetotaler)"
MEAL = r"(?:meat|red meat|pork|beef|fish|seafood|dairy|gluten|eggs|sugar|alcohol|lamb|chicken|animal products|carbs)"
FREE = r"(?:(?:gluten|dairy|lactose|sugar|alcohol|nut|meat|grain)-free|halal|kosher|low-carb|keto|paleo|plant-based)"
ALLERGEN = r"(?P<o>(?!it\b|that\b|this\b|them\b|you\b|being\b)[^.,;:!?()\n–—]+?(?:(?:, | and |, and | or )(?!(?:I|we|he|she|they|my|lives?|works?|has|is|so|the|now|can|he's|she's|I'm)\b)[^.,;:!?()\n–—]+?)*?)"
END = (
    r"(?=\s*(?:[.,;:!?()\n–—]|$)|\s+(?:but|so|because|since|which|though|although|while|if|too|as well|lol|btw)\b"
    r"|,? and (?:I|we|he|she|they|my|her|his|our|the|lives?|works?|has|have|is|am|are|was|can|prefers?|likes?|loves?|hates?"
    r"|uses?|speaks?|need|needs|carr\w+|now|keeps?|wants?|also)\b)"
)
PLACE = rf"(?P<o>{SOMEWHERE}(?:,? {SOMEWHERE})?|{PLAIN_NAME}(?!'s))"
FROM = rf"(?:originally |actually |also )?(?:from|born in|born and (?:raised|bred) in|native to) {PLACE}"
TITLE = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Professor)\.? )?"
NATION = (
    r"(?!(?:English|British|Irish|Scottish|Welsh|French|German|Dutch|Danish|Spanish|Italian|Polish|Greek|Turkish|Chinese|Japanese|Korean"
    r"|American|Canadian|Indian|Mexican|Swedish|Norwegian|Finnish|Muslim|Jewish|Catholic|Christian|Hindu|Buddhist)\b)"
)
SELF = rf"{NATION}(?P<o>{SOMEONE}|{PLAIN_NAME})"

NAME = (
    rule("name", rf"(?P<s>\b[Mm]y|{OWNER}{REST}*'s) (?:real |full |first |given |legal |preferred )?name(?:'s| is) {SELF}"),
    rule("name", rf"(?:go|goes|going) by {SELF}"),
    rule("name", rf"{BE} (?:called|named) {SELF}(?=[.,;!?]| and\b|$)"),
    rule("name", rf"{START}(?:(?:[Pp]lease |[Jj]ust )?[Cc]all me|(?:[Tt]he )?[Nn]ame(?:'s| is|:):?) {SELF}", is_elidable=True),
    rule("name", rf"(?i:please|just|can|everyone|everybody|people|friends|folks|colleagues|most) (?:all )?calls? (?P<s>me) {SELF}"),
    rule("name", rf"(?:likes?|prefers?|wants?) to be called {SELF}"),
    rule("name", rf"(?:^|[.!] )(?:[Hh]i|[Hh]ello|[Hh]ey)[,!.]*(?: there[,!.]*)? (?P<s>I)(?:'m| am) {SELF}(?=,)"),
    rule("name", rf"(?P<s>I)(?:'m| am) {SELF},(?= (?:and )?(?:I|\d\d|an? )|\d\d)"),
    rule("name", rf"(?P<s>{OWNER}{REST}*): {SELF}(?=[.,;]|$)"),
    rule("name", rf"{BE} (?P<o>{SOMEONE}),(?= (?:and )?(?:I|\d\d))", Validity.STANDS),
)  # fmt: skip
AGE = (
    rule("age", rf"{BE} (?:{SOMEONE}|{PLAIN_NAME}),? (?:and )?(?:I'm )?{NUMBER}(?=[.,;!)]|$| and\b| years)"),
    rule("age", rf"(?P<s>{OWNER}{REST}*): (?:{SOMEONE}|{PLAIN_NAME}), {NUMBER}(?=[.,;]|$)"),
    rule("age", rf"{START}(?:[Aa]ge|[Aa]ged):? {NUMBER}\b", is_elidable=True),
    rule("age", rf"\b[Aa]t {NUMBER},? (?P<s>I)(?:'m| am)\b"),
    rule("age", rf"{START}(?:[Jj]ust )?[Tt]urned {NUMBER}\b", is_elidable=True),
    rule("age", rf"(?:{BE} |{TURNED} )(?:only |just |now )?{NUMBER}(?:{OLD}|(?= now\b| and\b|[.,;!)]|$|\s*–))(?! (?:weeks|months|minutes|miles|feet|degrees))"),
    rule("age", rf"(?:{BE} )?aged? {NUMBER}\b"),
    rule("age", rf"{TURNED} (?P<o>{WORD_NUMBER})\b"),
    rule("age", rf"{BE} (?P<o>{WORD_NUMBER})(?: years old|(?=[.,!]))"),
    rule("age", rf"{BE} an? (?P<o>[1-9]\d|1[01]\d)(?:{OLD}| ?[mfMF]\b)"),
    rule("age", rf"{BE} an? [\w -]{{3,24}} of (?P<o>[1-9]\d)\b(?=[\s.,;]* |[.,;]|$)"),
    rule("age", rf"{BE} in (?:my|his|her|their) (?P<o>(?:early |mid |late |mid-)?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties))"),
    rule("age", rf"{START}{NUMBER} (?:today|years old)\b", is_elidable=True),
    rule("age", rf"(?P<s>{OWNER}{REST}*|{SOMEONE}),? \(?(?P<o>[1-9]\d?)(?:\)|, |\.|$)(?!\d)"),
)  # fmt: skip
DAY = r"(?P<o>(?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]+|[A-Z][a-z]+ (?:the )?\d{1,2}(?:st|nd|rd|th)?)(?:,? \d{4})?)"
BORN = (
    rule("birthday", rf"{WHOSE} (?:birthday|bday|b-day)(?: is|'s| falls on)? (?:on )?{DAY}"),
    rule("birthday", rf"(?:was |were |{BE} )?born (?:on )?{DAY}"),
    rule("birthday", rf"{START}[Bb]orn (?:on )?{DAY}", is_elidable=True),
    rule("from", rf"(?:{BE}|was|were) {FROM}"),
    rule("from", rf"{START}(?:[Oo]riginally |[Bb]orn and |[Bb]orn, )?(?:[Ff]rom|[Rr]aised in|[Bb]red in|[Bb]orn in) {PLACE}", is_elidable=True),
    rule("from", rf"{START}[Nn]ative of {PLACE}", is_elidable=True),
    rule("from", rf"{BE} an? (?:[\w-]+ ){{1,4}}?(?:from|of) {PLACE}"),
    rule("from", rf"(?:come|comes|hail|hails) (?:originally )?from {PLACE}"),
    rule("from", rf"(?:grew up|was raised|was brought up) in {PLACE}"),
    rule("from", rf"{WHOSE} home ?town(?: is|'s) {PLACE}"),
)  # fmt: skip
JOBS = (
    rule("occupation", rf"(?:{BE}|'ve been|has been) an? retired {WORK}", Validity.OVER),
    rule("occupation", rf"(?:earns?|make|makes) (?:my|his|her|a|their) living as an? {WORK}"),
    rule("occupation", rf"(?:qualified|trained|employed|hired|working) as an? {WORK}"),
    rule("occupation", rf"{START}(?:[Cc]urrently )?(?:[Ee]mployed|[Ww]orking) as an? {WORK}", is_elidable=True),
    rule("occupation", rf"{START}(?:[Oo]ccupation|[Jj]ob|[Pp]rofession|[Ww]ork): (?P<o>[\w' -]{{3,30}}?)(?=[.,;]|$)", is_elidable=True),
    rule("occupation", rf"{BE} (?:the )?(?P<o>head of [a-z]+(?: [a-z]+)?)\b"),
    rule("occupation", rf"\brole of {WORK}", is_elidable=True),
    rule("occupation", rf"{WHOSE} (?:day )?(?:job|occupation|profession|trade|line of work) is {WORK}"),
    rule("occupation", r"(?P<o>(?:drives?|fix|fixes|makes?|sells?|cleans?|bakes?|repairs?|builds?|teach|teaches|paints?) [a-z]+(?: [a-z]+){0,3}?) for a living"),
    rule("occupation", rf"(?P<o>teach(?:es)? (?!me\b|you\b|us\b|him\b|her\b|them\b|that\b|how\b|myself\b)(?:{LANGUAGE}|[a-z]+))(?= (?:at|to|in)\b|[.,]|$)"),
    rule("occupation", rf"(?:works?|{BE} working|{HAVE} (?:been working|worked)) (?:\w+ )?as an? {WORK}"),
    rule("occupation", rf"(?:used to work|worked) as an? {WORK}", Validity.OVER),
    rule("occupation", rf"(?:used to be|was) an? {WORK}", Validity.OVER),
    rule("occupation", rf"{WHOSE} (?:day )?job as an? {WORK}", Validity.STANDS),
    rule("occupation", rf"(?:{BE}|'ve been|has been|have been|became|now) (?:now |currently |still |also )?an? {WORK}{STOP}"),
    rule("occupation", rf"(?:works?|worked|working) (?:for|at|with) [^.,;]{{2,40}}? as an? {WORK}"),
    rule("occupation", rf"{BE} (?:their|our|its) {WORK}{STOP}"),
    rule("occupation", rf"{START}(?:[Ww]orking |[Ww]ork )?(?:as )?an? {WORK}{STOP}", is_elidable=True, confidence=0.85),
    rule("occupation", rf"(?P<s>{SOMEONE}),? (?:who (?:is|works as) )?(?:an? |the |our )(?P<o>{JOB})(?=[,.)])", Validity.STANDS),
    rule("occupation", rf"{START}(?P<o>(?i:{JOB}))(?=, (?:\d\d|[a-z]+ at\b)| at {UPPER}| at [{PERSON}-{THING}])", is_elidable=True, confidence=0.85),
)  # fmt: skip
SUBJECT = r"(?P<o>(?!at |in |for |from |the |to |with |abroad|hard|here|there)[\w&-]+(?: (?!at |in |for |on |and |but |with |while |this |next )[\w&-]+){0,3})"
STUDIES = (
    rule("studies", rf"(?:{BE} )?(?:in |doing )(?:first|second|third|fourth|final)[- ]year {SUBJECT}(?=[.,;!?)]| at\b| in\b|$)"),
    rule("studies", rf"{BE} doing (?P<o>[a-z]+ (?:science|studies|biology|physics|chemistry|engineering|history|medicine|law))\b"),
    rule("studies", rf"(?:stud(?:y|ies|ied)|{BE} studying|{BE} reading|majors? in|{BE} majoring in|minors? in) {SUBJECT}(?=[.,;!?)]| at\b| in\b| and\b| but\b|$)"),
    rule("studies", rf"(?:{BE} |{BE} doing |doing |do |have |has )an? (?:\w+ )?(?:PhD|phd|doctorate|masters?|master's|MSc|MA|BA|BSc|degree|apprenticeship|diploma) (?:degree )?(?:in|on) {SUBJECT}"),
    rule("studies", rf"{BE} an? (?:\w+[- ]year )?(?P<o>[a-z]+(?: [a-z]+)?) (?:student|undergrad|major)\b"),
)  # fmt: skip
FOOD = (
    rule("diet", rf"(?P<o>(?:avoids?|can't have|cannot have|can't eat|cut out|gave up|given up) (?:all )?{MEAL}(?: (?:or|and) {MEAL})?)\b"),
    rule("diet", rf"{START}(?P<o>[Nn]o {MEAL}(?:(?:,| or| and) {MEAL})*) for (?P<s>me)\b"),
    rule("diet", rf"(?:{BE}|'ve been|has been|have been|went|goes|go) (?:a |an )?(?:strict |lifelong |mostly |strictly )?(?P<o>{FED}|{FREE})\b"),
    rule("diet", rf"{START}(?:[Bb]een )?(?:[Ss]trict(?:ly)? |[Mm]ostly )?(?P<o>(?i:{FED}|{FREE}))\b(?! (?:food|recipe|meal|restaurant|dish|option|chilli|curry|cake|cheese|place|tiger))", is_elidable=True),
    rule("diet", rf"(?P<o>(?:don't|doesn't|do not|does not|never) (?:eat|drink|touch) (?:any )?{MEAL}(?: (?:or|and) {MEAL})?)"),
    rule("diet", rf"eats? (?P<o>(?:only )?{FREE})\b"),
    rule("diet", rf"(?:{BE}|'ve been|has been|stays?) (?P<o>(?:off|on a) (?:{MEAL}|{FREE})(?: diet)?)\b"),
    rule("diet", rf"{BE} (?P<o>(?:lactose|gluten)[- ]intolerant)"),
    rule("diet", rf"{START}[Oo]ff (?P<o>{MEAL})\b", is_elidable=True),
    rule("diet", rf"(?:follows?|keeps?|{BE} on) (?:a |an )?(?:strict )?(?P<o>(?:{FREE}|{FED})(?: diet)?)"),
    rule("allergic_to", rf"{BE} (?:\w+ly |also |very )?allergic to {ALLERGEN}{END}", is_list=True),
    rule("allergic_to", rf"{START}(?:[Aa]lso )?(?:[\w]+ly )?[Aa]llergic to {ALLERGEN}{END}", is_list=True, is_elidable=True),
    rule("allergic_to", r"(?:have|has|'ve got|got) an? (?:\w+ )?(?P<o>(?!bad\b|mild\b|food\b)[\w-]+(?: [\w-]+)?) allergy\b"),
    rule("allergic_to", rf"(?:have|has|'ve got|got) an? (?:\w+ )?allergy to {ALLERGEN}{END}", is_list=True),
    rule("allergic_to", rf"{WHOSE} (?!food )(?P<o>[\w-]+(?: [\w-]+)?) allergy\b", Validity.STANDS),
)  # fmt: skip
SPEECH = (
    rule("speaks", rf"(?P<s>\b[Mm]y) (?P<o>{LANGUAGE}) is (?:fluent|good|decent|native|rusty|okay|ok|passable)"),
    rule("speaks", rf"(?P<o>{LANGUAGE}) is (?P<s>my) (?:first|native|second|mother|third) (?:language|tongue)"),
    rule("speaks", rf"(?:gets? by in|understands?|reads? and writes?|grew up speaking) {LANGUAGES}", is_list=True),
    rule("speaks", rf"(?:(?:can )?(?:speaks?|talk)|{BE} fluent in|{BE} bilingual in|{BE} a native speaker of) {LANGUAGES}", is_list=True),
    rule("speaks", rf"{BE} an? native {LANGUAGES} speaker", is_list=True),
    rule("speaks", rf"{WHOSE} (?:native|first|second|mother) (?:language|tongue) is {LANGUAGES}", is_list=True),
    rule("speaks", rf"{START}[Ss]peaks? {LANGUAGES}", is_list=True, is_elidable=True),
)  # fmt: skip
OWN = r"(?:have|has|'ve got|got|own|owns|adopted|just got|keep|keeps|live with|lives with|share \w+ \w+ with)"
COUNT = r"(?:an? |one |two |three |four |five |six |\d+ |our |my |some )?(?:[\w-]+ ){0,3}?"
# A pet that is gone is no pet.
GONE = r"(?!.{0,24}\b(?:died|passed away|was put down|put to sleep|ran away)\b)"
PETS = (
    rule("pet", rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:[\w-]+ ){{0,2}}?(?P<kind>{ANIMAL}) (?:is|are|is called|are called|is named|are named) (?P<o>{PET_NAMES})(?=[.,;!]| and [a-z]|$)", is_list=True),
    rule("pet", rf"{OWN} [^.;!?]{{0,40}}?(?P<kind>{ANIMAL}),? (?:called|named) (?P<o>{PET_NAMES})", is_list=True),
    rule("pet", rf"{OWN} {COUNT}(?P<kind>{ANIMAL}){CALLED}(?P<o>{PET_NAMES})", is_list=True),
    rule("pet", rf"(?P<s>\b[Mm]y|\b[Oo]ur|{OWNER}{REST}*'s|{SOMEONE}'s) (?:[\w-]+ ){{0,3}}?(?P<kind>{ANIMAL})(?:'s name is|,| is called| is named| called| named| –)? (?P<o>{PET_NAMES}){GONE}", Validity.STANDS, is_list=True),
    rule("pet", rf"{OWN} (?P<o>(?:an? |one |two |three |four |five |six |\d+ )(?:[\w-]+ ){{0,2}}?{ANIMAL})\b(?!['-])(?=[.,;!?)]| and\b| but\b| at\b| who\b| that\b|$)"),
    rule("pet", rf"(?P<o>{PET_NAMES}),? (?P<s>my|our) (?:[\w-]+ ){{0,3}}?{ANIMAL}\b", Validity.STANDS, is_list=True),
)  # fmt: skip
# "Is called" comes last: "my wife is called Emma" tells of the wife.
RULES: tuple[Rule, ...] = AGE + BORN + JOBS + STUDIES + FOOD + SPEECH + PETS + NAME
