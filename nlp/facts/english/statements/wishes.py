"""English rules for how somebody wants to be answered: "I'd always rather have short sentences"."""

from functools import partial

from nlp.facts.english.personal import END
from nlp.facts.english.profiles.manner import ANSWERS, LOOKS, MANNER
from nlp.facts.english.rules import START, rule
from nlp.facts.rules import Rule, Validity

# Whoever asks for answers "always" or "only" in some way states a wish, whatever the message brings.
wish = partial(
    rule, "prefers", validity=Validity.STANDS, is_elidable=True, is_list=True, is_wish=True
)
# How an answer looks: "short answers", "metric units", "step by step", "no emojis".
LOOK = (
    rf"(?:(?:(?:no|without|fewer|less|more|only|just|plenty of|lots of) )?"
    rf"(?:(?:{MANNER}|[a-z]+)[ ,]+){{0,3}}(?:{ANSWERS}|{LOOKS}|words|waffle"
    rf"|jargon|fluff"
    r"|slang|preamble|quantities|numbers|details?|context|explaining|pictures|headings)"
    r"|step[- ]by[- ]step(?: instructions| explanations)?|bullet points|the short version)"
)
LOOKED = rf"(?P<o>{LOOK}(?:(?:,| and|, and| n| &| but) {LOOK})*)"
WANTED = (
    r"(?:need|prefer|want|'d (?:always )?(?:rather have|prefer|like)"
    r"|would (?:always )?(?:rather have|prefer|like))"
)
LASTS = (
    r"(?=[^.!?\n]{0,40}?\b(?:always|every time|from you|in general|whenever"
    r"|all the time|from now on|going forward|in (?:your|all) (?:answers"
    r"|replies))\b)"
)
ASKED = r"(?:[Ww]hen(?:ever)? you (?:reply|answer|respond|write|explain|give|send|help)\b[^,.;!?\n]{0,40},? )"
# "that's what I prefer", behind a request that holds from now on.
KEPT = r"(?=[^.!?\n]{0,40}?(?P<s>\b[Ii]) (?:prefer|like)\b)"
ASKING = (
    r"(?:(?:also|and|so|but|please|can|could|would|you|i|will|should|be|happy|grateful|glad|if|it|great|just"
    r"|me|when|like|love|do|kindly|appreciate) ){0,8}?"
)
RULES: tuple[Rule, ...] = (
    wish(
        rf"{START}(?i:{ASKING})[Aa]lways (?:please )?(?:answer|reply|respond|write"
        r"|explain(?: (?:things|stuff|it))?|use|give me(?: [a-z]+ (?=in\b))?|talk)"
        rf"(?: to me)?(?: in| with)? {LOOKED}{END}",
    ),
    wish(
        r"(?:[Uu]se|[Gg]ive me(?: [a-z]+ in)?|[Aa]nswer(?: me)? in|[Ww]rite in|[Rr]eply in)"
        rf" {LOOKED}{KEPT}",
    ),
    wish(rf"{START}{LOOKED} only(?:,? please)?(?=[.,;!]|$)"),
    rule(
        "prefers",
        rf"(?:[Ff]or|[Aa]bout|[Ii]n|[Ww]ith) (?:your |my |all )?(?:{ANSWERS}"
        rf"|answer|texts?|cooking|directions|dates|times)[,:]? "
        rf"(?P<s>I) (?:always )?{WANTED} (?P<o>[a-z][\w' -]{{2,40}}?(?: and [\w'-]+){{0,1}}){END}",
        is_list=True,
    ),
    rule(
        "prefers",
        rf"{ASKED}(?:(?P<s>I) {WANTED}|please (?:use|give(?: me)?|keep to)) {LOOKED}",
        is_list=True,
    ),
    rule("prefers", rf"(?P<s>\bI) (?:always )?{WANTED} {LASTS}{LOOKED}", is_list=True),
    rule(
        "prefers", rf"(?P<s>\bI)(?:'d| would) always (?:rather have|prefer) {LOOKED}", is_list=True
    ),
    rule(
        "prefers",
        rf"(?P<s>\bI) like it when you (?:put|use|give(?: me)?|keep|add|include) (?P<o>{LOOK})(?: in\b|{END})",
    ),
)
