"""English rules for marriages, allergies and birthdays that are over, if they are known."""

from functools import partial

from nlp.facts.english.personal import DAY, END
from nlp.facts.english.rules import BE, START, rule
from nlp.facts.rules import SOMEONE, Rule, Validity

known = partial(rule, is_of_known=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
NO_MORE = r"(?:any ?more|any ?longer|these days|nowadays)"
SPOUSE = rf"(?P<o>{SOMEONE})"
FAMILY: tuple[Rule, ...] = (
    known("married_to", rf"{BE} (?:not|no longer) married to {SPOUSE}", OVER),
    known(
        "married_to",
        rf"(?P<s>\b[Mm]y) divorce (?:from|with) {SPOUSE} (?:came through|is (?:final|done|official)|was"
        r" (?:finali[sz]ed|granted|completed)|went through|has (?:come|gone) through)",
        STOPPED,
    ),
    known(
        "married_to",
        rf"{SPOUSE} and (?P<s>I) (?:have |'ve )?(?:ended|called time on|dissolved|annulled) (?:our|the)"
        r" marriage",
        STOPPED,
    ),
    known(
        "married_to",
        rf"{SPOUSE} and (?P<s>I) (?:have |'ve |are |finally |officially |amicably )*(?:split|called it"
        r" quits|gone our separate ways|went our separate ways|are through|done)\b(?! the)",
        STOPPED,
    ),
    known(
        "married_to",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) marriage (?:to|with) {SPOUSE} (?:is over|ended|has ended|broke down"
        r"|fell apart|was annulled)",
        STOPPED,
    ),
    known(
        "married_to",
        rf"{START}(?:[Mm]y (?:dear |beloved |lovely )?(?:husband|wife|partner) )?{SPOUSE} (?:passed away"
        r"|died|has died|has passed away|is no longer with us)\b(?! (?:laughing|of (?:laughter"
        r"|embarrassment|boredom|shame)|inside|when|a little|again|in (?:the|this|that|my|our)))",
        STOPPED,
        is_elidable=True,
    ),
    known(
        "married_to",
        rf"(?:lost|buried) (?:my (?:husband|wife|partner) )?{SPOUSE} (?:in|last|this|on|to|two|three|a)\b",
        STOPPED,
    ),
    known(
        "married_to",
        rf"{SPOUSE} is (?:now )?(?P<s>my) (?:ex|former)(?:[- ](?:husband|wife|partner|spouse))?\b",
        OVER,
    ),
)
HEALTH: tuple[Rule, ...] = (
    known(
        "allergic_to",
        rf"{BE} not (?:actually |really |in fact |even )*allergic to (?P<o>[a-z]+(?: (?!after"
        rf"|any)[a-z]+)?) (?:after all|{NO_MORE}|at all)",
        OVER,
    ),
    known(
        "allergic_to",
        r"can (?:safely |finally |now )?(?:eat|drink|have|touch|wear|take|pet|stroke|enjoy)"
        r" (?P<o>[a-z]+(?: [a-z]+)?) (?:again|now),? (?:and |as |because |since |so )?(?:my|the) allergy"
        r" (?:has |is |'s )?(?:cleared|gone|cured|vanished|disappeared|over)",
        OVER,
    ),
    known(
        "allergic_to",
        r"(?P<s>\b[Mm]y) (?:allergy to (?P<o>[a-z]+(?: [a-z]+)?)) (?:is|has) (?:been )?(?:gone|cured"
        r"|cleared|disappeared|vanished|over)",
        OVER,
    ),
    known(
        "allergic_to",
        r"(?:outgrew|outgrown|grown out of|grew out of) (?:my|the) allergy to (?P<o>[a-z]+(?:"
        rf" [a-z]+)?){END}",
        STOPPED,
    ),
)
BIRTHDAY: tuple[Rule, ...] = (
    known(
        "birthday",
        rf"(?P<s>\b[Mm]y) birthday[^.;\d]{{0,30}}? (?:it's|is) {DAY},? not (?:on )?(?:the"
        rf" )?{DAY.replace('<o>', '<left>')}",
        BEGINS,
    ),
    known(
        "birthday",
        r"(?P<s>\b[Mm]y) birthday (?:isn't|is not|was never) (?:on )?(?:the"
        rf" )?{DAY.replace('<o>', '<left>')}[,;.]? (?:but |it's |it is |rather )+(?:on )?(?:the )?{DAY}",
        BEGINS,
    ),
    known(
        "birthday",
        rf"(?:[Ii]t's|[Ii]t is|[Mm]ine is|[Mm]ine's) {DAY},? not (?:on )?(?:the"
        rf" )?{DAY.replace('<o>', '<left>')}",
        BEGINS,
        is_elidable=True,
    ),
    known(
        "birthday",
        rf"(?P<s>\b[Mm]y) birthday is (?:on )?(?:the )?{DAY},? (?:and )?not (?:on )?(?:the"
        rf" )?{DAY.replace('<o>', '<left>')}",
        BEGINS,
    ),
)
RULES: tuple[Rule, ...] = FAMILY + HEALTH + BIRTHDAY
