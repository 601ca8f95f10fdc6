"""English rules for friends, colleagues, relatives and pets who are named on the way."""

from functools import partial

from nlp.facts.english.food_and_pets import ANIMAL
from nlp.facts.english.personal import BIRTHDAY, DAY, NUMBER, OLD, ON
from nlp.facts.english.rules import BE, MATE, PLAIN_NAME, START, UPPER, rule
from nlp.facts.rules import SOMEONE, Rule, Validity

noted = partial(rule, is_elidable=True)
NO_NAME = (
    r"(?!(?:I|He|She|They|We|It|You|Someone|Somebody|Everyone|Everybody|Nobody|People|Back|Call|Calls"
    r"|Called|Home"
    r"|Late|Early|Done|Off|Just|Out|Stuck|Still|Busy|Boss|Friends?|Lunch|Day|Days|Week|Drinks|News|Email|Text"
    r"|Text|Someone|Lots|All|Guys?|Girls?|Lads|Team|Meeting|Not|Everything|Nothing|Things|Fun|Was|One|Two"
    r"|Straight|Walked|Drove|Got|New|Quiet|Long|Hard|Tired|Away|Bus|Tuesday|Monday|Wednesday|Thursday|Friday"
    r"|Saturday|Sunday|Working|Mum|Mom|Dad)\b)"
)
NAME = rf"(?P<o>{SOMEONE}|{NO_NAME}{UPPER}[a-z]{{2,11}})"
PALS = r"(?:(?:best |good |great |close |dear |old )?(?:mates|friends|pals|buddies))"
FLATMATE = r"(?:flatmate|roommate|room-?mate|roomate|housemate)"
FRIENDS: tuple[Rule, ...] = (
    rule(
        "friend",
        rf"(?P<o>{SOMEONE})[^.!?;\n]{{0,40}}?[,;(–—-]+ ?(?P<s>we)(?:'ve| have|ve)? (?:all )?been {PALS}"
        r" (?:since|for|from)\b",
    ),
    rule(
        "friend",
        rf"(?P<o>{SOMEONE})(?:'s|,| is| \()[^.!?;()\n]{{0,40}}?\bone of (?P<s>my) (?:oldest|best"
        rf"|closest|dearest)"
        r" (?:friends|mates|pals)\b",
    ),
    rule(
        "friend",
        rf"(?P<o>{SOMEONE})(?:'s| is|,| \() ?(?P<s>my) (?:{FLATMATE} and )?(?:good |best |old |close |oldest )?"
        r"(?:friend|mate|pal|buddy)\b(?!'s| of)",
        Validity.STANDS,
    ),
    rule(
        "friend",
        rf"(?P<s>\b[Mm]y) (?:old |former )?{FLATMATE} and (?:good |best |old |close )?(?:friend|mate),? {MATE}",
        Validity.STANDS,
    ),
    noted(
        "friend",
        rf"{START}(?P<o>{SOMEONE}|{PLAIN_NAME}) [^.!?\n]{{0,40}}?[.!,] ?(?:[Dd]ear|[Gg]ood|[Bb]est|[Oo]ld)"
        r" (?:friend|mate)(?=[,.!]| (?:him|her|of)\b)",
    ),
    rule(
        "friend",
        # "Ray and I have been thinking": they may be anything to each other.
        rf"(?P<o>{SOMEONE}) and (?P<s>I) (?:(?:have been|'ve been) (?!(?:[a-z]+ )?[a-z]+ing\b|married\b"
        rf"|together\b|engaged\b)|go back\b(?! to\b)|grew up together|met at (?:school|uni))",
        confidence=0.8,
    ),
)
COLLEAGUES: tuple[Rule, ...] = (
    noted(
        "colleague",
        rf"{START}{NAME} (?:from|at) (?:my )?work\b(?! (?:trip|out))",
        Validity.STANDS,
    ),
    rule(
        "colleague",
        rf"(?P<o>{SOMEONE})(?:,)? (?:from|at|in|on) (?P<s>my) (?:work|team|office|department|ward|shift"
        rf"|unit|crew"
        r"|workplace|job)\b",
        Validity.STANDS,
    ),
    rule(
        "colleague",
        rf"(?P<o>{SOMEONE})[,.] (?:(?:the )?best (?:colleague|co-?worker|workmate) (?P<s>I)'?ve)\b",
    ),
    rule(
        "colleague",
        rf"(?P<s>\b[Ii]) work(?:ed)? (?:\w+ )?with {MATE}(?= (?:on|at|in|every|who)\b|[.,;!]|$)",
    ),
)
SPOUSES: tuple[Rule, ...] = (
    rule(
        "married_to",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) (?:(?:finally |just |have )?(?:tied the knot|got hitched|eloped|wed)"
        r"|did the registry|(?:have|'ve) been married)\b",
    ),
)
# "My boy Max is 5 so", "she is 16": a number where a child's age stands.
CHILDREN: tuple[Rule, ...] = (
    rule(
        "age",
        rf"(?P<s>{SOMEONE})(?:'s| is|s)? (?:only |just |now |already )?{NUMBER}(?=,? (?:so|wont|won't|doesn't"
        r"|doesnt|n|who|cant|can't|hates?|loves?|likes?|goes|needs|has|keeps|this year)\b)",
    ),
    rule(
        "age",
        rf"(?P<s>{SOMEONE})(?:'s| is|,)? (?P<o>[1-9]\d?)(?:{OLD}| ?mo(?:nths)?\b(?! ago))",
    ),
    rule(
        "age",
        rf"{BE} (?P<o>three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
        r"|fourteen|fifteen|sixteen|seventeen|eighteen)(?= (?:and (?:his|her|my|it)|but|now|years)\b)",
    ),
    rule("birthday", rf"(?P<s>{SOMEONE})(?:'s|s)? {BIRTHDAY}{ON}{DAY}"),
    rule(
        "birthday",
        rf"(?P<s>{SOMEONE}),? [^.!?\n]{{0,30}}?(?:turns|is turning|will be|is) (?:\w+|\d+) on (?:the )?{DAY}",
        Validity.STANDS,
    ),
)
PETS: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"(?P<o>{SOMEONE}|(?!(?:In|At|On|With|For|From|To|By|And|But|So|This|That|It|Is|Was|Of)\b){UPPER}[a-z]+)"
        rf"(?: update)?(?::|,| is| \() ?(?P<s>my|our) (?:[a-z]+"
        rf" )?(?P<kind>{ANIMAL})"
        r"\b(?!'s| food| sitter| plants?\b| trainer| walker)",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:new )?(?P<kind>{ANIMAL}),? (?:he|she|it)(?:'s|s| is) called "
        rf"(?P<o>{SOMEONE}|{UPPER}[a-z]+)",
    ),
    noted(
        "pet",
        rf"{START}(?P<o>{SOMEONE}) (?:to the vet|at the vet|vet (?:appointment|at \d))\b",
    ),
)
RULES: tuple[Rule, ...] = FRIENDS + COLLEAGUES + SPOUSES + CHILDREN + PETS
