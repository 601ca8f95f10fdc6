"""English rules for firms, schools, tools and hobbies that are left, in the words of every day.

The name may be short and in small letters ("left pellworth"), since it has to be known.
"""

from functools import partial

from nlp.facts.english.rules import RUN, rule
from nlp.facts.english.work import JOB
from nlp.facts.rules import ANYTHING, SOMEONE, Rule, Validity
from nlp.facts.sentences import REST

from .belongings import DIET, I_DID

known = partial(rule, is_of_known=True)
noted = partial(known, is_elidable=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
DID = rf"(?:{I_DID}|(?<=just )|(?<=recently )|(?<=officially )|(?<=so )|(?<=, )|(?<=have just ))"
NAMED = rf"(?:[{ANYTHING}]{REST}*(?: {RUN})?|{RUN}|[a-z][a-z&'-]{{2,}})"
NAME, OLD = rf"(?:the |my )?(?P<o>{NAMED})", rf"(?:the |my |an? )?(?P<left>{NAMED})"
NEW = rf"(?:the |my |an? )?(?P<o>{NAMED})"
# What stands behind a name that was left; "left Norvik at six" is a way home.
SINCE = (
    r"(?=\s*(?:[.,;:!?)\n–—]|$)| (?:today|yesterday|(?:this|last|in|a|an|two|three|four|five|six|\d+)\b"
    r"(?! (?:morning at|minutes?|hours?))|on [A-Z]|for (?:good|ever|a job|an? better)|back in|after"
    r"|and|but|because|so|to (?:join|start|work|go)|when|as of)\b)"
)
LEFT_WORK = (
    r"(?:quit|left|resigned from|walked out (?:of|on)|gave (?:my )?notice at|stopped working (?:at|for)"
    r"|handed in my (?:notice|resignation) at|retired from|moved on from)"
)
SENT_AWAY = (
    r"(?:[Gg]ot|was|were|been|'ve been|have been) (?:just )?(?:laid off|let go|fired|sacked|made redundant"
    r"|axed|canned|cut)"
)
RULES: tuple[Rule, ...] = (
    noted("works_for", rf"{DID}(?i:{LEFT_WORK}) {NAME}{SINCE}", STOPPED),
    noted("works_for", rf"(?:{DID}|\b){SENT_AWAY} (?:from|by|at) {NAME}{SINCE}", STOPPED),
    noted(
        "studies_at",
        rf"{DID}(?i:dropped out of|quit|left|graduated from|withdrew from|finished at"
        rf"|stopped going to|transfer+ed out of) {NAME}{SINCE}",
        STOPPED,
    ),
    noted(
        "studies_at",
        rf"{DID}(?i:transfer+ed|switched|moved) from {OLD} to {NEW}",
        BEGINS,
        subjects=ANYTHING,
    ),
    noted(
        "uses",
        rf"{DID}(?i:traded|swapped|switched|exchanged)(?: in)? {OLD}(?: in)? for {NEW}",
        BEGINS,
    ),
    noted(
        "uses",
        rf"(?:{DID}|(?<=[Ff]inally )|\b[Ff]inally )(?:cancell?ed|canned|closed|deleted|dropped|left|quit"
        rf"|ditched) {NAME}{SINCE}",
        STOPPED,
    ),
    noted("diet", rf"(?:{DID}|\b)[Nn]ot (?:doing|on|eating) (?:the )?{DIET} any ?more\b", OVER),
    noted("diet", rf"{DID}(?i:came off|went off|stopped doing|quit) (?:the )?{DIET}\b", STOPPED),
    known("diet", rf"(?:{DID}|'m |am )(?:done|finished|through) with {DIET}\b", OVER),
    noted(
        "likes",
        rf"{DID}(?i:gave up|quit|stopped playing|stopped doing|retired from) (?P<o>[a-z]+(?: [a-z]+)?)"
        r"(?= (?:for good|after|last|in [A-Z]|this|completely|entirely|years?|months?)\b|[.,;!]|$)",
        STOPPED,
    ),
    noted(
        "occupation",
        rf"{DID}(?i:stopped|quit|gave up|finished) (?:being|working as|work as) (?:an? |the )?"
        rf"(?P<o>{JOB})\b",
        STOPPED,
    ),
    noted(
        "married_to",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) (?:are|got|have been|were) (?:now |finally |officially )?"
        rf"(?:divorced|separated)\b",
        STOPPED,
    ),
)
