"""English rules for name, age, home, origin and languages as people tell them in passing."""

from functools import partial

from nlp.facts.english.fragments import ITEM, NO_ORDER, SHUT
from nlp.facts.english.personal import LANGUAGE, NUMBER, SELF
from nlp.facts.english.rules import BE, HAVE, PLAIN_NAME, START, UPPER, rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity

noted = partial(rule, is_elidable=True)
TOWN = rf"(?P<o>{SOMEWHERE}|{PLAIN_NAME})"
COUNTED = r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty)"
# "Nothing here.", "Newbie here!": who reports in with a word that is no name.
NO_NAME = (
    r"(?!(?:Nothing|Same|Newbie|Noob|Beginner|Nobody|Everyone|Everything|Someone|Anyone|Not|Right|Down|Out"
    r"|Over|Up|Still|Back|Stuck|Live|Born|Stop|Click|Come|Look|Welcome|Good|Bad|New|Again|Student|Mum|Mom|Dad"
    r"|Mam|Nan|Gran|Snow|Rain|Sun|Winter|Summer|Spring|Autumn|Long|First|Teacher|Nurse|Doctor|Only|Also|Being"
    r"|Fan|Guy|Girl|Lurker|Regular|Idiot|Question|Problem|Issue|Typo|Error|Edit|Update|Bug|Help|Sign|And|But"
    r"|Baby|Yes|Hi|Hello|Hey|Around|Lots|Much|Almost|Just|Enough|Native|Local|Vegan|Veggie|Human|Ditto|Weird)\b)"
)
# "I'm 52 with two kids" tells an age, "I'm 20 minutes away" does not.
AND_SO = (
    r"(?= (?:but|so|yrs|yo|lol|ffs|tho|though|today|(?:with|w/) (?:two|three|four|kids|children|no (?:kids"
    r"|plans)"
    r"|an? (?:mortgage|baby|toddler|kid|teenager|dog|cat|bad|busy)))\b)"
)
FLOOR = r"(?:the )?(?:ground|first|second|third|fourth|fifth|sixth|seventh|top|\d{1,2}(?:st|nd|rd|th)) floor\b"
NAME: tuple[Rule, ...] = (
    noted(
        "name",
        rf"{START}(?P<o>{SOMEONE}|{PLAIN_NAME}) \((?:{SOMEONE}|[A-Z][a-z]{{1,11}}) to (?:my )?(?:friends"
        rf"|mates|humans"
        r"|everyone|everybody|most people)\)",
        confidence=0.85,
    ),
    noted(
        "name",
        rf"^[\s>*•-]*(?P<o>{SOMEONE}|{NO_NAME}{UPPER}[^\W\d_]{{2,11}}) here(?=[.,!]| again\b|$)",
        confidence=0.85,
    ),
    noted(
        "name",
        rf"{START}[Ss]ign (?:it|this|that)(?: off)?(?: as| from| with)? (?P<o>(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?"
        rf"(?:{SOMEONE}|[A-Z][a-z]{{1,11}}))(?=[.,;!)]|$| and\b| please\b)",
    ),
    noted(
        "name",
        rf"(?:\b(?:[Ff]ull|[Ll]egal|[Pp]roper) name(?: is|:|,)?) (?P<o>{SOMEONE}|{PLAIN_NAME})(?=[.,;)\n]|$)",
        Validity.STANDS,
    ),
    noted("name", rf"{START}[Tt]his is {SELF} (?:speaking|here|again)(?=[.,!]|$)"),
    rule("name", rf"\b(?:[Tt]hat's|[Tt]hats) (?P<s>me), {SELF}(?=[.,;!)]|$)"),
    rule("name", rf"(?P<o>{SOMEONE}|[A-Z][a-z]{{1,11}}),? (?:\(|that's )(?P<s>me)(?=\)|[.,;!]|$)"),
)
AGE: tuple[Rule, ...] = (
    noted(
        "age",
        rf"{START}(?P<o>[1-9]\d)(?=,? (?:and|but|yet) (?:still|already|only|feeling|finally|suddenly|just"
        rf"|somehow|apparently|never|not|no"
        rf"|counting"
        r"|fighting|proud|single|loving|fit)\b)",
    ),
    noted("age", rf"{START}(?P<o>[1-9]\d) (?:yrs|years) young\b"),
    rule("age", rf"(?P<s>\b[Ii]'?m|\b[Ii] am) (?P<o>[1-9]\d){AND_SO}"),
    rule(
        "age",
        r"(?:had|celebrated|survived) (?P<s>my) (?P<o>[1-9]\d)(?:st|nd|rd|th)(?: birthday)?"
        r"(?= (?:yesterday|last|on|in|today|at|this)\b|[.,;!]|$)",
    ),
    rule(
        "age",
        r"\b(?:[Ii]t'?s|[Tt]oday is|[Tt]oday'?s) (?P<s>my) (?P<o>[1-9]\d)(?:st|nd|rd|th) birthday"
        r"(?! (?:tomorrow|next|on|in|soon|this))",
    ),
    rule(
        "age",
        rf"(?P<s>{SOMEONE})(?:'s| is|s)? (?:only |just |now )?{NUMBER}(?=,? (?:and|but) (?:already|still"
        r"|insists|thinks|wants|loves|hates|scared|obsessed|terrified)\b)",
    ),
)
HOME: tuple[Rule, ...] = (
    noted(
        "lives_in",
        rf"{START}(?P<o>{SOMEWHERE}), (?:going on |nearly |almost |over |about )?{COUNTED} (?:years?|yrs)"
        r"(?: now\b| and counting\b|(?=[.;!]|$))",
        confidence=0.85,
    ),
    noted("lives_in", rf"{START}(?P<o>{SOMEWHERE}), {FLOOR}"),
    rule(
        "lives_in",
        rf"{HAVE} (?:been|lived) (?:here )?in {TOWN} (?:all )?(?:my|me|his|her) (?:(?:whole|entire) )?life\b",
    ),
    rule(
        "lives_in",
        r"(?P<s>\b[Mm]y|\b[Oo]ur) (?:council flat|council house|terrace|semi|farm|smallholding|croft|gaff|pad"
        rf"|bedsit|new-build|tenement) (?:is )?(?:in|near|outside) {TOWN}",
    ),
    rule(
        "lives_in",
        rf"{ITEM}(?:an? )?(?i:{NO_ORDER}{NO_JOB}{JOB}), (?P<o>{SOMEWHERE}){SHUT}(?![^\n]{{0,80}}(?:[£$€]"
        rf"|salary"
        r"|apply|hiring|contract))",
        is_fragment=True,
        confidence=0.85,
    ),
    rule(
        "from",
        rf"{BE} an? (?:proud |true |born )?(?P<o>{SOMEWHERE})(?:-born)? (?:native|lad|lass|girl|boy)\b",
    ),
    rule("from", rf"{BE} (?P<o>{SOMEWHERE}) born and (?:bred|raised)\b"),
    noted("from", rf"{START}(?P<o>{SOMEWHERE}),? born and (?:bred|raised)\b"),
)
SPEECH: tuple[Rule, ...] = (
    rule("speaks", rf"(?:speaks?|talks?|chats?) (?P<o>{LANGUAGE}) (?:to|with) (?P<s>me)\b"),
    noted("speaks", rf"{START}(?:[Nn]ative) (?P<o>(?i:{LANGUAGE})) speaker\b"),
    rule("speaks", rf"(?:speaks?|talks?|chats?) to (?P<s>me) in (?P<o>{LANGUAGE})\b"),
)
RULES: tuple[Rule, ...] = NAME + AGE + HOME + SPEECH
