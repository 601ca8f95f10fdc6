"""English rules for tastes that people tell by what they are, or for how long: "a jazz lover"."""

from functools import partial

from nlp.facts.english.rules import BE, HAVE, RUN, START, rule
from nlp.facts.english.tastes import COMPLEMENT, SPECIFIC
from nlp.facts.rules import SOMEWHERE, Rule

noted = partial(rule, is_elidable=True)
# What they are, and how much: "a big carnatic music lover".
MUCH = (
    r"(?:(?:big|huge|massive|real|true|total|keen|avid|lifelong|great|such an?|bit of an?|complete"
    r"|serious|proper"
    r"|absolute|diehard|die-hard|self-confessed|fellow) )*"
)
FAN = (
    r"(?:lover|enthusiast|fanatic|buff|aficionado|addict|nut|nerd|geek|junkie|obsessive|devotee)s?"
)
# "A great lover", "the cat lover next door".
THING = (
    r"(?P<o>(?!(?:good|bad|new|old|former|fellow|other|great|real|total|little|the|my|his"
    r"|her)\b)[a-z][\w'-]*(?: [a-z][\w'-]*)?)"
)
LONG = (
    r"(?= (?:since\b|for (?:\w+ )?(?:years|decades|ages|ever|as long as)|all (?:my|his|her"
    r"|their) (?:life|lives)"
    r"|ever since|from (?:a child|childhood)|as long as))"
)
RULES: tuple[Rule, ...] = (
    rule(
        "likes",
        rf"{BE} (?:both |all |also )?(?:an? )?{MUCH}{THING} {FAN}(?=[.,;!?)]|$| (?:and|so|but|who)\b)",
    ),
    rule("likes", rf"\b[Aa]s an? {MUCH}{THING} {FAN},? (?P<s>I)\b"),
    noted(
        "likes",
        rf"{START}(?:[Bb]ig |[Hh]uge |[Ll]ifelong |[Kk]een "
        rf"|[Aa]vid )(?P<o>[a-z][\w'-]*(?: [a-z][\w'-]*)?) {FAN}\b",
    ),
    rule(
        "likes",
        rf"{HAVE} (?:always )?(?:loved|liked|enjoyed|adored|supported|followed|been into)"
        rf" (?P<o>(?!{SPECIFIC})[^.;:!?()\n–—,]{{2,50}}?){LONG}",
    ),
    rule(
        "likes",
        rf"(?:supports?|{BE} supporting|barracks? for|follows?) (?:the (?=[A-Z]))?(?P<o>{RUN})"
        rf"(?=[.,;!?)]|$| (?:and|but|so|since|because|through|all|for)\b)",
        confidence=0.8,
    ),
    rule(
        "likes",
        rf"(?:{BE}|{HAVE} been) (?:absolutely |totally |completely |so |really )?(?:obsessed (?:w/?|by)"
        rf"|nuts (?:for|on)"
        rf"|crazy for|mad (?:for|into)|big on|heavily into|very into|super into|well into"
        rf"|wild about) {COMPLEMENT}",
    ),
    rule(
        "likes",
        rf"(?:{BE}|{HAVE} been) an? {MUCH}fan of (?:the )?(?P<o>{RUN})(?=[.,;!?)]|$| and\b| but\b)",
    ),
    # "A Leeds fan", "an Austen fan": of a name, no word has to say how much.
    rule(
        "likes",
        rf"(?:{BE}|{HAVE} been) (?:both )?an? {MUCH}(?P<o>{RUN}|{SOMEWHERE}) (?:fan|supporter"
        rf"|season[- ]ticket holder)\b",
    ),
    # What is asked for always is no request of the moment.
    noted(
        "prefers",
        rf"{START}(?:[Pp]lease |[Pp]ls )?(?:[Aa]lways|[Ff]rom now on,?|[Ii]n (?:the )?future,?) (?:please )?"
        r"(?P<o>(?:answer|reply|respond|write|explain|speak|talk|use|keep|give|call) (?!as\b)[^.,;!?\n]{3,60}?)"
        r"(?=[.,;!?]|$)",
    ),
    noted(
        "prefers",
        rf"{START}(?:[Pp]lease |[Pp]ls )?[Kk]eep your (?P<o>(?:answers|replies|responses|explanations)"
        r" [^.;,!?\n]{4,50}?)(?=[.;,!?]|$)",
    ),
    rule(
        "likes",
        rf"(?:have|has|'ve got|got) an? (?:real |big |huge )?(?:soft spot|weakness|passion) for {COMPLEMENT}",
    ),
)
