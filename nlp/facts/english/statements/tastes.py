"""English rules for tastes whose object stands first or in brackets: "golf I can't be doing with"."""

from functools import partial

from nlp.facts.english.personal import END
from nlp.facts.english.rules import BE, START, rule
from nlp.facts.rules import Rule

noted = partial(rule, is_elidable=True)
FIRST = r"(?:^|(?<=[,;.!?] )|(?<= and )|(?<= but )|(?<= whereas )|(?<= while )|(?<= though ))"
# A thing, and no pronoun: what is loved before "I love".
THING = (
    r"(?P<o>(?!(?:and|but|so|what|which|that|this|it|as|how|because|when"
    r"|if|something|anything|everything|all|one|people"
    r"|someone|place|things?|way|the (?:one|only|first|last|best|way|thing|person)|guess|man|woman|girl|boy)\b)"
    r"[A-Za-z][\w'-]*(?: (?!I\b|i\b|and\b|but\b|is\b|are\b|was\b|that\b|which\b|who\b)[\w'-]+){0,4})"
)
LOVE = (
    r"(?:(?:really |absolutely |do |just |quite )?(?:love|adore|enjoy"
    r"|like)|(?:could (?:eat|listen to|watch) all day))"
)
HATE = (
    r"(?:(?:really |absolutely |thoroughly |just |do )?(?:hate|dislike"
    r"|detest|loathe)|can(?:'t|not|no) (?:stand|bear|abide|stomach|be doing with)"
    r"|don'?t (?:like|enjoy|care for))"
)
IT = r"(?: (?:it|that|them|those|a lot|very much|so much)(?! (?:when|if|that)\b))?"
SHUT = r"(?=\s*(?:[.,;!?]|$)| (?:and|but|whereas|while|though|at all|so|too|most|best)\b)"
FEARED = (
    r"(?:spiders|snakes|(?:big )?dogs|heights|flying|the dark|needles"
    r"|blood|clowns|thunder(?:storms)?|(?:deep |open )?water|crowds|enclosed spaces"
    r"|small spaces"
    r"|public speaking|dentists|the dentist|lifts|elevators|moths|wasps"
    r"|bees|birds|mice|rats|horses|cats|driving|injections)"
)
RULES: tuple[Rule, ...] = (
    rule(
        "likes",
        rf"{FIRST}{THING},? (?:(?:that|these|those|them) )?(?P<s>I|i) {LOVE}{IT}{SHUT}",
        confidence=0.85,
    ),
    rule(
        "dislikes",
        rf"{FIRST}{THING},? (?:(?:that|these|those|them) )?(?P<s>I|i) {HATE}{IT}{SHUT}",
        confidence=0.85,
    ),
    noted(
        "likes",
        rf"{START}(?:[Aa]ll-time )?[Ff]av(?:ou?rite|e|)s? (?:[a-z]+ ){{0,2}}[a-z]+"
        rf"(?: is|'s|:| =) (?P<o>(?!to\b|when\b|the\b)[A-Za-z][^.;:!?\n,]{{1,40}}?){END}",
    ),
    rule(
        "likes",
        r"(?P<o>(?!(?:it|that|this|he|she|they|which)\b)[A-Za-z][\w'-]*(?: [\w'-]+){0,2}) is "
        r"(?P<s>my) (?:top|number) one\b",
    ),
    rule(
        "dislikes",
        r"(?:can'?t|cannot|cant) (?:abide|stand|bear|stomach) (?P<o>(?!it\b"
        r"|this\b|that\b|him\b|her\b|them\b|you\b)[a-z][\w' -]{2,40}?)"
        r"(?=, | - | –|[.;!?]|$| but\b| and I\b)",
        is_list=True,
    ),
    rule(
        "likes",
        rf"{BE} an? (?:(?:big|huge|massive|real|lifelong|total|keen|avid|proper"
        rf"|true) )?(?P<o>(?!(?:ceiling|exhaust|big|huge)\b)[A-Za-z][\w'-]*"
        rf"(?: [\w'-]+)?)"
        r" (?:fan|lover|enthusiast|nerd|geek|buff|addict|nut|fanatic|aficionado)"
        r"(?=[.,;!]|$| (?:and|but|so|since)\b)",
    ),
    rule(
        "likes",
        r"can(?:'t|not) live without (?:my )?(?P<o>[a-z][\w' -]{2,30}?)(?=[.,;!]|$| (?:and|but)\b)",
    ),
    rule(
        "prefers",
        rf"{BE} (?:very much |definitely )?an? (?P<o>(?:morning|night|evening|early) (?:person|owl|bird))\b",
    ),
    rule(
        "dislikes",
        rf"{BE} (?:really |very |a bit |so )?(?:scared|afraid|terrified|frightened"
        rf"|petrified) of (?P<o>{FEARED})(?=[.,;!]|$| (?:and|but|so)\b)",
    ),
    rule(
        "dislikes",
        rf"(?:have|has|'ve got) an? (?:(?:bad|real|huge|lifelong) )?(?:fear"
        rf"|phobia) of (?P<o>{FEARED})(?=[.,;!]|$| (?:and|but|so)\b)",
    ),
    rule(
        "dislikes",
        r"(?P<s>\b[Mm]y) (?:(?:biggest|main|big) )?pet (?:peeve|hate)(?: is"
        r"|'s| are) (?P<o>[a-z][^.,;!?\n]{2,40}?)(?=[.,;!]|$)",
    ),
    rule(
        "dislikes",
        r"(?:^|[.;!] )(?P<o>[A-Z][\w' -]{2,24}?) makes? (?P<s>me) (?:sick"
        r"|gag|queasy|nauseous|nauseated)(?=[.,;!]|$)",
    ),
)
