"""English rules for people, pets, tastes, diets and languages, as people jot them down."""

from functools import partial

from nlp.facts.english.food_and_pets import ALLERGEN, ANIMAL, FED, FREE, MEAL, PET_NAMES
from nlp.facts.english.personal import DAY, END, LANGUAGES, WORD_NUMBER
from nlp.facts.english.rules import BE, GROUP, HAVE, KIN, MATE, RUN, START, rule
from nlp.facts.rules import ANYTHING, SOMEONE, Rule, Validity
from nlp.facts.sentences import REST

noted = partial(rule, is_elidable=True)
FOOD = (
    r"(?P<o>(?!(?:It|This|That|They|He|She|What|These|Those|Which|There)\b)[A-Z][a-z]+(?: [a-z]+)?)"
)
LIKED = (
    r"(?P<o>(?!(?:it|this|that|these|those|him|her|them|you|the idea|the way|your|how|what|when|a"
    r" good|an?)\b)[^.;:!?()\n–—,]{2,60}?)"
)
PEOPLE: tuple[Rule, ...] = (
    rule(
        "married_to",
        r"(?P<s>\b[Mm]y) (?:other half|better half|spouse|missus|life partner|civil partner)(?:'s| is"
        rf"|,)(?: called| named)? {MATE}",
    ),
    noted(
        "married_to",
        rf"(?:{START}|(?<=I ))(?:[Gg]ot )?[Mm]arried (?:to )?{MATE} (?:in|on|last|back in)\b",
    ),
    rule("married_to", rf"(?P<s>\b[Mm]y) wedding (?:to|with) {MATE}"),
    rule(
        "family_member",
        rf"(?P<s>\bI)(?:'m| am) (?P<o>{SOMEONE})'s (?:\w+ )?(?:mum|mom|dad|mother|father|sister|brother"
        r"|aunt|uncle|nan|gran|grandma|grandad|son|daughter|parent|godmother|godfather)\b",
    ),
    rule(
        "family_member",
        r"(?P<s>\b[Mm]y|\b[Oo]ur) (?:eldest|youngest|oldest|first-?born|little one|middle one|middle"
        rf" child|baby|toddler)(?:'s| is|,)?(?: called| named)? {MATE}",
        Validity.STANDS,
    ),
    noted("family_member", rf"{START}(?:[Mm]y )?(?i:{KIN}): {MATE}", Validity.STANDS),
    rule(
        "friend",
        r"(?P<s>\b[Mm]y) (?:best|closest|oldest|dearest) (?:friend|mate|pal)(?: [a-z][a-z ]{2,24})?"
        rf" is(?: called)? {MATE}",
    ),
    rule(
        "colleague",
        rf"(?:sits?|sitting) (?:next to|across from|opposite|beside) (?:my colleague )?{MATE}(?= (?:at"
        r" work|in the office)|, (?:at work|who))",
    ),
    rule(
        "colleague",
        r"shares? (?:an?|my|the) (?:office|desk|cubicle|lab|bench) with (?:my colleague |a colleague"
        rf" (?:named|called) )?{MATE}",
    ),
    rule("reports_to", rf"answers? to {MATE}(?= at work| at the office|[.,;]|$)"),
    rule(
        "member_of",
        rf"{BE} (?:now |also )?(?:part of|in|on|with) (?:the |a )?(?P<o>{RUN})",
        fits=GROUP,
    ),
    noted(
        "birthday",
        rf"{START}(?:DOB|D\.O\.B\.?|[Dd]ate of birth|[Bb]irthday|[Bb]irthdate|[Bb]day|[Bb]orn)[:,]? (?:on"
        rf" )?{DAY}",
    ),
    rule("birthday", rf"(?P<s>\ue104\ue1ff*'s|\b[Mm]y) (?:birthday|date of birth): {DAY}"),
    noted(
        "age",
        rf"{START}(?:[Jj]ust )?[Tt]urned (?P<o>{WORD_NUMBER})(?= in\b| on\b| last\b| this\b|[.,;!]|$)",
    ),
    rule("name", rf"goes by the nickname (?P<o>{SOMEONE}|[A-Z][a-z]+)"),
)
PETS: tuple[Rule, ...] = (
    noted(
        "pet",
        rf"{START}(?:[A-Z]?[a-z]+ )?(?:[Dd]og|[Cc]at|[Rr]abbit|[Bb]ird) (?:owner|mum|mom|dad|parent"
        rf"|person) \((?:an? )?(?:[a-z]+ )?(?P<kind>{ANIMAL}),? (?:named|called) (?P<o>{PET_NAMES})\)",
        is_list=True,
    ),
    rule(
        "pet",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:[a-z]+ )?(?P<kind>{ANIMAL}) (?:goes by(?: the name(?: of)?)?|answers"
        rf" to|responds to) (?P<o>{PET_NAMES})",
        is_list=True,
    ),
    noted(
        "pet",
        rf"{START}(?:[Tt]wo|[Tt]hree|[Ff]our|\d) (?:[a-z]+ )?(?P<kind>{ANIMAL})[^.:;?]{{0,30}}:"
        rf" (?P<o>{PET_NAMES})(?=[.,;]|$| and\b)",
        is_list=True,
    ),
    noted(
        "pet",
        rf"{START}(?:[Pp]ets?|[Dd]og|[Cc]at|[Dd]ogs|[Cc]ats): (?P<o>{PET_NAMES})(?=[.,;(]|$)",
        is_list=True,
    ),
)
TASTES: tuple[Rule, ...] = (
    rule(
        "likes",
        rf"(?:{BE} )?(?:an? (?:total |real |complete |absolute )?sucker for|partial to|never happier than"
        rf" when|nuts for|wild about|hooked on|addicted to) {LIKED}{END}",
    ),
    rule(
        "likes",
        rf"(?:{HAVE}(?: got)?|has|got) an? (?:real |huge |big )?(?:soft spot|weakness|thing|passion|love"
        rf"|sweet spot) for {LIKED}{END}",
    ),
    rule(
        "likes",
        r"(?P<s>\b[Mm]y) (?:\w+ )?(?:guilty pleasure|happy place|comfort food|weakness|one vice|escape"
        rf"|comfort watch|go-to (?:drink|snack|meal|order))(?:'s| is| has always been) {LIKED}{END}",
    ),
    noted("dislikes", rf"{START}[Cc]an(?:'t|not) (?:abide|stand|bear|stomach) {LIKED}{END}"),
    rule(
        "dislikes",
        rf"{HAVE} never (?:really |much )?(?:liked|enjoyed|cared for|been (?:a fan of|into|fond of|keen"
        rf" on)) {LIKED}{END}",
    ),
    noted(
        "dislikes",
        rf"{START}(?P<o>(?!(?:It|This|That|They|He|She|What|These|Those|Which|There|I|We|You"
        r"|My)\b)[A-Z][a-z]+(?: [a-z]+)?)(?: [^.;,?]{3,30})?, (?:I )?(?:hate|can't stand|loathe|detest"
        r"|can't abide) (?:it|them)\b",
    ),
    noted("dislikes", rf"{START}[Nn]ot (?:my thing|a fan)(?: at all)?: {LIKED}{END}"),
    rule(
        "uses",
        r"(?:rely on|relies on|swear by|swears by|carry|carries|play on|plays on|cook on|cooks on|type on"
        r"|shoot with|shoot on|draw on|draws on) (?:an?|my|her|his|the) (?:old |trusty |new |second-hand"
        rf" )?(?P<o>[{ANYTHING}]{REST}*(?: [A-Z0-9][\w-]*)?)",
    ),
    rule(
        "prefers",
        r"(?:wants|would like|asked for|requested) (?P<o>(?:answers|replies|responses|explanations"
        r"|summaries|code) (?:in|as|with|without|to be|that are|kept) [^.;,]{2,40})",
    ),
    rule(
        "prefers",
        r"(?:always|usually) (?:choose|pick|go for|opt for) (?P<o>[a-z][\w' -]{1,30}?) over [a-z]",
    ),
)
HEALTH: tuple[Rule, ...] = (
    rule("allergic_to", rf"{START}{FOOD} (?:brings?|brought) (?P<s>me) out in\b"),
    rule(
        "allergic_to",
        rf"{START}{FOOD} (?:sends?|sent|puts?) (?P<s>me) (?:into (?:anaphyla\w+|shock)|in (?:hospital|A&E))",
    ),
    rule(
        "allergic_to",
        rf"{START}{FOOD} (?:are|is) (?:off the table|off limits|off the menu|out|a no-go)(?: for me)?,?"
        r" (?:since |because |as )?(?P<s>I)(?:'m| am) allergic\b",
    ),
    noted(
        "allergic_to",
        rf"(?:must|have to|has to|need to|needs to) avoid {ALLERGEN} because of (?:an|my|his|her|their)"
        r" allergy",
    ),
    rule(
        "allergic_to",
        r"(?:mention\w*|report\w*|disclos\w+|confirm\w*|stated?) (?:having )?an? (?:severe |mild |bad"
        r" )?(?P<o>(?!food\b|severe\b|mild\b|bad\b)[a-z]+(?: [a-z]+)?) allergy\b",
    ),
    rule(
        "diet",
        rf"(?P<o>(?:don't|doesn't|do not|does not) do (?:{MEAL}|dairy|gluten|carbs|sugar|alcohol"
        r"|caffeine))\b",
    ),
    rule(
        "diet",
        rf"(?P<o>(?:haven't|hasn't|have not|has not) (?:eaten|touched|had) (?:any )?{MEAL}) (?:since|in"
        r"|for)\b",
    ),
    noted(
        "diet", r"(?P<o>nothing with (?:gluten|dairy|lactose|meat|nuts|sugar|wheat|milk|eggs?))\b"
    ),
    rule(
        "diet",
        rf"(?:mention\w*|report\w*|stat\w+) being (?:an? )?(?P<o>{FED}|{FREE}|lactose[- ]intolerant"
        r"|gluten[- ]intolerant|coeliac|celiac)",
    ),
    noted("diet", rf"{START}(?:[Dd]iet|[Ee]ats|[Ff]ood): (?P<o>{FED}|{FREE}|no {MEAL})\b"),
    rule(
        "speaks",
        r"(?P<s>\b[Mm]y|\ue104\ue1ff*'s) (?:mother tongue|first language|native language|native tongue"
        rf"|home language|second language) is {LANGUAGES}",
        is_list=True,
    ),
    noted("speaks", rf"{START}(?:[Ll]anguages?(?: spoken)?|[Ss]peaks?): {LANGUAGES}", is_list=True),
    noted(
        "speaks", rf"{START}(?={LANGUAGES.replace('?P<o>', '?:')} at home){LANGUAGES}", is_list=True
    ),
    rule(
        "speaks",
        rf"(?:raised|grew up|brought up) bilingual,? (?:in |with |speaking )?{LANGUAGES}",
        is_list=True,
    ),
    rule(
        "speaks",
        r"(?:can |could )?(?:hold a conversation|converse|chat away|make small talk|muddle through|get"
        rf" around) in {LANGUAGES}",
        is_list=True,
    ),
)
RULES: tuple[Rule, ...] = PEOPLE + PETS + TASTES + HEALTH
