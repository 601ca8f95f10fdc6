"""English rules for homes, origins, jobs and studies, as people jot them down."""

from functools import partial

from nlp.facts.english.personal import PLACE
from nlp.facts.english.rules import BE, EMPLOYER, HAVE, HIRER, PLAIN_NAME, RUN, SCHOOL, START, rule
from nlp.facts.english.work import JOB, WORK
from nlp.facts.rules import SOMEWHERE, Rule, Validity

noted = partial(rule, is_elidable=True)
TOWN = rf"(?P<o>{SOMEWHERE}|{PLAIN_NAME})"
STOP = r"(?=\s*(?:[.,;:!?()\n–—]|$)| (?:and|but|now|for|since|with|on|in|at|these|because|when|right)\b)"
DWELLING = (
    r"(?:flat|house|place|apartment|room|studio|home|cottage|bungalow|basement|houseboat|caravan)"
)
# What is rented, and is no home.
NO_HOME = (
    r"(?!(?:[a-z-]+ ){0,3}(?:lock-?up|garage|allotment|stall|pitch|office|shop|desk|unit|workshop|studio space"
    r"|van|car|bike|boat|field|stable|storage)\b)"
)
YEARS = (
    r"(?:\d+|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]welve"
    r"|[Tt]wenty|[Aa] few|[Mm]any)"
)
SUBJECT = (
    r"(?P<o>[a-z][\w'-]*(?: (?!(?:at|in|on|with|from|by|and|but|for|since|part|because|so|which|this"
    r"|next|online|remotely)\b)[\w'-]+){0,3}(?: and (?!I\b|my\b|the\b)[a-z]+)?)"
)
DEGREE = (
    r"(?:Ph\.?D|doctorate|master'?s|MSc|MA|MBA|BA|BSc|degree|diploma|certificate|foundation|HND"
    r"|A-levels?|bachelor'?s)(?: degree)?"
)
LIVING: tuple[Rule, ...] = (
    noted(
        "lives_in",
        rf"{START}(?:[Hh]ome|[Cc]urrent address|[Hh]ome address|[Aa]ddress|[Ll]ocation|[Cc]ity|[Tt]own"
        rf"|[Ll]ives|[Rr]esidence|[Ll]iving in)(?: \w+)?: (?:[^.;:\n]{{0,40}}, )?{TOWN}{STOP}",
    ),
    rule(
        "lives_in",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:\w+ )?{DWELLING}(?:'s| is) (?:right |just |bang )?(?:in|near"
        rf"|outside) (?:central |north |south |east |west )?{TOWN}{STOP}",
    ),
    noted(
        "lives_in",
        rf"(?:{START}|(?<=I )|(?<=I'm )|(?<=[Ww]e ))(?:[Rr]ent(?:ing)?|[Ll]odg(?:e|ing)) {NO_HOME}(?:(?:an?|the"
        rf"|my|our|with) )?(?:[a-z-]+ ){{0,3}}?(?:{DWELLING} )?(?:share )?in {TOWN}{STOP}",
    ),
    noted(
        "lives_in",
        rf"{START}{YEARS} (?:years|months) in {TOWN}(?= now| and counting| already|,? and still)",
    ),
    rule(
        "lives_in",
        r"(?P<s>\bI)(?:'m| am) (?:an? )?[\w -]{2,30} (?:living|based|settled|stuck|holed up) (?:in"
        rf" exile |alone |happily |quietly |out |up |down |over )?in {TOWN}{STOP}",
    ),
    rule(
        "lives_in",
        r"(?<=, )(?:now )?(?:living|based|settled|residing) (?:alone |with [a-z ]+ |in [a-z ]{3,20}"
        rf" )?in (?P<o>{SOMEWHERE}){STOP}",
    ),
    noted(
        "lives_in",
        rf"(?:{START}|(?<=I )|(?<=[Ww]e )|(?<=I've )|(?<=[Ww]e've )"
        rf"|(?<=just ))(?:[Jj]ust )?[Mm]oved in(?:to)? (?:the|our"
        rf"|my|a) (?:new )?{DWELLING} in {TOWN}{STOP}",
        Validity.BEGINS,
    ),
    rule("lives_in", rf"(?:makes?|made) (?:my|our|her|his|their) home in {TOWN}{STOP}"),
    rule("lives_in", rf"lives? (?:up |down |over |out )?(?:by|around|close to) {TOWN}{STOP}"),
    rule(
        "lives_in",
        r"moved back (?:in with|to|in to) (?:my|her|his) (?:parents|mum|mom|dad|family)'?s?'? (?:place "
        rf"|house )?in {TOWN}{STOP}",
        Validity.BEGINS,
    ),
    noted("lives_in", rf"{START}[Ss]haring an? (?:{DWELLING}|flatshare) in {TOWN}{STOP}"),
    rule(
        "lives_in",
        rf"(?:but|and|now) (?P<o>{SOMEWHERE}) has been (?P<s>my )?home (?:since|for)\b",
        is_elidable=True,
    ),
    rule(
        "lives_in",
        rf"(?P<s>\b[Mm]y) (?:base|home base|home town now|adopted (?:city|town|home)) is {TOWN}{STOP}",
    ),
    noted(
        "lives_in",
        rf"{START}(?:[Ll]iving|[Bb]ased|[Ss]ettled|[Rr]esident|[Rr]esiding) (?:alone |with [a-z ]+ |just"
        rf" )?(?:in|near|outside|of) {TOWN}{STOP}",
    ),
)
ORIGIN: tuple[Rule, ...] = (
    noted(
        "from",
        rf"{START}(?:[Hh]ome ?town|[Bb]irthplace|[Oo]rigin|[Ff]rom|[Oo]riginally from|[Pp]lace of birth):"
        rf" {PLACE}{STOP}",
    ),
    noted(
        "from",
        rf"(?:{START}|(?<=I )|(?<=I was )|(?<=and ))(?:[Gg]rew up|[Rr]aised|[Bb]rought up|[Bb]orn and"
        rf" raised) in {PLACE}{STOP}",
    ),
    rule("from", rf"(?P<s>\b[Mm]y) roots (?:are|lie) in {PLACE}"),
    rule("from", rf"[Cc]ame (?:over |here |to \w+ )?from {PLACE} when (?P<s>I) was"),
    rule("from", rf"and originally from {PLACE}"),
    rule("from", rf"(?P<s>\bI)(?:'m| am) an? [\w ]{{3,20}} by birth, from {PLACE}"),
    rule("from", rf"born on [^.;]{{4,24}}? in {PLACE}{STOP}"),
    rule("from", rf"(?P<s>\bI) (?:hail|come) (?:originally )?from {PLACE}{STOP}"),
)
WORKING: tuple[Rule, ...] = (
    noted(
        "occupation",
        rf"(?:{START}|(?<=I )|(?<=I've )|(?<=I was ))(?:[Jj]ust )?(?:(?:[Gg]ot|[Bb]een|[Gg]otten) )?"
        rf"[Pp]romoted to (?:the |an? )?{WORK}(?=[.,;!]|$| (?:at|in|on|today|this|last|yesterday|and)\b)",
        Validity.BEGINS,
    ),
    rule(
        "occupation",
        r"makes? (?:a|my|her|his|their) living (?P<o>[a-z]+ing (?:[a-z]+ ){0,2}[a-z]+)",
    ),
    noted(
        "occupation",
        rf"{START}[Tt]rained as an? [\w ]{{2,24}}, (?:but |and )?now (?:working as )?an? {WORK}",
    ),
    noted("occupation", rf"(?:{START}|\b[Mm]y )[Dd]ay job(?:'s| is) [^.;]{{0,24}}?as an? {WORK}"),
    noted(
        "occupation",
        rf"(?:[Ee]mployed|[Hh]ired|[Tt]aken on|[Ww]orking|[Ww]orks?) (?:by|at|with|for) (?:the )?{RUN},?"
        rf" as an? {WORK}",
    ),
    rule(
        "occupation",
        rf"{BE} an? (?P<o>(?!retired )(?:[a-z]+ ){{0,2}}?{JOB}) (?:based|living|working|specialising"
        r"|specializing) (?:in|at|for|from)\b",
    ),
    noted("occupation", rf"(?:{START}|^User: )[A-Z][a-z]+, [1-9]\d, (?P<o>{JOB})(?=[.,;]|$)"),
    noted("age", rf"{START}(?i:{JOB}), (?P<o>[1-9]\d)(?=[.,;]|$)"),
    noted("age", rf"{START}[Aa]ge:? (?P<o>[1-9]\d)(?=[.,;]|$)"),
    noted(
        "occupation",
        rf"{START}(?:[Ff]ull-time|[Pp]art-time|[Ss]elf-employed|[Ff]reelance|[Qq]ualified|[Cc]ertified"
        rf"|[Rr]egistered) {WORK}(?=[.,;!]|$)",
    ),
    noted(
        "works_for",
        rf"(?:{START}|(?<=I'm )|(?<=I am ))(?:[Oo]n the payroll (?:of|at)|[Cc]locking in at)"
        rf" {EMPLOYER}{STOP}",
    ),
    noted(
        "works_for",
        rf"(?:{START}|(?<=I )|(?<=I've )|(?<=I was )|(?<=just ))(?:[Jj]ust )?(?:[Gg]ot )?(?:[Hh]ired"
        rf"|[Tt]aken on|[Rr]ecruited|[Hh]eadhunted) (?:by|at) {EMPLOYER}{STOP}",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        r"(?:previously|formerly|once|earlier) (?:worked|was employed|had worked) (?:at|for|with|by)"
        rf" {EMPLOYER}",
        Validity.OVER,
    ),
    rule(
        "works_for",
        rf"{HAVE} (?:been )?(?:employed|on staff|on the team) (?:by|at|with) {EMPLOYER}{STOP}",
    ),
    noted(
        "works_for",
        rf"{START}(?:[Cc]urrently )?(?:[Ww]orking|[Ee]mployed) as an? [\w -]{{3,30}}? (?:at|for|by|with)"
        rf" {EMPLOYER}",
    ),
    rule("works_for", rf"employed as an? [\w -]{{3,30}}? by {EMPLOYER}"),
    noted(
        "works_for",
        rf"(?:{START}|(?<=I )|(?<=I've ))(?:[Jj]ust )?(?:[Gg]ot|[Ll]anded|[Ff]ound|[Hh]ave|[Tt]ook) (?:an?"
        rf"|my|the) (?:new |part-time |full-time )?job (?:at|with) {EMPLOYER}{STOP}",
        Validity.BEGINS,
    ),
    rule("works_for", rf"{BE} (?:an?|the) (?:[a-z]+ ){{0,2}}?(?:{JOB}) (?:for|at|with) {HIRER}"),
    rule(
        "works_for",
        rf"{BE} (?:an?|the) [\w ]{{3,30}} at an? [a-z][a-z ]{{2,24}}(?:, | called ){EMPLOYER}",
    ),
    rule("works_for", rf"in charge of (?:the )?[a-z][a-z ]{{2,24}} at {EMPLOYER}"),
    noted(
        "works_for",
        rf"{START}(?:[Ee]mployer|[Cc]ompany|[Ww]orkplace|[Ww]ork|[Ww]orks (?:at|for)): {EMPLOYER}{STOP}",
    ),
)
STUDYING: tuple[Rule, ...] = (
    noted(
        "studies",
        r"(?:[Dd]oing|[Ff]inishing|[Cc]ompleting|[Ss]tarted|[Pp]ursuing|[Ss]tudying for|[Ww]orking (?:on"
        rf"|towards)|[Tt]aking) (?:an?|my|her|his|their) (?:part-time |second |online )?{DEGREE} in"
        rf" {SUBJECT}",
    ),
    noted(
        "studies",
        r"(?:[Tt]aking|[Dd]oing|[Aa]ttending) (?:an?|an evening|a night|an online) (?:[a-z]+ )?(?:course"
        rf"|class|module|workshop series) (?:in|on) {SUBJECT}",
    ),
    noted("studies", rf"(?:{START}|(?<=I'm )|(?<=I am ))[Rr]eading {SUBJECT} at (?:the )?{RUN}"),
    noted(
        "studies_at",
        rf"(?:{START}|(?<=I'm )|(?<=I am )|(?<=is ))(?:currently )?(?:[Rr]eading|[Ss]tudying) [a-z][a-z"
        rf" ]{{2,30}} at (?:the )?(?P<o>{RUN}(?: of {RUN})?)",
        fits=SCHOOL,
    ),
    rule("studies", rf"(?:while |, |and )studying {SUBJECT}(?=[.,;!]|$)"),
    noted(
        "studies",
        rf"{START}(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]inal)[- ]year (?:of an?"
        rf" )?(?P<o>(?!student\b)[a-z]+(?: [a-z]+)?)(?: degree| student)? at (?:the )?{RUN}",
    ),
    noted(
        "studies_at",
        rf"(?:{START}|(?<=in )|(?<=[Ii]'m a ))(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]inal)[- ]year"
        rf" (?:of an? )?(?:[a-z]+ ){{1,3}}at (?:the )?(?P<o>{RUN})",
    ),
    rule(
        "studies",
        rf"(?:currently |now )?studying (?P<o>[a-z]+(?: [a-z]+){{0,2}}) at (?:the )?{RUN}",
    ),
)
RULES: tuple[Rule, ...] = LIVING + ORIGIN + WORKING + STUDYING
