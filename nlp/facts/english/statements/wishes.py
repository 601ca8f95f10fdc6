"""English rules for how somebody wants to be answered: "I'd always rather have short sentences"."""

from functools import partial

from nlp.facts.english.personal import END
from nlp.facts.english.profiles.manner import ANSWERS, LOOKS, MANNER
from nlp.facts.english.rules import rule
from nlp.facts.rules import Rule

noted = partial(rule, is_elidable=True)
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
RULES: tuple[Rule, ...] = (
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
