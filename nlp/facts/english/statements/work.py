"""English rules for work, studies and clubs: "I lead the heart failure clinic", "a member of X and of Y"."""

import re
from functools import partial

from nlp.facts.english.groups import TEAM
from nlp.facts.english.rules import BE, HAVE, HIRER, RUN, SCHOOL, START, rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import Rule
from nlp.facts.sentences import ORGANIZATION, PERSON, REST

noted = partial(rule, is_elidable=True)
CREW = (
    rf"(?:{TEAM}|clinic|ward|ops|operations|service|desk|floor|shift|brigade"
    rf"|battalion|platoon|yard|line|network|studio|"
    r"practice|faculty|division|troop|ministry|guild|officers|staff|trainees"
    r"|interns|apprentices|engineers|nurses|teachers|drivers)"
)
LEADS = (
    r"(?:leads?|runs?|heads?(?: up)?|manages?|supervises?|oversees?|captains?|chairs?|coach(?:es)?"
    r"|{BE} (?:in charge of|responsible for|(?:the )?(?:head|captain|leader|chair|lead|manager) of))"
)
# "The Stornoway lifeboat crew", "the Royton Ladies' Choir": a name goes on with what it is of.
BODY = (
    rf"(?P<o>{RUN}(?:'s?|s')?(?: (?:{RUN}|(?!on\b|in\b|at\b|for\b|with\b"
    rf"|of\b|and\b|every\b)[a-z]+))?? (?:{TEAM}|Choir|Club|Society|Chorus"
    rf"|Band|Orchestra|Circle|Guild|Association|Union|Trust|Crew|Team"
    rf"|Squad|Church|Players|Singers|lifeboat [a-z]+|rowing [a-z]+|"
    rf"(?:brass|silver|pipe) band|brigade|league|parish|church|temple|mosque)(?!{REST}|\w))"
)
MEMBER = (
    rf"(?:{BE} (?:an? |the )?(?:[a-z]+ )?member of|belongs? to|(?:sings?"
    rf"|plays?|rows?|volunteers?|serves?) (?:in|with|for))"
)
SHOP = (
    r"(?:shop|caf[ée]|bakery|restaurant|pub|bar|salon|barber ?shop|farm"
    r"|garage|studio|gallery|nursery|kennels?|gym|hotel|B&B|guest ?house"
    r"|food truck|food stall|market stall|bookshop|bookstore|florist'?s?"
    r"|butcher'?s?|brewery|vineyard|practice|clinic|start-?up|agency"
    r"|consultancy|cleaning (?:business|company)|(?:[a-z]+ )?business"
    r"|workshop|pottery|boutique|dance school|driving school|taxi firm)"
)
CLUB = (
    r"(?:choir|band|orchestra|book club|(?:running|tennis|chess|golf"
    r"|cycling|rowing|swimming|football|cricket|rugby|hockey|climbing"
    r"|photography"
    r"|gardening|knitting|drama|debating|film|wine|supper|sewing|rambling"
    r"|hiking|bowls|judo|karate|boxing|fencing|sailing|social|youth|running) "
    r"(?:club|team|group|society"
    r"|squad|association)|football team|netball team|drama group|dance troupe"
    r"|quartet|reading group|allotment association|residents' association"
    r"|PTA|parent council)"
)
# Who is "at Google" works there; who is "at Tesco" may shop.
NO_VISIT = re.compile(
    r"^(?!.*(?:Tesco|Lidl|Aldi|Asda|IKEA|Walmart|Target|Costco|[Uu]niversity|[Cc]ollege|[Ss]chool|Starbucks"
    r"|McDonald|Nando|Greggs|Costa|Airbnb|Amazon))"
)
GROUP_NAME = re.compile(
    r"club|team|society|committee|group|band|union|association|council"
    r"|guild|choir|orchestra|chorus|league|church|party",
    re.IGNORECASE,
)
CHOIR = (
    r"(?:choir|band|orchestra|quartet|(?:[\w'’-]+ ){1,3}(?:club|choir"
    r"|band|orchestra|team|league|troupe|society|guild"
    r"|brigade|group|union|ensemble|squad|shed))"
)
RULES: tuple[Rule, ...] = (
    rule(
        "member_of",
        rf"{MEMBER} (?:the )?(?![{PERSON}]){BODY}(?=[.,;]|$| and\b| on\b| in\b)",
    ),
    rule(
        "leads",
        rf"(?<!to ){LEADS} (?:the|our|my|its|their|his|her) (?P<o>(?:[\w'-]+ ){{1,3}}?{CREW})"
        rf"(?=[.,;!]|$| (?:at|and|in|for|there|myself|here)\b)",
    ),
    # "I'm a package handler there".
    rule(
        "occupation",
        rf"{BE} an? (?P<o>(?!(?:bit|lot|few|couple|regular|member|student"
        rf"|customer|patient|guest|volunteer|newbie|beginner)\b)"
        r"(?:[a-z-]+ ){0,2}[a-z-]+(?:er|or|ist|ian|ant|ent|man|woman|tech"
        r"|hand|rep|clerk|nurse|chef|guard|lead|aide)) (?:there|over there)\b",
    ),
    rule(
        "works_for",
        rf"(?:\b[Mm]y|\b[Tt]he) (?:company|firm|employer|place|outfit)(?: "
        rf"(?P<s>I)'?m (?:at|with))?(?:'s| is) (?:called )?{HIRER}"
        r"(?=[.,;]|$| (?:and|where|I)\b)",
    ),
    rule(
        "studies_at",
        rf"{BE} studying [a-z]+(?: [a-z]+){{0,3}}? (?:part[- ]time |full[- ]time "
        rf"|remotely |online )?(?:with|through|via|at) (?:the )?(?P<o>{RUN})",
        fits=SCHOOL,
    ),
    rule(
        "studies",
        rf"{BE} studying (?P<o>[a-z]+(?: (?!part|full|with|through|via|at|in|online|remotely)[a-z]+){{0,2}})"
        r" (?:part[- ]time|full[- ]time|with the|through the|remotely|online)\b",
    ),
    # "A part-time job as a barista for Blenz Coffee", "a Saturday job as a waitress at the Ardilaun".
    rule(
        "occupation",
        r"(?:have|has|'ve got|got) an? (?:[\w-]+ ){0,2}(?:job|role|position"
        r"|post|gig) as (?:an? )?(?P<o>(?:[a-z-]+ ){0,2}[a-z-]+?)(?=[.,;!]"
        r"|$| (?:at|for|with|in|on|and)\b)",
    ),
    rule(
        "works_for",
        rf"(?:have|has|'ve got|got) an? (?:[\w-]+ ){{0,2}}(?:job|role|position"
        rf"|post|gig)(?: as (?:an? )?(?:[a-z-]+ ){{0,2}}[a-z-]+)? (?:at|for"
        rf"|with) {HIRER}",
    ),
    noted(
        "occupation",
        rf"{START}(?:[Oo]ccupation|[Pp]rofession|[Jj]ob(?: title)?|[Tt]rade"
        rf"|[Rr]ole): (?:an? )?(?P<o>[A-Za-z][^.,;:\n]{{2,40}}?)(?=[.,;\n]"
        rf"|$| at\b| for\b| with\b)",
    ),
    noted(
        "works_for",
        rf"{START}(?:[Ee]mployer|[Cc]ompany|[Ww]orkplace|[Ww]orks? (?:at|for)): "
        rf"(?:the )?(?P<o>{RUN})(?=[.,;\n]|$)",
    ),
    rule(
        "works_for",
        rf"{BE} (?:at|with) (?:the )?(?P<o>[{ORGANIZATION}]{REST}*)(?=[.;]"
        rf"|$|, (?:in|on|as)\b| (?:in (?:the )?[a-z]+ (?:team|department)"
        rf"|as|since)\b)",
        fits=NO_VISIT,
    ),
    rule(
        "occupation",
        rf"{BE} (?:the )?(?P<o>(?:deputy |acting |assistant |vice )?(?:head"
        rf"|director|vice president|VP|manager|president|chief) of (?:[a-z]+"
        rf"(?: and [a-z]+)?(?: [a-z]+)?))(?= (?:at|for|with)\b|[.,;]|$)",
    ),
    rule(
        "occupation",
        rf"(?:\bam|\bis|(?<=\bI)'m|(?<=\b[Hh]e)'s|(?<=\b[Ss]he)'s) (?:the |an? )?"
        rf"(?P<o>(?i:{NO_JOB}{JOB}))(?= (?:at|for|with|in) (?:the |an? )?[A-Z\ue100-\ue104])",
    ),
    rule(
        "occupation",
        r"(?P<s>\b[Mm]y) (?:job|profession|trade|line of work|career)(?: is"
        r"|'s)(?: in)? (?P<o>(?!to\b|the\b|very|so\b|really|not|too|pretty"
        r"|a bit|boring|hard|stress|killing|going|fine|great|good|bad|ok"
        r"|in\b|at\b)[a-z]+(?:ing|ry|cy|tion|ics|ture|ism|gy|work|law|medicine"
        r"|sales|IT)(?: [a-z]+)?)(?=[.,;]|$| and\b| at\b)",
    ),
    rule(
        "occupation",
        r"(?P<s>\b[Ii]|\b[Hh]e|\b[Ss]he) (?:do|does) (?P<o>[a-z]+(?: [a-z]+)?) for a living\b",
    ),
    rule(
        "occupation",
        rf"{BE} an? (?P<o>(?:[a-z]+ ){{0,2}}[a-z]+) by (?:profession|trade|training|day)\b",
    ),
    rule(
        "occupation",
        r"\b[Bb]y (?:profession|trade|day),? (?P<s>I)'?(?:m| am) an? (?P<o>(?:[a-z]+ ){0,2}[a-z]+)(?=[.,;]|$)",
    ),
    rule(
        "leads",
        rf"(?:(?:runs?|owns?|{BE} running) (?:my own|his own|her own|our own"
        rf"|an?|the)|(?:have|has|'ve got) (?:my|his|her|our) own) (?:(?!own\b)[a-z-]+ ){{0,2}}?"
        rf"(?P<o>{SHOP})(?=[.;]|,(?! ?[A-Z\ue100-\ue104])|$| (?:in|on|near"
        rf"|with|and|at|together)\b)",
    ),
    rule(
        "leads",
        rf"(?:runs?|owns?|have|has) (?:my own|his own|her own|our own|an?) "
        rf"(?:[a-z-]+ ){{0,2}}?(?:{SHOP}|business|company|firm)(?:,| called"
        rf"| named) (?P<o>{RUN})(?!\w| [A-Z])",
    ),
    rule(
        "leads",
        r"(?:leads?|manages?|runs?|heads?) (?:an? |the )?(?P<o>(?:[a-z]+ )?team of "
        r"(?:\d+|[a-z]+))(?=[.,;]|$| (?:at|in|of|and|engineers|people|developers"
        r"|nurses)\b)",
    ),
    rule(
        "studies",
        r"(?P<s>\b[Mm]y) (?:major|minor|degree|subject|course|field(?: of study)?)"
        r"(?: is|'s)(?: in)? (?P<o>[a-z]+(?: (?!and\b|at\b|but\b)[a-z]+){0,2})"
        r"(?=[.,;]|$| (?:at|and|but)\b)",
    ),
    rule(
        "studies",
        r"in (?:my|his|her) (?:first|second|third|fourth|fifth|final|last) year "
        r"(?:of|studying|doing) (?:an? )?(?P<o>(?!uni|college|school|high)[a-z]+"
        r"(?: (?!at\b|and\b)[a-z]+){0,2})(?=[.,;]|$| at\b)",
    ),
    rule(
        "studies",
        r"(?:taking|doing|attending) (?:an? )?(?:(?:evening|night|online"
        r"|weekly|weekend) )?(?:classes|lessons|courses|a course) in (?P<o>[a-z]+"
        r"(?: (?!at\b|and\b)[a-z]+)?)",
    ),
    rule(
        "studies_at",
        rf"(?:doing|finishing|starting|started|completing|working on) (?:my"
        rf"|his|her|their|an?) (?:master'?s|masters|PhD|MBA|MA|MSc|BA|BSc"
        rf"|degree|doctorate|apprenticeship|diploma)(?: in [a-z ]{{3,30}}?)? "
        rf"(?:at|with|from) (?:the )?(?P<o>{RUN})",
    ),
    rule(
        "member_of",
        rf"(?:{BE} (?:part of|in(?! the same\b))|{HAVE} joined|joined|(?:sings?|plays?|dances?"
        rf"|rows?) (?:in|with)) (?:the |our |my |an? (?!choir|band|orchestra|quartet))(?P<o>(?:(?:local|village"
        rf"|school|church|community|work|women's|men's|youth|amateur|five-a-side"
        rf"|town|parish|brass|ladies'?|mixed|samba|folk|jazz|rock|cover) )*{CLUB})"
        rf"(?=[.;!]|,(?! ?(?:called|[A-Z\ue100-\ue104]))|$| (?:in|at|on|and"
        rf"|that|which|with|near)\b)",
    ),
    rule(
        "member_of",
        rf"(?:{BE} part of|{HAVE} joined|joined|{BE} with) (?:the )?(?P<o>{RUN})",
        fits=GROUP_NAME,
    ),
    rule(
        "member_of",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:band|choir|team|club|group|troupe|orchestra"
        rf"|society|church|congregation)(?: is|'s)(?: called| named)? (?:the )?"
        rf"(?P<o>{RUN})",
    ),
)
# Behind the rules for clubs that have a name.
CLUBS: tuple[Rule, ...] = (
    rule(
        "member_of",
        rf"(?:{BE}|(?:sings?|plays?|rows?|runs?|swims?|dances?)(?: [a-z]+)?"
        rf"|belongs?) (?:also )?(?:in|on|with|to) "
        rf"(?:an?|the|my|our|his|her) (?P<o>(?!(?:same|whole|first|second"
        rf"|chat|other|wrong|right)\b){CHOIR}(?: and (?:the |an? )?{CHOIR})?)"
        r"(?=[.,;!]|$| (?:and|but|so|on|at|in|every|which|full|that|with|as)\b)",
        is_list=True,
    ),
)
