"""English rules for who the user is: "User is Emma Lund, 34, a nurse at Acme in Leeds"."""

from nlp.facts.english.personal import NUMBER
from nlp.facts.english.rules import PLAIN_NAME, PUBLIC, RUN, START, UPPER, USER, rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import OWNER, REST

TITLE = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?"
# One capital word may be a nation or a language: "User is Canadian", "User: English teacher".
NAMED = rf"{TITLE}(?:{SOMEONE}|{UPPER}[\w'-]+(?: {UPPER}[\w'-]+){{1,2}})"
IS = r"(?:'s (?:full )?name is| is(?: called| named)?|:)"
AGED = r"(?:,? \(?(?:aged? )?\d{1,3}\)?)"
LEARNER = (
    r"(?:(?!(?:former|retired|previous|prospective) )[\w-]+ ){0,3}?(?:student|pupil|undergrad(?:uate)?"
    r"|apprentice|trainee|freshman|sophomore|sixth-former|postgrad(?:uate)?|PhD candidate)"
)
WORKER = rf"(?:{NO_JOB}{JOB}|{LEARNER})"
FIRM = rf"(?:the )?(?P<o>(?<=the ){PUBLIC}\b|(?:The )?{RUN})"
# "An engineer in Lagos" lives there; "a student in the theater" and "in Kyoto for a week" do not.
TOWN = rf"(?P<o>(?:{PLAIN_NAME}, )?{SOMEWHERE}(?:,? {SOMEWHERE})?)(?! for (?:an?|the|\d)\b)"
# What stands between a job and its town: "with two kids"; "at Acme in Leeds" tells where Acme is.
_BETWEEN = r"(?: with [^.;,!?\n]{2,40}?)?"
HEADS: tuple[Rule, ...] = (
    rule("name", rf"(?P<s>{OWNER}{REST}*) \({TITLE}(?P<o>{SOMEONE})(?=[),])"),
    rule("name", rf"{USER}{IS} {TITLE}(?P<o>{SOMEONE})(?=[,.;(]|$| (?:of|from|and)\b|{AGED})"),
    rule(
        "name",
        rf"{USER}{IS} {TITLE}(?P<o>{UPPER}[\w'-]+(?: {UPPER}[\w'-]+){{1,2}})(?={AGED}\b|, an? )",
    ),
    rule("age", rf"{USER}{IS} {NAMED},? \(?(?:aged? )?{NUMBER}(?=[.,;)]|$)"),
    rule("age", rf"{USER}: {NUMBER}(?=[.,;)])"),
    # "User, a 42-year-old teacher from Lisbon, is learning German."
    rule("age", rf"{USER}, an? {NUMBER}[- ]year[- ]old\b"),
    rule(
        "occupation",
        rf"{USER}, an? (?:\d{{1,3}}[- ]year[- ]old )?(?P<o>(?i:{WORKER}))"
        r"(?=,| (?:at|in|from|with|based|living)\b)",
    ),
    rule(
        "from",
        rf"{USER}, an? (?:\d{{1,3}}[- ]year[- ]old )?(?i:{WORKER}) from (?P<o>{SOMEWHERE})",
    ),
    rule(
        "occupation",
        rf"{USER}{IS} {NAMED}{AGED}?, (?:currently |now )?(?:an? )?(?P<o>(?i:{WORKER}))"
        r"(?=[.,;!)]|$| (?:at|in|for|from|with|by|and|of|who|based|living|studying)\b)",
    ),
    rule(
        "occupation",
        rf"{USER} is (?:an? )?(?P<o>(?:[a-z-]+ )?retired (?i:{JOB}))\b(?! (?:who|now working))",
    ),
    rule(
        "occupation",
        rf"{USER} is (?:currently |now )?(?:an? )(?P<o>(?:(?:[Yy]ear|[Gg]rade) \d{{1,2}} )?(?:student"
        r"|pupil|sixth-former))(?=[.,;!)]|$| (?:at|in|from|with|and|of|who|based|living|studying)\b)",
    ),
    rule(
        "occupation",
        rf"{USER} has (?:just |recently |now )?(?:started|been (?:promoted|appointed|hired|taken on))"
        rf"(?: work(?:ing)?)? (?:as|to) (?:an? |the )?(?P<o>{NO_JOB}{JOB})\b",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        rf"{USER} has (?:just |recently |now )?(?:started|been (?:promoted|appointed|hired|taken on))"
        rf"(?: work(?:ing)?)? (?:as|to) (?:an? |the )?{NO_JOB}{JOB} (?:at|for|with) {FIRM}",
    ),
    rule(
        "works_for",
        rf"{USER}{IS} {NAMED}{AGED}?, (?:an? )?(?i:{WORKER}) (?:at|for|with) {FIRM}",
    ),
    rule(
        "lives_in",
        rf"{USER}{IS} {NAMED}{AGED}?(?:, (?:an? )?(?i:{WORKER}){_BETWEEN})?,? (?:based |living )?"
        rf"(?:in|of|from) {TOWN}(?=[.,;!)]|$| (?:and|with|who|since)\b)",
    ),
    rule(
        "lives_in",
        rf"{USER}(?: is|:)(?: now| currently)?(?: an?)? (?:\d\d[- ]year[- ]old )?(?i:{WORKER}){_BETWEEN},? "
        rf"(?:based |living )?(?:in|near|outside) {TOWN}(?=[.,;!)]|$| (?:and|with|who|since)\b)",
    ),
    # Beside a town that no list knows stands its county: "near Hobbville, Ohio".
    rule(
        "lives_in",
        rf"{USER}(?: is|:)(?: now| currently)?(?: an?)? (?i:{WORKER}){_BETWEEN},? (?:who )?(?:based in"
        rf"|living in"
        rf"|lives in|near|just outside|outside) (?P<o>{PLAIN_NAME}(?:, {UPPER}[\w'-]+)?)(?=[.;!)]|$| and\b)",
    ),
    rule(
        "studies_at",
        rf"{USER}(?: is|:) (?:currently )?(?:an? )?(?:[\w-]+ ){{0,3}}?(?i:{LEARNER}) at (?:the )?(?P<o>{RUN})",
    ),
    rule(
        "lives_in",
        rf"{USER} is \d\d(?: years old)?(?:,| and) (?:is )?in (?:[Gg]rade|[Yy]ear) \d{{1,2}} in {TOWN}"
        r"(?=[.,;!)]|$| and\b)",
    ),
)
# "User, a nurse at Acme, asked": said on the way; "described herself as a nurse in Leeds".
_CALLED = (
    rf"{USER}(?:,(?: \d\d,)? an? |(?:,| has| had)? (?:just )?(?:identif(?:ied|ies)|describe[sd]|introduced)"
    r"(?: (?:(?:him|her)self|themsel\w+))? as an? )"
)
_GOES_ON = r"(?=[.,;!)]|$| (?:at|in|for|from|with|by|and|of|who|based|living|near|studying)\b)"
ASIDES: tuple[Rule, ...] = (
    rule("occupation", rf"{_CALLED}(?P<o>(?i:{WORKER})){_GOES_ON}", Validity.STANDS),
    rule("works_for", rf"{_CALLED}(?i:{NO_JOB}{JOB}) (?:at|for|with) {FIRM}", Validity.STANDS),
    rule("studies_at", rf"{_CALLED}(?i:{LEARNER}) at (?:the )?(?P<o>{RUN})", Validity.STANDS),
    rule(
        "lives_in",
        rf"{_CALLED}(?i:{WORKER}),? (?:based |living )?(?:in|near) {TOWN}(?=[.,;!)]|$| (?:and|with|who)\b)",
        Validity.STANDS,
    ),
)
# "Key facts" are fields of their own lines.
FIELDS: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"{START}(?:[Rr]egion|[Bb]ased in): {TOWN}"
        r"(?=[.,;!)]|$)",
        is_elidable=True,
    ),
)
RULES: tuple[Rule, ...] = HEADS + ASIDES + FIELDS
