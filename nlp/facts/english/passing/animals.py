"""English rules for pets who are named on the way: "walk the dog (Doreen)", "we've a cat, Luna"."""

import re
from functools import partial

from nlp.facts.english.food_and_pets import ANIMAL, NAMES, PET_NAMES
from nlp.facts.english.rules import HAVE, START, rule
from nlp.facts.rules import Rule, Validity

noted = partial(rule, is_elidable=True)
KIND = rf"(?P<kind>{ANIMAL})"
# People write the names of their pets in small letters too.
SMALL = r"(?!(?:after|by|in|for|so|the|a|an|it|that|this|because|something|what|as|him|her)\b)[a-z]{3,11}"
OWN = re.compile(
    rf"(?:\b(?:my|our) (?:[a-z]+ ){{0,2}}?{ANIMAL}|\b{ANIMAL}\b[^.!?\n]{{0,40}}\b(?:mine|ours|adopted))\b"
    r"[^.!?\n]{0,60}[.!?,;]?\s*$",
    re.IGNORECASE,
)
NAMED = r"(?:,? by the name of|, name of|, (?:called|named)| (?:called|named)|,)"
RULES: tuple[Rule, ...] = (
    noted(
        "pet",
        rf"(?:[Tt]he|[Mm]y|[Oo]ur) (?:[a-z]+ )?{KIND} \((?P<o>{NAMES})(?=[,;)])",
        Validity.STANDS,
    ),
    noted(
        "pet",
        rf"{START}(?P<o>{NAMES}) \((?:[a-z]+ ){{0,2}}?{KIND},",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"\b(?P<o>{NAMES}|{SMALL}) (?:=|is) (?P<s>my) (?:[a-z]+ ){{0,2}}?{KIND}(?=[,;.!)]|$)",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?:{HAVE}(?: got)?|owns?|keeps?|got|adopted) an? (?:[a-z]+ ){{0,2}}?{KIND}"
        rf"{NAMED} (?P<o>{NAMES})(?=[,;.!)]|$| and\b| who\b)",
        Validity.STANDS,
    ),
    noted(
        "pet",
        rf"{START}(?:[Hh]as|[Kk]eeps|[Oo]wns) an? (?:[a-z]+ ){{0,2}}?{KIND}{NAMED} (?P<o>{NAMES})"
        r"(?=[,;.!)]|$| and\b)",
        Validity.STANDS,
    ),
    noted(
        "pet",
        rf"(?:{START}|(?<=\bI )|(?<=[Ww]e )|(?<=has )|(?<=have )|(?<='ve ))(?:just )?"
        rf"(?:[Aa]dopted|[Gg]ot|[Rr]escued|[Tt]ook in) an? (?:[a-z]+ ){{0,2}}?{KIND}"
        r",? and (?:have |has )?(?:named|called) (?:him|her|it|them)"
        rf" (?P<o>{NAMES})",
        Validity.STANDS,
    ),
    # "A dog named Max and two cats, Luna and Milo": of the first another rule tells.
    rule(
        "pet",
        rf"(?<=and )(?:an?|one|two|three|four|my|our) (?:[a-z]+ ){{0,2}}?{KIND}(?:,| named| called| \()"
        rf"(?:(?: named| called)? |(?<=\())(?P<o>{PET_NAMES})(?=[,;.!)]|$)",
        Validity.STANDS,
        is_list=True,
    ),
    noted(
        "pet",
        rf"(?:[Nn]amed|[Cc]alled|[Nn]aming|[Cc]alling) (?:him|her|it) (?P<o>{NAMES}|{SMALL})"
        r"(?=[,;.!)]|$| because\b| after\b| bc\b| cos\b| since\b)",
        Validity.STANDS,
        after=OWN,
    ),
)
