"""English rules for firms, schools, tools and hobbies that are left, in the words of every day.

The name may be short and in small letters ("left pellworth"), since it has to be known.
"""

from functools import partial

from nlp.facts.english.rules import RUN, START, rule
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
    r"(?! (?:morning at|minutes?|hours?))|on (?:[A-Z]\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"|for (?:good|ever|a job|an? better)|back in|after|and|but|because|so"
    r"|to (?:join|start|work|go|an?\b|the(?:ir|m)?\b|another)|when|as of|over|lol|haha|tho"
    r"|at the (?:end|start)"
    r"|at (?:long )?last|(?:first|second|third|final) year|for the)\b)"
)
LEFT_WORK = (
    r"(?:(?:quit|left) my (?:job|post|role) (?:at|with)|quit|left|resigned from|jumped ship from|bailed on"
    r"|parted ways with|finished (?:up )?at|walked out (?:of|on)|gave (?:my )?notice at"
    r"|stopped working (?:at|for)"
    r"|handed in my (?:notice|resignation) at|retired from|moved on from)"
)
SENT_AWAY = (
    r"(?:[Gg]ot|was|were|been|'ve been|have been) (?:just )?(?:laid off|let go|fired|sacked|made redundant"
    r"|axed|canned|cut)"
)
RULES: tuple[Rule, ...] = (
    noted(
        "works_for",
        rf"(?:{DID}|\b)(?i:no longer|not) (?:with|at|working (?:for|at)|employed (?:by|at)) {NAME}"
        rf"(?: any ?more)?{SINCE}",
        OVER,
    ),
    noted(
        "works_for",
        rf"{START}{NAME} (?:just )?(?:made (?:me|us) redundant|let me go|laid me off|fired me|sacked me"
        rf"|showed me the door|went (?:bust|under|bankrupt))",
        STOPPED,
    ),
    noted("lives_in", rf"(?:{DID}|\b)[Dd]o(?:n't|n’t|nt| not) live in {NAME} any ?m", OVER),
    noted(
        "studies_at",
        rf"(?:(?:kicked|threw|chucked) (?P<s>me)|(?:[Gg]ot|was|been) (?:kicked|thrown|chucked))"
        rf" out of {NAME}{SINCE}",
        STOPPED,
    ),
    noted(
        "uses",
        rf"(?:{DID}|\b)(?i:sold|scrapped|traded in|got rid of|wrote off|totalled|crashed) (?:the|my|our)"
        rf" {NAME}(?=[.,;!?\n]|$| (?:and|at|on|in|to|for|last|this|yesterday|today|so|because)\b)",
        STOPPED,
    ),
    noted(
        "likes",
        r"\b[Hh]aven['’]?t (?:touched|played|picked up) (?:an? |the |my )?(?P<o>[a-z]+) (?:in|since|for)\b",
        OVER,
    ),
    noted(
        "dislikes", r"\b(?P<o>[a-z]+) (?:have|has|'ve|'s) (?:really )?grown on (?P<s>me)\b", STOPPED
    ),
    noted(
        "married_to",
        rf"{DID}(?i:left|dumped|divorced|split (?:up )?(?:with|from)|broken? up with|broke up with)"
        rf" (?P<o>{SOMEONE}){SINCE}",
        STOPPED,
    ),
    noted(
        "pet",
        rf"{DID}(?i:gave|given) {NAME} (?:away|up to|to an?|to the)\b",
        STOPPED,
    ),
    noted(
        "pet",
        rf"{DID}(?:[Hh]ad to )?[Ss]a(?:y|id) (?:goodbye|farewell) to {NAME}{SINCE}",
        STOPPED,
    ),
    noted(
        "diet",
        rf"{DID}(?i:ditched|binned|packed in|jacked in) (?:the )?{DIET}(?: diet| thing| lark)?\b",
        STOPPED,
    ),
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
