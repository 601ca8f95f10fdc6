"""English rules for the clubs, teams and classes that people belong to, lead and learn in."""

from functools import partial

from nlp.facts.english.personal import LANGUAGE
from nlp.facts.english.rules import BE, HAVE, RUN, START, rule
from nlp.facts.english.work import ACADEMIC
from nlp.facts.rules import SOMEWHERE, Rule, Validity

noted = partial(rule, is_elidable=True)
KIND = (
    r"(?:choir|band|orchestra|club|team|society|troupe|quartet|league|parish|congregation|brigade|guild"
    r"|fellowship|circle|scouts|squad|ensemble|rota|allotment association|book group|group|reading group"
    r"|bell ringers|handbell ringers|lodge|branch|committee|PTA|WI|W\.I\.|church|mosque|temple|chapel)"
)
# What somebody belongs to, with its name or its kind: "choir at First Lutheran", "the village band".
OF_A_NAME = rf"(?: (?:at|of|in) (?:the )?{RUN})"
GROUP = (
    rf"(?P<o>(?:{RUN}(?: [a-z]+){{0,2}}? {KIND}\b|(?:(?!the\b|my\b|a\b|an\b|this\b|that\b|our\b|front\b"
    rf"|support\b|project\b|work\b"
    rf"|first\b)[\w'-]+ ){{0,2}}?{KIND}\b){OF_A_NAME}?)"
)
NAMED_GROUP = rf"(?P<o>(?:{RUN}(?: [a-z]+){{0,2}}? {KIND}|(?:[a-z']+ )?{KIND}{OF_A_NAME}))"
# The teams of children: "the under 12s netball".
YOUNG = (
    r"(?:under[- ]?\d{1,2}'?s?|u-?\d{1,2}'?s?|juniors|beginners|cubs|brownies|minis|beavers)(?:"
    r" (?:girls|boys|netball|football|soccer|hurling|rugby|cricket|hockey|basketball|camogie|swimming"
    r"|team|squad))*"
)
MEMBERS: tuple[Rule, ...] = (
    rule(
        "member_of",
        rf"(?:sing|sings|singing) (?:soprano |alto |tenor |bass |second soprano )?(?:in|with|for) (?:the|my"
        rf"|our) {GROUP}(?=[.,;!?)]|$| (?:and|but|so|for|since|on|every|at)\b)",
    ),
    rule(
        "member_of",
        rf"(?:play|plays|playing) (?:[a-z]+ |the [a-z]+ )?(?:in|with|for) (?:the|an?|my|our) {NAMED_GROUP}"
        r"(?=[.,;!?)]|$| (?:and|but|so|since|on|every)\b)",
    ),
    rule(
        "member_of",
        rf"(?:{BE}|{HAVE} been) (?:an? |the )?(?:active |founding |lifelong |long-standing |proud |committee )?"
        rf"members? of (?:the |our |my |an? )?(?:[a-z]+'s )?"
        rf"(?P<o>(?:[a-z]+ ){{0,2}}?{KIND}{OF_A_NAME}?(?!, {RUN})|{RUN})"
        r"(?=[.,;!?)]|$| (?:and|but|so|since|for)\b)",
    ),
    rule(
        "member_of",
        rf"(?P<s>\b[Ii]) (?:just |finally )?(?:made|got (?:into|on)|joined) (?:the |an? )?{GROUP}(?=[.,;!?)]|$|"
        rf" (?:and|but"
        rf"|so|this|last|for)\b)",
        Validity.BEGINS,
    ),
    rule(
        "member_of",
        rf"(?:with|at|for|in) (?P<s>my) (?:[a-z]+ )?(?:group|choir|club|band|church|team),? (?P<o>{RUN})",
    ),
    noted(
        "member_of",
        rf"{START}(?:\w+) years (?:in|with) (?:the )?(?P<o>{RUN} {KIND}|{RUN} (?=choir|band|club))\b",
    ),
    rule(
        "member_of",
        rf"(?<![\w'])(?P<o>(?:(?!the\b|our\b|my\b|a\b)[a-z']+ )?{KIND}{OF_A_NAME}?),? (?P<s>I)(?:'m| am"
        r"|'ve been| have been) a member\b",
    ),
    noted(
        "member_of",
        rf"{START}(?P<o>[A-Z][a-z]+(?: [a-z]+)? {KIND}) (?:[A-Z][a-z]+day\w*|tonight|tomorrow|at \d),?"
        rf" my turn\b",
    ),
    rule(
        "member_of",
        rf"(?:{HAVE} (?:worshipped|sung|played|volunteered|rowed|bowled)|worships?|volunteers?) (?:at|with|for)"
        rf" (?:the )?(?P<o>{RUN})(?= (?:since|for|every|on)\b|[.,;!]|$)",
    ),
)
MEMBERS += (
    rule(
        "member_of",
        rf"{BE} in (?:an?|the|our|my|this) (?P<o>(?:{RUN} )?(?:(?!front\b|support\b"
        rf"|project\b)[a-z'-]+ ){{0,2}}?"
        rf"(?:choir|band|orchestra|club|society|troupe|quartet|ensemble|brigade|guild|book group|walking group"
        rf"|reading group|running group){OF_A_NAME}?)(?=[.,;!?)]|$| (?:and|but|so|for|since|on|every"
        rf"|with|at)\b)",
    ),
)
LEADERS: tuple[Rule, ...] = (
    rule(
        "leads",
        rf"(?:coach|coaches|coaching|train|trains|manage|manages|run|runs|look after) (?:the"
        rf" )?(?P<o>{YOUNG})\b",
    ),
    rule(
        "leads",
        rf"(?:{BE}|'m|m) (?:over|in charge of) (?:the )?(?P<o>{YOUNG}|[a-z]+ (?:team|shift|crew|squad))\b",
    ),
    rule(
        "leads",
        r"(?:the |our |my )(?P<o>[a-z]+ (?:team|squad|crew|shift)),? which (?P<s>I) (?:now )?(?:lead|run)\b",
    ),
    rule(
        "leads",
        rf"{BE} (?:now |the )?(?:captain|chair|chairman|chairwoman|leader|secretary|treasurer"
        rf"|president) of (?:the |our "
        rf")?(?P<o>(?:[a-z']+ )?{KIND}{OF_A_NAME}?|{RUN} {KIND})",
        confidence=0.85,
    ),
)
SUBJECT = rf"(?P<o>(?:(?i:{ACADEMIC})|{LANGUAGE}))"
SEAT = rf"(?:the |the university of )?(?P<o>{RUN}|{SOMEWHERE})"
LEARNING: tuple[Rule, ...] = (
    rule(
        "studies",
        rf"(?:got|gets|has got|was accepted|been accepted) into (?:[A-Z]\w+ for"
        rf" )?(?P<o>(?i:{ACADEMIC})) (?:at|in)\b",
    ),
    rule("studies", rf"got into (?:{RUN}|[a-z]+) for (?P<o>(?i:{ACADEMIC}))\b"),
    rule(
        "studies_at",
        rf"(?:got|gets|has got|was accepted|been accepted) into (?P<o>{RUN}) (?:for|to (?:study|do|read))\b",
    ),
    rule(
        "studies_at", rf"(?:got|has got|was accepted|been accepted) into (?i:{ACADEMIC}) at {SEAT}"
    ),
    rule(
        "studies_at",
        rf"{BE} (?:reading|studying|doing) (?i:{ACADEMIC}) at {SEAT}(?=[.,;!?)]|$| (?:and|but|so)\b)",
    ),
    rule(
        "studies_at",
        rf"{BE} an? (?:[\w-]+ ){{0,4}}?(?:student|undergrad(?:uate)?|postgrad(?:uate)?|PhD candidate"
        rf"|fresher|freshman"
        rf"|sophomore) at {SEAT}(?=[.,;!?)]|$| (?:and|but|so|in)\b)",
    ),
    rule(
        "studies_at",
        rf"{BE} at {SEAT} (?:doing|studying|reading|for) (?:an? )?(?:[A-Z]\w+ in )?(?i:{ACADEMIC})\b",
    ),
    rule(
        "studies",
        rf"studying (?:for|towards) (?:an?|my|his|her|their) (?P<o>(?i:{ACADEMIC})) (?:degree|diploma"
        rf"|certificate"
        r"|qualification|exams?|licen[cs]e|finals)\b",
    ),
    noted(
        "studies",
        rf"{START}(?:[Ss]tarted |[Bb]een )?[Ll]earning (?P<o>{LANGUAGE})(?= (?:on|with|from|at|in|now"
        rf"|this|since)\b|[.,;!]|$)",
    ),
    rule(
        "studies_at",
        rf"stud(?:y|ies) (?:[a-z]+ )?(?i:{ACADEMIC}) at {SEAT}(?=[.,;!?)]|$| (?:and|but|so)\b)",
    ),
    rule(
        "studies",
        rf"(?:student|undergrad\w*|apprentice) (?:of|in) (?P<o>(?i:{ACADEMIC}))(?=[.,;!?)]| at\b| in\b|"
        rf" and\b|$)",
        is_elidable=True,
    ),
    noted(
        "studies",
        rf"(?:{START}|\b[Ii]'?m )(?:(?:[Aa]m )?an? )?(?:\w+[- ]year )?student of"
        rf" (?P<o>(?i:{ACADEMIC}))(?= at\b|[.,;!]|$)",
    ),
    noted(
        "studies_at",
        rf"(?:{START}|\b[Ii]'?m )(?:(?:[Aa]m )?an? )?(?:\w+[- ]year )?student of (?i:{ACADEMIC}) at"
        rf" (?P<o>{RUN})",
    ),
    rule(
        "studies",
        rf"(?:{BE} learning|learns|{BE} taking) {SUBJECT}"
        r"(?= (?:at|with|in the|on|over|from|every|and)\b|[.,;!]|$)",
    ),
    noted("studies", rf"{START}[Ss]tudies {SUBJECT}(?:, | and )", is_list=True),
    rule(
        "studies",
        rf"(?P<s>\b[Ii]) (?:study|learn) (?P<o>[Ee]nglish|{LANGUAGE})(?= in the\b| at\b|[.,;!]|$)",
    ),
)
RULES: tuple[Rule, ...] = MEMBERS + LEADERS + LEARNING
