"""English rules for friends, colleagues and superiors: "my gaffer is Iain", "good pals of mine"."""

from functools import partial

from nlp.facts.english.everyday.people import CHIEF
from nlp.facts.english.relations import EACH as EACH_NAME
from nlp.facts.english.relations import HONORIFIC, TIES, WHICH
from nlp.facts.english.rules import BE, MATE, START, rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import OWNER, REST

noted = partial(rule, is_elidable=True)
USER = rf"{OWNER}{REST}*"
LIST = rf"(?P<o>{HONORIFIC}{SOMEONE}(?:(?:,|,? and| n| &|,? plus) {HONORIFIC}{SOMEONE})*)"
BOSS = (
    rf"(?:(?:immediate|direct|line|new|current|shift|section|department) )?"
    rf"(?:{TIES['reports_to']}|{CHIEF}|boss man|superior|head of year)"
)
MATES = r"(?:friends|mates|pals|buddies|besties|chums)"
WORKMATES = r"(?:colleagues|co-?workers|workmates|team-?mates|people (?:I|he|she|they) works? with)"
FRIENDLY = r"(?:(?:best|good|close|closest|old|oldest|dear|great|lifelong|long-time|dearest) )"
# What a colleague does, in brackets or behind a comma.
DUTY = r"(?: \([^()\n]{2,50}\))?"
EACH = rf"{HONORIFIC}{EACH_NAME}{DUTY}"
RULES: tuple[Rule, ...] = (
    rule(
        "reports_to",
        rf"(?P<s>\b[Mm]y|{USER}'s) {BOSS}(?: at [a-z]+)?(?: is(?: now)?(?: called)?"
        rf"|'s(?: called)?|,|:|'s name is) {HONORIFIC}{MATE}",
        Validity.STANDS,
    ),
    noted(
        "reports_to",
        rf"{START}(?i:{BOSS})(?: at [a-z]+)? ?(?:=|:|->|is|–|-) {HONORIFIC}{MATE}",
        Validity.STANDS,
    ),
    rule("reports_to", rf"(?:where|and) (?:his|her|their|my) {BOSS} is {HONORIFIC}{MATE}"),
    # "Andre is a coworker of the user", "where Bernadette is a colleague".
    *(
        rule(
            predicate,
            rf"(?P<o>{SOMEONE}) {BE} (?:an? |one of the |the )?{WHICH}{words} of (?P<s>{USER}|mine)",
            Validity.STANDS,
        )
        for predicate, words in TIES.items()
    ),
    rule(
        "colleague",
        rf"(?:(?<=where )|(?<=and )|(?<=; )|(?<=, ))(?P<o>{SOMEONE}) {BE} an? {WHICH}{TIES['colleague']}"
        rf"(?= (?:there|here|who|of mine)\b|[.,;]|$)",
        Validity.STANDS,
    ),
    rule(
        "friend",
        rf"{LIST},? (?:–|—|-|are|is|were) (?:both |all )?{FRIENDLY}{{0,2}}"
        rf"(?:{MATES}|{TIES['friend']}) of (?P<s>mine|{USER})",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "friend",
        rf"{FRIENDLY}{{1,2}}{MATES} (?P<s>I) have are {LIST}",
        is_list=True,
    ),
    rule(
        "friend",
        rf"(?P<s>\b[Mm]y|{USER}'s) {FRIENDLY}{{0,2}}{MATES}(?: from [a-z]+"
        rf"| at [a-z]+)?(?: are(?: called)?|:|,) {LIST}",
        is_list=True,
    ),
    # "A close friend from medical school, Leela Thomas".
    *(
        rule(
            predicate,
            rf"(?:have|has|'ve got|got|with) (?:an?|one) {WHICH}{words} (?:from"
            rf"|at|in) [a-z' -]{{2,30}}?,? (?:called |named )?{MATE}",
            Validity.STANDS,
        )
        for predicate, words in TIES.items()
    ),
    # "Hana: friend since uni", "Achieng, colleague, shares my office", "Andre (coworker)".
    *(
        noted(
            predicate,
            rf"^[\s>*•-]*{MATE} ?(?::|,|–|—|-|\() ?(?:an? |my )?{WHICH}{words}"
            r"(?= (?:since|from|at|of|for)\b|[,;.)]|$)",
            Validity.STANDS,
        )
        for predicate, words in TIES.items()
        if predicate in {"friend", "colleague", "reports_to"}
    ),
    noted(
        "colleague",
        rf"{START}(?:[Mm]y |[Ww]ork )?(?i:{WORKMATES}|direct reports)(?: "
        rf"(?:on|at|in) (?:the |my )?[a-z]+)?(?::| are| include|,) "
        rf"(?P<o>{EACH}(?:(?:,|,? and|;) {EACH})*)",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "occupation",
        rf"(?<!I'm )(?<!I am )(?P<s>{SOMEONE}) \((?:the |our |an? )?(?P<o>(?!(?:my|our) )(?i:{NO_JOB}{JOB}))\)",
        Validity.STANDS,
    ),
    # "Karen's my manager", "Priya's a colleague", "Dave's an old friend".
    *(
        rule(
            predicate,
            rf"(?P<o>{SOMEONE})'s (?:now |also )?(?P<s>my|our) {WHICH}{words}\b(?!'s| of)",
            Validity.STANDS,
        )
        for predicate, words in TIES.items()
    ),
    noted(
        "friend",
        rf"{START}(?:[Mm]y [a-z]+ )?(?P<o>{SOMEONE})(?:'s| is),? (?:an? )"
        rf"(?:(?:old|good|close|dear|great|lifelong) )?(?:friend|mate|pal)"
        rf"(?: from [a-z]+)?(?=[.,;!]|$| and\b)",
    ),
    rule(
        "friend",
        rf"{BE} (?:good |best |close |great )?(?:friends|mates|pals) with {LIST}",
        is_list=True,
    ),
    rule(
        "friend",
        rf"(?P<s>\b[Ii])(?:'ve| have)? (?:known|been friends with|been mates with) {LIST} (?:since|for|all)\b",
        is_list=True,
    ),
    rule(
        "friend",
        rf"(?P<s>\b[Ii]) (?:hang out|go hiking|go running|go out|play [a-z]+"
        rf"|meet up|catch up) with {LIST} (?:most|every|on|each|at)\b",
        is_list=True,
    ),
    rule(
        "friend",
        rf"(?P<s>\b[Mm]y) (?:friend group|friends|circle|gang|crew) (?:is|are|includes?|consists of) {LIST}",
        is_list=True,
    ),
    rule(
        "friend",
        rf"(?P<s>\b[Mm]y) (?:(?:gym|gaming|running|climbing|drinking|hiking"
        rf"|cycling|golf|tennis|fishing|chess|study|school|uni|college|church"
        rf"|club) )(?:buddy|mate|friend|partner|pal)(?: is|'s)(?: called)? {MATE}",
    ),
    rule(
        "friend",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:flatmate|housemate|roommate|room-mate"
        rf"|neighbou?r)(?: is|'s)? ?(?:called |named )?{MATE}",
        Validity.STANDS,
    ),
    rule(
        "colleague",
        rf"(?P<s>\b[Ii]|\b[Ww]e)(?:'ve| have)? (?:work|worked) (?:(?:closely"
        rf"|directly|mostly|mainly|a lot) )?(?:with|alongside|beside|next to) {LIST}",
        is_list=True,
    ),
    rule(
        "colleague",
        rf"{LIST} (?:is|are) (?:both |all |also )?(?:on|in) (?P<s>my|our) "
        rf"(?:team|department|office|shift|ward|unit|group|crew)\b",
        is_list=True,
    ),
    rule(
        "colleague",
        rf"(?P<o>{SOMEONE}) (?:works|worked|sits) (?:with|alongside|opposite|next to|beside) (?P<s>me|us)\b",
    ),
    noted(
        "colleague",
        rf"(?:[Oo]n|[Ii]n) (?:my|our) (?:team|department|office|shift|ward) "
        rf"(?:there's|there is|there are|we have|I have|are) {LIST}",
        is_list=True,
    ),
    noted(
        "colleague",
        rf"(?:^|\. )(?:The )?(?:[Oo]thers|[Pp]eople|[Gg]uys|[Ff]olks|[Nn]urses"
        rf"|[Tt]eachers|[Gg]irls) (?:on|in) (?:my|our) (?:team|department"
        rf"|office|shift|ward) are {LIST}",
        is_list=True,
    ),
    rule(
        "colleague",
        rf"(?P<s>\b[Mm]y) (?:work (?:buddy|bestie|wife|husband|friend|mate)"
        rf"|business partner|right hand|desk mate|opposite number|second in command)"
        rf"(?: is|'s|,)(?: called)? {MATE}",
    ),
    rule(
        "leads",
        rf"(?<!to )(?<!not )(?:manages?|supervises?|line[- ]manages?|mentors?"
        rf"|oversees?) (?:(?:two|three|four|\d|my|our) [a-z]+(?: called)?,? )?{LIST}"
        rf"(?=[.,;]|$| (?:at|on|and|in)\b)",
        is_list=True,
    ),
    rule(
        "reports_to",
        rf"(?P<o>{SOMEONE}) (?:manages|supervises|line[- ]manages|bosses|is in charge of) (?P<s>me|us)\b",
    ),
    rule(
        "reports_to",
        rf"(?P<s>\b[Ii]) (?:work (?:under|directly for)|answer to|am managed by"
        rf"|am supervised by) {HONORIFIC}{MATE}",
    ),
    noted("reports_to", rf"{START}[Tt]he boss(?: is|'s)(?: called)? {HONORIFIC}{MATE}"),
    rule(
        "reports_to",
        rf"(?P<s>\b[Mm]y) (?:(?:PhD|thesis|research|academic|clinical|site"
        rf"|project|area|regional|general|store|floor|ward) )?(?:supervisor"
        rf"|manager|advisor|adviser|director|foreman|superintendent|matron)"
        rf"(?: is|'s)(?: called)? {HONORIFIC}(?P<o>{SOMEONE}|[A-Z][a-z]+ [A-Z][a-z]+)",
    ),
)
