"""English rules for allergies that are told by their effect: "sesame makes my lips swell"."""

import re
from dataclasses import replace
from functools import partial

from nlp.facts.english.rules import START, rule
from nlp.facts.rules import Rule, Validity

noted = partial(rule, is_elidable=True)
# What makes anybody's mouth burn and eyes water, and what nobody is allergic to.
HARMLESS = (
    r"(?:sun|sunlight|sunshine|cold|heat|hot|wind|sweat\w*|stress|crying"
    r"|shaving|running|exercise|chill?i(?:es|s)?"
    r"|spicy|pepper|salt|lemons?|vinegar|masks?|filler|botox|braces|retainer|dentist|dental|bug|bugs|alcohol"
    r"|smoke|nerves|anxiety|fear|thought|idea|smell|music|which|pollution|weather|winter|water|traffic|news"
    r"|infections?|illness|virus|flu|covid|bruise|surgery|operation|fall|antibiotics?|steroids?|hormones?)"
)
SMALL = (
    r"(?:it|this|that|they|he|she|what|these|those|there|i|you|we|and|so|but|or|of|to|in|on|at|by|for|with"
    r"|from|if|when|because|as|everything|nothing|something|anything|someone|work|life|my|your|the|food|foods"
    r"|suggest|recommend|serve|offer|include|order|buy|cook|make|add|put|give|use|have|eat|without|containing"
    r"|severe|bad|here|anywhere|now|then|hidden|raw|fresh|cooked|cheap"
    r"|real|new|old|no|not|any|an?|one|all|some|just|even|eating|always"
    r"|also|only|maybe|too|than)"
)
WORD = rf"(?!(?:{HARMLESS}|{SMALL})\b)[a-z][a-z-]+"
STUFF = (
    rf"(?P<o>{WORD}(?: (?!(?:is|are|was|were|always|also|just|ever|once|even|usually|nearly|really|anymore"
    rf"|at|because|cos|bc|since|any|without|either)\b){WORD})?)"
)
SUBSTANCE = rf"(?<![\w'-])(?i:{STUFF})"
# "The dust here", "this jumper": one thing, not what it is made of.
CAUSE = rf"(?<!\b[Tt]he )(?<!\b[Tt]his )(?<!\b[Tt]hat )(?<!\b[Mm]y )(?<!\ba )(?<! new ){SUBSTANCE}"
BODY = r"(?:throat|lips?|mouth|tongue|face|eyes|skin|airways?|hands?|arms?|ears|cheeks)"
SWELLS = (
    r"(?:sw[eo]ll(?:s|ed|en|ing)?|puff(?:s|ed)?|blow(?:s|n)? up|blew up|balloon(?:s|ed)?|clos(?:e|es|ed|ing)"
    r"|tighten(?:s|ed)?|itch(?:es|ed|y)?|tingl(?:e|es|ed)|blister(?:s|ed)?|break(?:s)? out|broke out|go(?:es)?"
    r" (?:numb|huge|red and)|went huge)"
)
RASH = (
    r"(?:hives|(?:an? )?(?:bad |awful |horrible |itchy |red |nasty |terrible |whole-body )?"
    r"(?:rash(?:es)?|welts|weals|wheals|blisters|blotches|swelling))"
)
CASUALTY = r"(?:the )?(?:ER|E\.R\.|A&E|emergency(?: room)?|casualty|hospital)"


def _harms(whose: str, whom: str) -> tuple[str, ...]:
    """Return what a food or a medicine does to somebody: "close my throat", "give me hives"."""
    return (
        rf"(?:clos(?:e|es|ed)|swell(?:s)?(?: up)?) (?P<s>{whose}) (?:throat|airways?)",
        rf"(?:makes?|made) (?P<s>{whose}) {BODY} (?:\w+ )?{SWELLS}",
        rf"(?:gives?|gave) (?P<s>{whom}) {RASH}\b",
        rf"(?:brings?|brought) (?P<s>{whom}) (?:up|out) in\b",
        rf"(?:sends?|sent|puts?) (?P<s>{whom}) (?:in)?to (?:{CASUALTY}|anaphyla\w+|shock)\b",
    )


AVOIDED = (
    r"\b(?i:no|without|avoid\w*|skip(?:ped|ping)?|leave out|left out|leaving out|take out|taken out|took out"
    r"|not (?:have|eat|touch|use)|can't (?:have|eat|touch|use|do)|cannot (?:have|eat|touch|use))"
)
ANYWHERE = r"(?: anywhere| at all| in it)?(?:,|;| -| –)?"
_STATED: tuple[Rule, ...] = tuple(
    rule("allergic_to", pattern)
    for harm in _harms("my|his|her|their", "me|him|her|them")
    for pattern in (
        rf"{CAUSE},? (?:(?:always|usually|even|just) )?{harm}",
        rf"{AVOIDED} (?:the |any )?{SUBSTANCE}{ANYWHERE} ?(?:because |since |as |cos )?"
        rf"(?:they|it) (?:always |usually )?{harm}",
    )
)
_TOLD: tuple[Rule, ...] = (
    noted("allergic_to", rf"{CAUSE} sets? off (?:my |his |her )?(?:hives|an allergic reaction)\b"),
    rule(
        "allergic_to",
        rf"(?i:when|whenever|once) (?P<s>I|he|she) (?:so much as |even |ever |just )?(?:tastes?|eats?"
        rf"|touch(?:es)?|ha(?:ve|s)|sniffs?|lick|drinks?|takes?) (?:an? |any |some )?{SUBSTANCE},? (?:then )?"
        rf"(?:my|his|her) {BODY} (?:\w+ )?{SWELLS}",
    ),
    rule(
        "allergic_to",
        rf"(?:[Ff]rom|[Ww]ith) {CAUSE},? (?P<s>I) (?:always |straight away )?(?:gets?|got|come out in"
        rf"|break out in|fill (?:of|with)) {RASH}",
    ),
    noted("allergic_to", rf"{START}{CAUSE} ?(?::|=|–|—| -) ?{RASH}(?=[ ,.;!]|$)"),
    rule(
        "allergic_to",
        rf"{CAUSE}(?: in (?:it|them|there))?,? (?:bc|because|cos|cause|since|as) (?P<s>[Ii])(?:'m| am|m)"
        r" (?:very |really |super |so |v |badly )?allergic\b(?! to)",
    ),
    rule("allergic_to", rf"(?:have|has|'ve got|got) {SUBSTANCE} allergy\b"),
    # "don't ever suggest penicillin, I'm allergic to it", "shellfish I'm allergic to."
    rule(
        "allergic_to",
        rf"{CAUSE}(?: in (?:it|them|any recipe)(?: for me)?| for me)?(?:,|;|:| -)? ?"
        r"(?:because |since |as |cos |on account of |and )?(?P<s>\b[Ii])(?:'m| am)"
        r" (?:(?:very|really|seriously|so|badly|deathly|highly) )?allergic"
        r"(?: to(?: (?:it|them|those|both))?)?(?=[.,;!]|$| and come\b)",
    ),
    rule(
        "allergic_to",
        rf"(?:can't|cant|cannot) (?:have|eat|touch) {CAUSE} \((?:an? )?"
        r"(?:rash|hives|allergy|allergic|swelling)\b",
    ),
)
# An answer speaks to its reader: "left out the walnuts because they close your throat".
_ANSWERED: tuple[Rule, ...] = (
    rule(
        "allergic_to",
        r"(?:[Gg]iven|[Bb]ecause of|[Ww]ith|[Cc]onsidering|[Dd]ue to) your (?:severe |mild |bad )?"
        rf"{SUBSTANCE} allergy\b",
    ),
    *(
        rule("allergic_to", re.sub(r"\(\?P<s>(your?)\)", r"\1", pattern))
        for harm in _harms("your", "you")
        for pattern in (
            rf"{AVOIDED} (?:the |any )?{SUBSTANCE}{ANYWHERE} ?(?:because |since |as )?(?:they|it) {harm}",
            rf"(?:[Bb]ecause|[Ss]ince|[Aa]s) {CAUSE} {harm}",
        )
    ),
)
RULES: tuple[Rule, ...] = (
    *_STATED,
    *_TOLD,
    *(replace(each, is_to_owner=True, validity=Validity.STANDS) for each in _ANSWERED),
)
