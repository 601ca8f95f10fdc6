"""English rules for what people tell about themselves: name, age, origin, work, pets, diet."""

from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import OWNER, REST

from .rules import BE, MONTH, PLAIN_NAME, START, rule

WHOSE = rf"(?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er|{OWNER}{REST}*'s|{SOMEONE}'s)"

TURNED = r"(?:turned|turning)"
TENS = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
WORD_NUMBER = (
    rf"(?:{TENS}(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    rf"|eighteen|nineteen|a hundred)"
)
# No "1.2m", "3,850" and "8–15 August".
NUMBER = r"(?P<o>[1-9]\d?|1[01]\d)(?!\d|[.,]\d| ?[–—-] ?\d)"
OLD = r"(?:[ -]years?[ -]old\b| ?y/?o\b| yrs? old\b)"
LANGUAGE = (
    r"(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Swedish|Danish|Norwegian"
    r"|Finnish|Icelandic|Polish"
    r"|Czech|Slovak|Slovene|Slovenian|Croatian|Serbian|Bosnian|Bulgarian|Romanian|Hungarian"
    r"|Greek|Turkish|Russian"
    r"|Ukrainian|Belarusian|Lithuanian|Latvian|Estonian|Albanian|Macedonian|Georgian"
    r"|Armenian|Hebrew|Arabic|Persian"
    r"|Farsi|Urdu|Hindi|Punjabi|Bengali|Gujarati|Marathi|Tamil|Telugu|Kannada|Malayalam"
    r"|Sinhala|Nepali|Thai|Lao|Khmer"
    r"|Vietnamese|Indonesian|Malay|Tagalog|Filipino|Chinese|Mandarin|Cantonese|Hokkien"
    r"|Taiwanese|Japanese|Korean"
    r"|Mongolian|Swahili|Yoruba|Igbo|Hausa|Amharic|Somali|Zulu|Xhosa|Afrikaans|Welsh|Irish"
    r"|Gaelic|Basque|Catalan"
    r"|Galician|Maltese|Yiddish|Latin|Esperanto|Twi|Wolof|Tigrinya|Kurdish|Pashto|Dari"
    r"|Uzbek|Kazakh|Creole|Kikuyu|Gikuyu|Kiswahili|isiZulu|isiXhosa|Sesotho|Setswana|Sepedi|Shona|Ndebele"
    r"|Luganda|Kinyarwanda|Lingala|Oromo|Dholuo|Samoan|Tongan|Fijian|Pidgin|Patois|Odia|Assamese|Konkani"
    r"|Sindhi|Kashmiri|Tulu|Sorbian|Frisian|Luxembourgish|Romansh|Breton|Corsican|Faroese|Burmese|Tibetan"
    r"|Uyghur|Javanese|Sundanese|Cebuano|Ilocano|Hmong|Shanghainese|Hakka|Bahasa|Flemish|Cornish|Inuktitut"
    r"|Cree|Navajo|Nahuatl|Aymara|Akan|Malagasy|Krio|Tamazight|Darija|Sanskrit|Azerbaijani|Turkmen|Tajik"
    r"|Kyrgyz|Tatar|Ladino|Romani|Swiss German|Scottish Gaelic|[Tt]e reo(?: Māori)?|Maori"
    r"|Māori|Hawaiian|Quechua|Guaraní|(?:British |American |Auslan|Japanese |German"
    r" )?[Ss]ign [Ll]anguage|BSL|ASL)"
)
AT_HOME = r"(?: at (?:home|work|school)| with \w+ \w+| on the phone| fluently| well)?"
SOME = r"(?:(?:fluent|some|a little|a bit of|basic|conversational|decent|native|rusty|both|passable) )*"
LANGUAGES = (
    rf"(?P<o>{SOME}{LANGUAGE}{AT_HOME}(?:(?:,| and| &|, and| plus| as well as)? (?:{SOME})?{LANGUAGE}"
    rf"{AT_HOME})*)"
)
END = (
    r"(?=\s*(?:[.,;:!?()\n–—]|$)|\s+-\s|\s+(?:but|so|because|since|which|though|although|while|if"
    r"|too|as well|lol|btw|tbh|ngl|at the age of|never (?:could|did|have|will|liked)|myself|always have)\b"
    r"|,? and (?:I|we|he|she|they|it|you|yes|no|this|that|my|her|his|our|the|lives?|works?|has|have|is|am"
    r"|are|was"
    r"|can|prefers?|likes?|dislikes?|loves?|hates?|detests?|loathes?"
    r"|uses?|speaks?|need|needs|carr\w+|now|keeps?|wants?|also|does|doesn't|doesnt|did|didn't|isn't|won't|would"
    r"|eats|owns|enjoys|asks|asked|goes|writes|finds|takes|drives|avoids"
    r"|adores|studies|teaches|cannot|can't)\b)"
)
# Further things of a list, each as short as a noun phrase: "jazz, climbing and dal".
NO_ITEM = (
    r"(?!(?:I|we|he|she|they|you|it|his|her|so|with|without|but|because"
    r"|then|now|also|always|never|is|are|has|have|was|can"
    r"|lives?|works?|hates?|likes?|loves?|prefers?|uses?|speaks?|dislikes?|wants?|needs?"
    r"|eats?|even|not|preferably"
    r"|except|though|too|please|especially|which|who|when|although|can't|don't|doesn't"
    r"|allergic|if|the|this|that|in|on|at|from|for|to|of|by|as"
    r"|[a-z]+ing (?:my|his|her|the|a)|[a-z]+s (?:my|his|her|the|an?|its|their)"
    r"|[a-z]+ (?:her|him|me|them|us))\b)"
)
ITEM = rf"{NO_ITEM}[a-z][\w'-]*(?: (?!(?:and|or|is|are|but)\b)[\w'-]+){{0,4}}"
# A list of three or more ends with "and": what merely follows a comma is another statement.
FURTHER = rf"(?:(?:, {ITEM}?){{1,5}},? (?:and|or|&|plus) {ITEM}?)?"
SIDE = (
    r"(?:(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est|[Nn]orthern|[Ss]outhern|[Ee]astern|[Ww]estern|[Cc]entral|[Rr]ural"
    r"|[Uu]pstate|[Mm]id) )?"
)
PLACE = rf"(?:the )?(?P<o>{SIDE}{SOMEWHERE}(?:,? {SOMEWHERE})?|{SOMEONE}(?=[.,;)]|$| and\b)|{PLAIN_NAME}(?!'s))"
# Who "comes from Brazil on Friday" arrives.
NO_TRIP = (
    rf"(?![\w{REST}])"
    rf"(?! (?:on(?! the (?:[A-Z]|{SOMEWHERE}))|next|this|tomorrow|tonight|soon|by|for|at)\b)"
)
FROM = rf"(?:originally |actually |also )?(?:from|born in|born and (?:raised|bred) in|native to) {PLACE}"
TITLE = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Professor)\.? )?"
NATION = (
    r"(?!(?:English|British|Irish|Scottish|Welsh|French|German|Dutch|Danish|Spanish|Italian"
    r"|Polish|Greek|Turkish|Chinese|Japanese|Korean"
    r"|American|Canadian|Indian|Mexican|Swedish|Norwegian|Finnish|Muslim|Jewish|Catholic"
    r"|Christian|Hindu|Buddhist)\b)"
)
SELF = rf"{NATION}{TITLE}(?P<o>{SOMEONE}|{PLAIN_NAME})"

NAME = (
    rule(
        "name",
        rf"{START}(?:[Hh]i|[Hh]ello|[Hh]ey)?[,!.]? ?(?P<s>[Ii]'?m|I am) {NATION}(?P<o>{SOMEONE})(?=[."
        r",!]| and\b| from\b| \(|$)",
    ),
    rule(
        "name",
        rf"{START}[Ii]'?m {NATION}(?P<o>{PLAIN_NAME}), (?=\d\d\b|an? |[a-z]+ (?:from|in|at)|from )",
        is_elidable=True,
    ),
    rule(
        "name",
        rf"{START}(?:[Tt]his is|[Ii]t's) (?P<o>{SOMEONE})(?: here)(?=[.,!])",
        is_elidable=True,
    ),
    rule(
        "name",
        rf"(?P<s>\b[Mm]y|{OWNER}{REST}*'s) (?:real |full |first |given |legal |preferred )?name"
        rf"(?:'s| is) {SELF}",
    ),
    rule("name", rf"(?:go|goes|going) by {SELF}"),
    rule("name", rf"{BE} (?:called|named) {SELF}(?=[.,;!?]| and\b|$)"),
    rule(
        "name",
        rf"{START}(?:(?:[Pp]lease |[Jj]ust )?[Cc]all me|(?:[Tt]he )?[Nn]ame(?:'s| is|:):?) {SELF}",
        is_elidable=True,
    ),
    rule(
        "name",
        r"(?i:please|just|can|everyone|everybody|people|friends|folks|colleagues|most) (?:all"
        rf" )?calls? (?P<s>me) {SELF}",
    ),
    rule("name", rf"(?:likes?|prefers?|wants?) to be called {SELF}"),
    rule(
        "name",
        rf"(?:^|[.!] )(?:[Hh]i|[Hh]ello|[Hh]ey)[,!.]*(?: there[,!.]*)? (?P<s>I)(?:'m| am) {SELF}"
        r"(?=,)",
    ),
    rule("name", rf"(?P<s>I)(?:'m| am) {SELF},(?= (?:and )?(?:I|\d\d|an? )|\d\d)"),
    rule("name", rf"(?P<s>{OWNER}{REST}*): {SELF}(?=[.,;]|$)"),
    rule("name", rf"{BE} (?P<o>{SOMEONE}),(?= (?:and )?(?:I|\d\d))", Validity.STANDS),
)
BOTH_ARE = r" (?:who )?are (?:now |just )?"
AGE = (
    rule(
        "age",
        rf"(?<!\bname){BE} (?:{SOMEONE}|(?!{MONTH}\b){PLAIN_NAME}),? (?:and )?(?:I'm )?{NUMBER}"
        r"(?=[.,;!)]|$| and\b| years)",
    ),
    rule("age", rf"(?P<s>{OWNER}{REST}*): (?:{SOMEONE}|{PLAIN_NAME}), {NUMBER}(?=[.,;]|$)"),
    rule("age", rf"{START}(?:[Aa]ge|[Aa]ged):? {NUMBER}\b", is_elidable=True),
    rule("age", rf"(?:reached|hit) the (?:grand old |ripe old )?age of {NUMBER}\b"),
    rule(
        "age", rf"{TURNED} \d\d next (?:year|month|week|\w+day) so (?P<s>I)'m (?:still )?{NUMBER}"
    ),
    rule("age", rf"{BE} (?:almost |nearly )?about {NUMBER}(?=[.,]|$)"),
    rule("age", rf"(?P<s>\b[Ii]'?m) {NUMBER}(?= and\b| [Ii]\b|,|\.|$)"),
    rule("age", rf"\b[Aa]t {NUMBER},? (?P<s>I)(?:'m| am)\b"),
    rule("age", rf"{START}(?:[Jj]ust )?[Tt]urned {NUMBER}\b", is_elidable=True),
    rule(
        "age",
        rf"(?:{BE} |{TURNED} )(?:only |just |now )?{NUMBER}(?! and \d)(?:{OLD}|(?= now\b| and\b"
        r"|[.,;!)]|$|\s*–))(?! (?:weeks|months|minutes|miles|feet|degrees))",
    ),
    # Theo and Josie are 9 and 6; Ana and Ben are 4.
    rule("age", rf"(?P<s>{SOMEONE})(?= and {SOMEONE},?{BOTH_ARE}{NUMBER}(?: and \d|[.,;!]|$))"),
    rule("age", rf"\band (?P<s>{SOMEONE}),?{BOTH_ARE}\d\d? and {NUMBER}(?=[.,;!]| now\b|$)"),
    rule("age", rf"(?:{BE} )?aged? {NUMBER}\b(?!,? (?:and |& )?\d)"),
    rule("age", rf"{TURNED} (?P<o>{WORD_NUMBER})\b"),
    rule("age", rf"\bturned {NUMBER}(?= in [A-Z]| on | last | yesterday| today| this )(?! in \d)"),
    rule("age", rf"{BE} (?P<o>{WORD_NUMBER})(?: years old|(?=[.,!]))"),
    rule("age", rf"{BE} an? (?P<o>[1-9]\d|1[01]\d)(?:{OLD}| ?[mfMF]\b)"),
    rule("age", rf"{BE} an? [\w -]{{3,24}} of (?P<o>[1-9]\d)\b(?=[\s.,;]* |[.,;]|$)"),
    rule(
        "age",
        rf"{BE} in (?:my|his|her|their) (?P<o>(?:early |mid |late |mid-)?(?:twenties|thirties"
        r"|forties|fifties|sixties|seventies|eighties))",
    ),
    rule("age", rf"{START}{NUMBER} (?:today|years old)\b", is_elidable=True),
    rule("age", rf"(?P<s>{OWNER}{REST}*|{SOMEONE}),? \(?(?P<o>[1-9]\d?)(?:\)|, |\.|$)(?!\d)"),
)
# Chats write "may 27" and "Sept 3".
ORDINAL = (
    r"(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth)"
)
ANY_MONTH = rf"(?i:{MONTH}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b)"
DATE = (
    rf"(?:(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {ANY_MONTH}|(?:the )?{ORDINAL} of"
    rf" {ANY_MONTH}|{ANY_MONTH} (?:the"
    r" )?\d{1,2}(?:st|nd|rd|th)?)(?:,? \d{4})?)"
)
DAY = rf"(?P<o>{DATE})"
BIRTHDAY = r"(?:[Bb]irth ?day|[Bb][-/' ]?day)"
ON = r"(?: is| was|'s|s| falls| coming up| this year)?(?:,|:| -| –|=)? ?(?:on |is on )?"
BORN = (
    rule("birthday", rf"{WHOSE} {BIRTHDAY}{ON}{DAY}"),
    # "Mum's bday May 3"
    rule("birthday", rf"'?s (?:{BIRTHDAY}|\d{{1,2}}(?:st|nd|rd|th)(?: {BIRTHDAY})?){ON}{DAY}"),
    rule(
        "birthday",
        rf"{START}{BIRTHDAY}{ON}{DAY}",
        is_elidable=True,
    ),
    rule("birthday", rf"(?:was |were |{BE} )?born (?:on )?{DAY}"),
    rule("birthday", rf"{START}[Bb]orn (?:on )?{DAY}", is_elidable=True),
    rule("from", rf"(?:{BE}|was|were) {FROM}"),
    rule(
        "from",
        rf"{START}(?:[Oo]riginally |[Bb]orn and |[Bb]orn, )?(?:[Ff]rom|[Rr]aised in|[Bb]red in"
        rf"|[Bb]orn in) {PLACE}",
        is_elidable=True,
    ),
    rule("from", rf"{START}[Nn]ative of {PLACE}", is_elidable=True),
    rule(
        "from",
        rf"{BE} an? (?:[\w-]+ ){{1,4}}?(?:from|(?:(?<=native )|(?<=citizen )|(?<=child ))of) {PLACE}",
    ),
    rule("from", rf"(?:come|comes|hail|hails) (?:originally )?from {PLACE}{NO_TRIP}"),
    rule(
        "from",
        rf"(?:grew up|was raised|was brought up) (?:on an? [\w ]{{3,20}} )?in (?:an? [\w -]{{3,30}} ("
        rf"?:called|named|near|in|outside) )?{PLACE}",
    ),
    rule("from", rf"{BE} from an? [\w -]{{3,30}} (?:called|named|near|in|outside) {PLACE}"),
    rule("from", rf"{BE} {SOMEONE} from {PLACE}"),
    rule("from", rf"(?:moved|came) (?:here|over|to the \w+) from {PLACE}"),
    rule("from", rf"born (?:on [\w ]{{3,18}} |and raised )?in {PLACE}"),
    rule(
        "from",
        rf"(?P<s>\b[Mm]y) (?:family|roots|people) (?:is|are|come|comes) (?:originally )?from {PLACE}",
    ),
    rule("from", rf"{WHOSE} home ?town(?: is|'s) {PLACE}"),
)
SPEECH = (
    rule(
        "speaks", rf"{START}[Ll]anguages?: (?P<o>[^.;\n]{{3,80}})", is_list=True, is_elidable=True
    ),
    rule(
        "speaks",
        rf"{START}(?P<o>(?:[Ff]luent|[Nn]ative|[Rr]usty|[Bb]asic|[Cc]onversational) {LANGUAGE}(?:(?:,"
        rf"| and|, and) (?:{SOME})?{LANGUAGE})*)(?=[.,;]|$)",
        is_list=True,
        is_elidable=True,
    ),
    rule(
        "speaks",
        rf"(?P<s>\b[Mm]y) (?P<o>{LANGUAGE}) is (?:pretty |quite |very |still )?(?:good|fluent|decent|"
        r"okay|ok|rusty|basic|native)",
    ),
    rule(
        "speaks",
        rf"(?P<s>\b[Mm]y) (?P<o>{LANGUAGE}) is (?:only |really |still |just |a bit |so "
        rf"|getting )?(?:fluent|good"
        r"|decent|native|rusty|okay|ok|passable|enough|so-so|terrible|bad"
        r"|poor|weak|better|improving|basic|shaky"
        r"|limited|awful|not (?:great|good|bad|the best)|broken|conversational)",
    ),
    rule(
        "speaks",
        rf"(?P<o>{LANGUAGE}) is (?P<s>my) (?:first|native|second|mother|third) (?:language|tongue)",
    ),
    rule(
        "speaks",
        rf"(?:gets? by in|understands?|reads? and writes?|grew up speaking) {LANGUAGES}",
        is_list=True,
    ),
    rule(
        "speaks",
        rf"(?:(?:can (?:also )?)?(?:speaks?|talk)|{BE} fluent in|{BE} bilingual in|{BE} a native speaker"
        rf" of) {LANGUAGES}",
        is_list=True,
    ),
    rule("speaks", rf"{BE} an? native {LANGUAGES} speaker", is_list=True),
    rule(
        "speaks",
        rf"{WHOSE} (?:native|first|second|mother) (?:language|tongue) is {LANGUAGES}",
        is_list=True,
    ),
    rule("speaks", rf"{START}[Ss]peaks? {LANGUAGES}", is_list=True, is_elidable=True),
)
RULES: tuple[Rule, ...] = AGE + BORN + SPEECH
