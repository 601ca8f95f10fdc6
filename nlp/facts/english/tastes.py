"""English rules for tastes: what somebody likes, dislikes or prefers, with its whole complement."""

from dataclasses import replace

from nlp.facts.rules import Rule, Validity
from nlp.facts.values import ADJECTIVE

from .personal import END, FURTHER, WHOSE
from .rules import BE, HAVE, NOT, RUN, START, rule

# What is liked at the moment, or only within this conversation: "I like this idea".
SPECIFIC = (
    r"(?:\w+ing (?:it|this|that|them)|to be called|like me|a lot|so much"
    r"|very much|it|this|that|these|those|him|her|them|you|YOU|ya"
    r"|dis|"
    r"your|how|when|what|where|which|why|if|us"
    r"|me|myself|one|both|either"
    r"|neither|all|most|any|none|option|to see that|to see you|to know|to hear|to"
    r" understand|to get|to have|being able"
    r"|(?:the|an?|his|her|their|its|our) (?:idea|way|fact|look|sound|first|second|third"
    r"|last|latter|former|other|one|new|old"
    r"|rest|answer|suggestion|version|option|result|tone|wording|phrase|part|concept"
    r"|thought|name|title|color|colour|design"
    r"|videos?|pics?|photos?|pictures?|channel|approach|bit|ending|opening|question|format|structure"
    r"|explanation))\b(?!-)"
)
# "I'd rather eat cardboard than …" says what somebody would never do.
NO_TASTE = (
    r"(?:eat (?:cardboard|glass|nails|dirt|bugs|my)|chew|die|gouge|poke|swallow|lick|stick)\b"
)
ADJECTIVES = rf"(?:(?:{ADJECTIVE}, )+(?={ADJECTIVE} [a-z]))?"
COMPLEMENT = (
    rf"(?P<o>(?!{SPECIFIC}|(?:is|are|was|were|and|or|for|at|from)\b)"
    rf"{ADJECTIVES}[^.;:!?()\n–—,]{{2,80}}?{FURTHER}){END}"
)
MUCH = r"(?:really |absolutely |just |still |also |always |honestly |both |secretly |do |quite |actually )*"
LIKE = (
    rf"(?:likes?|loves?|adores?|enjoys?|{BE} (?:really |totally |big )?into|{BE} (?:obsessed"
    r" with|crazy about|mad about"
    rf"|fond of|keen on|hooked on|passionate about|nuts about)|{BE} an? (?:big |huge "
    r"|massive |real |lifelong )?fan of)"
)
HATE = (
    rf"(?:(?:{NOT} (?:\w+ )?(?:like|enjoy|care for))|hates?|dislikes?|detests?|loathes?|"
    r"(?:can'?t|cannot|can not|couldn'?t|cannae) (?:stand|bear|abide|be doing with|stomach)"
    rf"|{BE} (?:not|n't) (?:a |an |really )?(?:big |huge )?(?:fan of|keen on|into)|{BE} no fan of|{BE} sick"
    rf" of)"
)
KIND = r"(?:(?!thing|part|one|bit|of)[a-z]+ ){0,2}[a-z]+"
# "Love the colors", "Love having you here", "Love and acceptance" and "Love Mum" are no tastes.
NO_REACTION = (
    r"(?!(?:the|having|seeing|hearing|to|and|how|that|what|Mum|Mom|Mam|Dad|Gran|Nan|Grandma)\b)"
)
# "Dependent events, like card draws", "they're like family".
NO_COMPARISON = "".join(
    rf"(?<!{before} )(?<!{before} just )"
    for before in (",", "'re", "are", "is", "'s", "was", "were")
)
NO_MORE = r"(?= (?:any ?more|any longer|these days)\b)"
TASTES: tuple[Rule, ...] = (
    rule(
        "likes",
        rf"{START}(?:[Ll]ove|[Ll]oves|[Ll]ikes?): (?P<o>[^.;!?\n]{{2,80}})",
        is_elidable=True,
    ),
    rule(
        "dislikes",
        rf"{START}(?:[Hh]ates?|[Dd]islikes?): (?P<o>[^.;!?\n]{{2,80}})",
        is_elidable=True,
    ),
    rule("likes", rf"{START}[Nn]othing beats (?P<o>[^.;:!?,\n]{{2,50}})", is_elidable=True),
    rule(
        "dislikes",
        r"(?:[Ww]hat|[Tt]he thing) (?P<s>I) (?:dislike|hate|can't stand) (?:most |the most )?(?:is|a"
        r"re) (?P<o>[^.;:!?,\n]{2,60})",
    ),
    rule(
        "likes",
        r"(?:[Ww]hat|[Tt]he thing) (?P<s>I) (?:like|love|enjoy) (?:most |best |the most )?(?:is|are)"
        r" (?P<o>[^.;:!?,\n]{2,60})",
    ),
    rule(
        "likes",
        rf"{START}(?P<o>(?!It|That|This)[A-Z][\w' -]{{2,40}}?) (?:keeps|makes) (?P<s>me) (?:happy|sane"
        rf"|going)",
    ),
    rule("likes", rf"(?:can't|cannot) get enough of {COMPLEMENT}"),
    rule(
        "likes",
        rf"(?:get|gets) (?:a lot of|so much|real|great) (?:pleasure|joy) (?:out of|from) {COMPLEMENT}",
    ),
    rule("likes", rf"{HAVE} always (?:liked|loved|enjoyed|been into|been fond of) {COMPLEMENT}"),
    rule("likes", rf"(?:, |and )(?:also )?(?:likes?|loves?|enjoys?|adores?) {COMPLEMENT}"),
    rule(
        "dislikes",
        rf"{START}(?P<o>(?!It|That|This)[A-Z][\w' -]{{2,40}}?) (?:doesn't|don't) agree with (?P<s>me|my)",
    ),
    rule(
        "prefers",
        rf"(?:'d|would) (?:much )?(?:rather|sooner) (?P<o>(?!{NO_TASTE}|not\b|you\b|it\b|see\b|avoid\b|know\b"
        r"|get\b|hear\b|be\b|[a-z]+ (?:it|this|that|him|her|you)\b)"
        r"(?=(?:have|eat|drink|wear|read|write|listen)\b|[^.;:!?\n]* than )"
        rf"[^.;:!?()\n–—,]{{2,60}}?){END}",
    ),
    rule(
        "prefers",
        rf"{START}(?P<o>[A-Z][a-z]+, not [a-z]+), (?:that's me|please|always|for me)",
        is_elidable=True,
    ),
    rule("prefers", rf"\b[Gg]iven the choice,? (?P<s>I)'ll take {COMPLEMENT}"),
    rule(
        "prefers",
        rf"{START}(?P<o>(?!It|That|This)[A-Z][\w' -]{{2,40}}?) (?:works?|suits?) (?:better for )?(?P<"
        r"s>me) (?:better|best|more)",
    ),
    rule(
        "prefers",
        rf"{START}(?P<o>[A-Z]?[a-z]+ over [a-z]+)(?:, [^.;]{{0,40}})?(?=\.|$)",
        is_elidable=True,
    ),
    rule("prefers", r"(?P<o>[a-z][\w' -]{2,40}?) (?:works?|suits?) (?:best for )(?P<s>me)\b"),
)
_SINGLE: tuple[Rule, ...] = (
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
    rule("likes", rf"{NO_COMPARISON}{MUCH}{LIKE} {COMPLEMENT}"),
    rule(
        "likes",
        rf"{START}(?:[Ll]oves?|[Ll]ikes|[Ee]njoys|[Bb]ig fan of|[Ii]nto) {NO_REACTION}{COMPLEMENT}",
        is_elidable=True,
        confidence=0.85,
    ),
    rule(
        "likes",
        rf"{WHOSE} (?:favou?rite|fave) {KIND}(?: are|:) (?P<o>{RUN}(?:, {RUN})+,? and {RUN}){END}",
    ),
    rule(
        "likes",
        rf"{WHOSE} (?:favou?rite|fave) {KIND}(?: is|'s| are| has always been|:) {COMPLEMENT}",
    ),
    rule(
        "likes",
        rf"{WHOSE} (?:hobby|hobbies|interests?|passions?|main hobby)(?: is| are|'s| includes?|:) {COMPLEMENT}",
    ),
    rule("prefers", rf"{MUCH}prefers? {COMPLEMENT}"),
    rule("prefers", rf"{START}[Pp]refers? {COMPLEMENT}", is_elidable=True),
    rule("prefers", rf"{HAVE} a (?:strong |clear )?preference for {COMPLEMENT}"),
    rule("likes", rf"(?:used to (?:like|love|enjoy)) {COMPLEMENT}", Validity.OVER),
)
# "jazz, climbing and dal" are three things; what is preferred to what stays together.
RULES = tuple(replace(each, is_list=each.predicate != "prefers") for each in (*TASTES, *_SINGLE))
