"""English rules for what a relative clause says: "the firm I work for is Linfox", "what I enjoy is hiking"."""

from nlp.facts.english.personal import END, LANGUAGE, PLACE
from nlp.facts.english.rules import EMPLOYER, RUN, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import OWNER, PERSON, REST

WHO = rf"(?P<s>\b[Ii]|\b[Ww]e|\b[Hh]e|\b[Ss]he|{OWNER}{REST}*)"
# Where, when or for what: "the person I answer to at work is".
AROUND = (
    r"(?: (?:now|there|most|best|mostly|daily|every (?:day|week|morning"
    r"|night)|these days|at (?:work|home|school)"
    r"|at the moment|right now|(?:for|in|to|on|outside|with|at) (?:(?:the|my) )?[a-z]+))?"
)
IS = rf"{AROUND}(?:,? (?:is|are)|'s|:| =)(?: called| named| simply| currently)? (?:the |an? )?"
AND = r"(?:,| and|, and| &| plus)"
PEOPLE = rf"(?P<o>{SOMEONE}(?:{AND} {SOMEONE})*)"
THING_NAME = rf"(?:{RUN}|[a-z]+(?:-[a-z]+)?)(?: (?:[A-Z0-9][\w-]*|mini|pro|max|plus|air)){{0,2}}"
THINGS = rf"(?P<o>{THING_NAME}(?:{AND} (?:an? |my )?{THING_NAME})*)(?=[.,;!\n]|$| (?:and|with|but|for|so|on)\b)"
NO_THING = (
    rf"(?![{PERSON}]|(?:very|really|so|not|too|always|still|about|from"
    rf"|old|new|when|what|that|how|to|no|all|broken|good|great|fine|in"
    rf"|on|at|it|this|my)\b)"
)
GROUP = (
    rf"(?:{RUN}(?: (?:de|da|do|of|for)(?: la| the)? {RUN})?(?: (?:choir"
    rf"|club|team|band|group|society|orchestra))?|(?:[a-z]+ ){{1,3}}(?:choir"
    rf"|club|team|band|group|society|orchestra|league|rfc|afc|fc|cc))"
)
LIKED = (
    r"(?P<o>(?!(?:that|when|how|to|not|it|this|the (?:fact|way|most|best)"
    r"|you|your|being|getting|my)\b)[A-Za-z][^.;:!?\n]{1,70}?)"
)
WHAT = (
    r"(?:\b[Ww]hat|\b[Tt]hings?|\b[Ss]tuff|\b[Ff]oods?|\b[Mm]usic|\b[Hh]obbies"
    r"|\b[Ss]ports?)(?: that| which)?"
)
RULES: tuple[Rule, ...] = (
    rule("works_for", rf"{WHO} works? (?:for|at){IS}{EMPLOYER}"),
    rule(
        "reports_to",
        rf"{WHO} (?:reports?|answers?) (?:directly )?to{IS}(?P<o>(?:(?:Mrs?"
        rf"|Ms|Dr)\.? )?{SOMEONE})",
    ),
    rule(
        "reports_to",
        rf"{WHO} (?:reports?|answers?) (?:directly )?to (?:the|my|his|her) [a-z]+"
        rf"(?: [a-z]+)?, (?P<o>(?:(?:Mrs?|Ms|Dr)\.? )?{SOMEONE})",
    ),
    rule(
        "colleague",
        rf"(?:people|ones?|girls?|guys?|colleagues?) (?:who |that )?{WHO} works? with{IS}{PEOPLE}",
        is_list=True,
    ),
    rule(
        "colleague",
        rf"{PEOPLE}(?: is| are|:| =) (?:the |my )?(?:[a-z]+ )?(?:people|person"
        rf"|ones?|girls?|guys?) (?:who |that )?{WHO} works? with\b",
        is_list=True,
    ),
    rule(
        "colleague",
        rf"(?:girl|guy|woman|man|lad|lady|bloke|fella|person) (?:who |that )?{WHO} works? with"
        rf"(?: at work| there)?,? (?:called |named )?(?P<o>{SOMEONE})",
    ),
    rule(
        "lives_in",
        rf"(?:[Tt]own|[Cc]ity|[Vv]illage|[Pp]lace|[Ss]uburb|[Aa]rea|[Cc]ountry) "
        rf"(?:that |which )?{WHO} lives? in{IS}{PLACE}",
    ),
    rule(
        "speaks",
        rf"[Ll]anguages?(?: that| which)? {WHO} speaks?{IS}(?P<o>{LANGUAGE}"
        rf"(?:{AND} {LANGUAGE})*)",
        is_list=True,
    ),
    rule(
        "uses", rf"{WHO} (?:uses?|drives?|rides?|plays?|wears?){IS}{NO_THING}{THINGS}", is_list=True
    ),
    rule(
        "leads",
        rf"(?:[Tt]eam|[Gg]roup|[Dd]epartment|[Cc]lub|[Cc]rew)(?: that| which)? {WHO} "
        rf"(?:leads?|manages?|runs?|heads?|supervises?){IS}(?P<o>{RUN}|[a-z]+ [a-z]+)",
    ),
    rule(
        "member_of",
        rf"(?:[Cc]lubs?|[Gg]roups?|[Tt]eams?|[Cc]hoirs?|[Bb]ands?|[Ss]ociet"
        rf"(?:y|ies)|[Cc]hurch)(?: that| which)? {WHO}(?:'m|'s| am| is| are"
        rf"| belongs?| sings?| plays?| go(?:es)?)(?: a member)?(?: in| to"
        rf"| of| with| for)?{IS}(?P<o>{GROUP}(?:{AND} (?:the )?{GROUP})*)",
        is_list=True,
    ),
    rule(
        "allergic_to",
        rf"{WHO}(?:'m| am| is|'s) allergic to{IS}(?P<o>(?!not\b)[a-z][a-z' -]{{2,40}}?"
        rf"(?:(?:,| and|, and) [a-z][a-z' -]{{2,30}}?)*){END}",
        is_list=True,
    ),
    rule(
        "likes",
        rf"{WHAT} {WHO} (?:really |also |most |particularly )?(?:likes?|loves?"
        rf"|enjoys?|adores?)(?: very much| doing)?{IS}{LIKED}{END}",
        is_list=True,
    ),
    rule(
        "dislikes",
        rf"(?:{WHAT}|\b[Tt]he one thing|\b[Oo]nly thing) {WHO} (?:really "
        rf"|also |most |absolutely )?(?:hates?|dislikes?|(?:do|does)(?: not"
        rf"|n't) (?:like|enjoy)|can(?:'t|not) (?:stand|bear))(?: very much)?{IS}{LIKED}{END}",
        is_list=True,
    ),
    rule("prefers", rf"\b[Ww]hat {WHO} prefers?{IS}{LIKED}{END}"),
    rule(
        "prefers",
        rf"(?:^|[,;.] )(?P<o>(?!(?:that|this|it|which)\b)[a-z][\w' -]{{3,40}}?) "
        rf"(?:is|are) what {WHO} (?:always )?prefers?\b",
    ),
    rule(
        "friend",
        rf"(?P<o>{SOMEONE}),? who(?:'s| has| is) (?:been )?(?P<s>my) (?:best "
        rf"|closest |oldest |good |dear )?friend\b(?!')",
        Validity.STANDS,
    ),
)
