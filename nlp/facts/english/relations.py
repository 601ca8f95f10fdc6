"""English rules for relations between people, and for positions."""

from collections.abc import Iterator, Mapping

from nlp.facts.rules import NAMED, SOMEONE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, OWNER, PERSON, REST, THING

from .rules import (
    ADVERBS,
    ANY_THING,
    BE,
    FIRM,
    HAVE,
    MATE,
    PLAIN_NAME,
    SCHOOL,
    START,
    THE,
    TOOL,
    UPPER,
    rule,
)

HONORIFIC = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Professor)\.? )?"
WHOSE = rf"(?P<s>\b[Mm]y|\b[Oo]ur|\b[Hh]is|\b[Hh]er|{OWNER}{REST}*'s|{SOMEONE}'s)"
# A relative's name that no list knows: "my mate Callum".
WHO = rf"(?P<o>{SOMEONE}|(?!(?:I|And|But|The|She|He|They|We|It|If|When)\b){PLAIN_NAME}(?!\.\w))"
WHICH = (
    r"(?:(?:old|older|oldest|elder|eldest|little|younger|youngest|big|baby|kid|twin|good|best|close|dear|closest"
    r"|direct|line|long-time|longtime|new|current|lovely|dear|late) )?"
)
TIES: Mapping[str, str] = {
    "married_to": r"(?:wife|husband|spouse|hubby)",
    "family_member": (
        r"(?:mother|father|mom|mum|mam|mama|mummy|dad|daddy|papa|daughter|son|sister|brother|grandmother|grandfather"
        r"|grandma|grandad|granddad|nanna|nana|nonna|oma|opa|abuela|abuelo|amma|appa"
        r"|grandpa|granny|nan|gran|grandson|granddaughter|grandchild|aunt|auntie|uncle|cousin"
        r"|niece|nephew|stepmother|stepfather|stepmum|stepmom|stepdad|great-aunt|great-uncle"
        r"|(?:step|half)-?(?:brother|sister|son|daughter)|(?:mother|father|sister|brother|son"
        r"|daughter)-in-law|baby|kid|toddler|twin)"
    ),
    "friend": r"(?:friend|buddy|pal|mate|bestie|penfriend|pen pal)",
    "colleague": r"(?:colleague|co-?worker|workmate|teammate|team-mate|assistant|deputy|work friend)",
    "reports_to": r"(?:boss|manager|supervisor|line manager|team lead(?:er)?|advisor|PI|head of department)",
}
AT_WORK = frozenset({"reports_to", "colleague"})
# "Dale is separating from his wife Ann" tells of an end.
NOT_PARTING = "".join(
    rf"(?<!\b{words} )"
    for words in (
        "separating from", "separated from", "divorcing", "divorced from", "divorced",
        "splitting from", "splitting up with", "split from", "split up with", "broke up with",
    )
)  # fmt: skip
TOGETHER: Mapping[str, str] = {
    "family_member": r"(?:sisters|brothers|siblings|cousins|twins)",
    "friend": r"friends",
    "colleague": r"(?:colleagues|co-?workers|workmates|teammates)",
}
CHIEF = (
    r"(?:CEO|chief executive(?: officer)?|president|chair(?:man|woman|person)?|head"
    r"|managing director|principal)"
)
JOB = (
    r"(?:(?:[a-z]+(?:-[a-z]+)* ){0,3}(?:engineer|developer|programmer|designer|architect|manager|director"
    r"|lecturer|professor|teacher|tutor|researcher|scientist|analyst|consultant|accountant|actuary"
    r"|auditor|lawyer|solicitor|nurse|doctor|surgeon|editor|journalist|reporter|assistant|secretary"
    r"|clerk|cashier|chef|cook|baker|barista|technician|mechanic|administrator|officer|partner|chief"
    r"|employee|librarian|intern|trainee|buyer|salesman|saleswoman|bookkeeper|foreman))"
)
# Several relatives of one kind: "two sons, Ryan and Luke".
MANY = (
    r"(?:(?:big|little|older|younger|elder|grown-up|teenage|twin|small|young|two|three|four|five|\d|lovely) )*"
    r"(?:sons|daughters|boys|girls|kids|children|twins|brothers|sisters|grandkids|grandchildren|grandsons"
    r"|granddaughters|nephews|nieces|cousins|siblings|stepsons|stepdaughters|stepkids|parents)"
)
EACH = (
    rf"(?:[{PERSON}{THING}]{REST}*|(?!(?:I|And|But|The|She|He|They|We|It|If|When)\b){UPPER}[\w'-]+)"
)
EVERY = rf"(?P<o>{EACH}(?:(?:,|,? and| &) {EACH})+)"
SEVERAL = (
    rule(
        "family_member",
        rf"(?P<o>{SOMEONE}) ?(?:is|'s) (?P<s>my|our) {WHICH}{TIES['family_member']}\b(?! (?:of|in|from)\b)",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"{WHOSE} {MANY}(?: are(?: called| named)?|,| called| named| \(|:)? {EVERY}",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "family_member",
        rf"(?:have|has|'ve|'ve got|got|of|to|with|raising) {MANY}(?:,| called| named| \(|:)? (?:called |n"
        rf"amed )?{EVERY}",
        is_list=True,
    ),
    rule(
        "friend",
        rf"(?:{WHOSE}|with) (?:(?:two|three|four|some|best|good|old|close) )*(?:friends|mates|pals)"
        rf"(?: are|,| called)? {EVERY}",
        Validity.STANDS,
        is_list=True,
        is_elidable=True,
    ),
    rule(
        "colleague",
        rf"(?:{WHOSE} )?(?:[Cc]olleagues|[Cc]o-?workers|[Ww]orkmates|[Tt]eammates) (?:include|are|,) {EVERY}",
        is_list=True,
        is_elidable=True,
    ),
    rule("married_to", rf"(?:been )?(?:happily )?married to (?P<o>{SOMEONE})"),
    rule(
        "married_to",
        r"(?P<s>\b[Mm]y) (?:ex|ex-wife|ex-husband|ex wife|ex husband)"
        rf"(?:,|'s name is|'s called| is(?: called)?)? (?P<o>{SOMEONE})",
        Validity.OVER,
    ),
    rule("married_to", rf"(?P<s>\b[Mm]y) divorce from (?P<o>{SOMEONE})", Validity.OVER),
    rule(
        "reports_to",
        rf"(?P<s>\b[Mm]y) (?:ex-|old |former |previous )(?:boss|manager|supervisor),? (?P<o>{SOMEONE})",
        Validity.OVER,
    ),
)
POSTS = (
    rule(
        "leads", rf"(?P<s>{SOMEONE}), (?:the |our )?{CHIEF} of {THE}(?P<o>{NAMED})", Validity.STANDS
    ),
    rule("leads", rf"{BE} (?:the |our )?{CHIEF} of {THE}(?P<o>{NAMED})"),
    rule(
        "works_for",
        rf"(?P<s>{SOMEONE}), (?:an? |the |our )?{JOB} (?:at|of|with|for|from) {FIRM}",
        Validity.STANDS,
    ),
    rule("works_for", rf"{BE} (?:an? |the |our ){JOB} (?:at|with|for) {FIRM}"),
    rule("works_for", rf"teach(?:es)? (?:[\w-]+ ){{0,3}}at {FIRM}"),
    rule("works_for", rf"{HAVE} been hired by {FIRM}", Validity.BEGINS),
    rule("studies_at", rf"{BE} an? (?:[\w-]+ ){{0,3}}student at {FIRM}", fits=SCHOOL),
    rule("studies_at", rf"stud(?:y|ies) (?:[a-z]+ ){{1,3}}at {FIRM}", fits=SCHOOL),
    # "Emma from Acme" states that she belongs to Acme, but not how.
    rule("member_of", rf"(?P<s>{SOMEONE}) (?:from|of) {FIRM}", Validity.STANDS, confidence=0.75),
    rule("reports_to", rf"reports? to {HONORIFIC}{MATE}"),
    rule(
        "assigned_to",
        rf"(?:{HAVE} been|was|were) (?:assigned to|put in charge of) {THE}(?P<o>{NAMED})",
        is_swapped=True,
    ),
    rule(
        "uses",
        rf"\b[Ww]e (?:use|are using) {TOOL} at (?P<s>[{ORGANIZATION}]{REST}*)",
        subjects=ANY_THING,
    ),
)


def _ties() -> Iterator[Rule]:
    for predicate, words in TIES.items():
        # "My old boss" and "my former colleague" are none any more; an old friend is one.
        past = r"(?!old |former |ex-?|previous |last )" if predicate in AT_WORK else ""
        lasts = NOT_PARTING if predicate == "married_to" else ""
        yield rule(
            predicate, rf"{lasts}{WHOSE} {past}{WHICH}{words},? {HONORIFIC}{WHO}", Validity.STANDS
        )
        yield rule(
            predicate,
            rf"{WHOSE} {WHICH}{words}(?: at work)?(?: is(?: now| called)?|'s name is| is called|'s ca"
            r"lled| is named|"
            rf" called| named) {HONORIFIC}{WHO}",
        )
        yield rule(
            predicate,
            rf"{START}{WHICH}(?i:{words})(?:'s name is|'s called| is called|:| is|)? {HONORIFIC}{WHO}",
            is_elidable=True,
            confidence=0.85,
        )
        yield rule(
            predicate,
            rf"(?:have|has|'ve got|got|with) (?:an?|one) {WHICH}{words},? \(?(?:called |named )?"
            rf"(?P<o>{SOMEONE})",
            Validity.STANDS,
        )
        yield rule(
            predicate,
            rf"\b[Aa]n? {WHICH}{words} of (?P<s>mine),? (?:called |named )?(?P<o>{SOMEONE})",
            Validity.STANDS,
        )
        yield rule(
            predicate,
            rf"(?P<o>{SOMEONE}|{PLAIN_NAME})(?:, | \()(?P<s>my|our|{OWNER}{REST}*'s)"
            rf" {WHICH}{words}\b(?!'s| of)",
            Validity.STANDS,
        )
        yield rule(
            predicate,
            rf"(?P<o>{SOMEONE}) (?:{BE}|{HAVE} been) {ADVERBS}"
            rf"(?P<s>(?:my|our)\b|{OWNER}{REST}*'s|{SOMEONE}'s) {WHICH}{words}\b(?!'s| of)",
        )
    for predicate, words in TOGETHER.items():
        yield rule(
            predicate,
            rf"(?P<o>{SOMEONE}) and (?P<s>I|{SOMEONE}) (?:are|have been) "
            rf"(?:both )?(?:good |old |close |best )?{words}\b",
        )


RULES = (*SEVERAL, *_ties(), *POSTS)
