"""English rules for tastes: what somebody likes, dislikes or prefers, with its whole complement."""

from nlp.facts.rules import Rule, Validity

from .personal import END, WHOSE
from .rules import BE, HAVE, NOT, START, rule

# What is liked at the moment, or only within this conversation: "I like this idea".
SPECIFIC = (
    r"(?:it|this|that|these|those|him|her|them|you|your|how|when|what|where|which|why|if|us"
    r"|me|myself|one|both|either"
    r"|neither|all|most|any|none|option|to see that|to see you|to know|to hear|to"
    r" understand|to get|to have|being able"
    r"|(?:the|an?|his|her|their|its|our) (?:idea|way|fact|look|sound|first|second|third"
    r"|last|latter|former|other|one|new|old"
    r"|rest|answer|suggestion|version|option|result|tone|wording|phrase|part|concept"
    r"|thought|name|title|color|colour|design"
    r"|approach|bit|ending|opening|question|format|structure|explanation))\b"
)
COMPLEMENT = rf"(?P<o>(?!{SPECIFIC})[^.;:!?()\n–—,]{{2,80}}?){END}"
MUCH = r"(?:really |absolutely |just |still |also |always |honestly |both |secretly |do |quite |actually )*"
LIKE = (
    rf"(?:likes?|loves?|adores?|enjoys?|{BE} (?:really |totally |big )?into|{BE} (?:obsessed"
    r" with|crazy about|mad about"
    rf"|fond of|keen on|hooked on|passionate about|nuts about)|{BE} an? (?:big |huge "
    r"|massive |real |lifelong )?fan of)"
)
HATE = (
    rf"(?:(?:{NOT} (?:\w+ )?(?:like|enjoy|care for))|hates?|dislikes?|detests?|loathes?|"
    r"(?:can't|cannot|can not|couldn't) (?:stand|bear|abide)"
    rf"|{BE} (?:not|n't) (?:a |an |really )?(?:big |huge )?(?:fan of|keen on|into)|{BE} no fan of|{BE} sick of)"
)
KIND = r"(?:(?!thing|part|one|bit|of)[a-z]+ ){0,2}[a-z]+"
NO_MORE = r"(?= (?:any ?more|any longer|these days)\b)"
RULES: tuple[Rule, ...] = (
    rule(
        "likes",
        rf"(?:{NOT} (?:\w+ )?(?:like|enjoy|love|care for)) (?P<o>[^.;:!?()\n–—,]{{2,60}}?){NO_MORE}",
        Validity.OVER,
    ),
    rule(
        "likes",
        rf"(?:(?:{HAVE} )?gone off|stopped (?:liking|enjoying|loving)|lost (?:all |my )?interest"
        rf" in|no longer (?:likes?|enjoys?|loves?)) {COMPLEMENT}",
        Validity.OVER,
    ),
    rule(
        "dislikes",
        rf"(?:{NOT} (?:\w+ )?(?:hate|dislike|mind)) (?P<o>[^.;:!?()\n–—,]{{2,60}}?){NO_MORE}",
        Validity.OVER,
    ),
    rule(
        "dislikes",
        rf"(?:no longer (?:minds?|hates?|dislikes?)|used to (?:hate|dislike)) {COMPLEMENT}",
        Validity.OVER,
    ),
    rule("dislikes", rf"{MUCH}{HATE} {COMPLEMENT}"),
    rule(
        "dislikes",
        r"(?P<o>[A-Z]?[\w' -]{2,40}?) (?:is|are) (?:not|really not) (?P<s>my) (?:thing|cup of"
        r" tea)\b",
    ),
    rule(
        "likes",
        rf"{START}(?P<o>(?!It|That|This|He|She|They|What|Who|One)[\w' -]{{2,50}}?) (?:is|are|has"
        r" always been|have always been) (?P<s>my) (?:(?:absolute|all-time) )?(?:favou?rite"
        r"|passion|hobby|thing|happy place|weakness|guilty pleasure)\b",
    ),
    rule(
        "likes",
        rf"{START}(?:[Rr]eally into|[Mm]ad about|[Bb]ig into|[Oo]bsessed with|[Ff]ond of)"
        rf" {COMPLEMENT}",
        is_elidable=True,
    ),
    rule("likes", rf"and (?:mad|crazy|nuts) about {COMPLEMENT}"),
    rule("prefers", rf"{WHOSE} preference is (?:for )?{COMPLEMENT}"),
    rule(
        "dislikes",
        rf"{START}[Nn]ot (?:keen on|a fan of|into|fond of) {COMPLEMENT}",
        is_elidable=True,
    ),
    rule(
        "dislikes",
        rf"{START}(?:[Cc]an't (?:stand|bear)|[Hh]ates?|[Dd]islikes?|[Dd]etests?|[Nn]ot a fan of)"
        rf" {COMPLEMENT}",
        is_elidable=True,
    ),
    rule("likes", rf"{MUCH}{LIKE} {COMPLEMENT}"),
    rule(
        "likes",
        rf"{START}(?:[Ll]oves?|[Ll]ikes|[Ee]njoys?|[Bb]ig fan of|[Ii]nto) {COMPLEMENT}",
        is_elidable=True,
        confidence=0.85,
    ),
    rule("likes", rf"{WHOSE} (?:favou?rite|fave) {KIND}(?: is|'s| has always been|:) {COMPLEMENT}"),
    rule("likes", rf"{WHOSE} (?:hobby|hobbies|passion|main hobby)(?: is| are|'s) {COMPLEMENT}"),
    rule("prefers", rf"{MUCH}prefers? {COMPLEMENT}"),
    rule("prefers", rf"{START}[Pp]refers? {COMPLEMENT}", is_elidable=True),
    rule("prefers", rf"{HAVE} a (?:strong |clear )?preference for {COMPLEMENT}"),
    rule("likes", rf"(?:used to (?:like|love|enjoy)) {COMPLEMENT}", Validity.OVER),
)
