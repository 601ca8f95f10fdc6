"""English rules for pets, tools, diets, jobs, chiefs and groups that are left, if they are known."""

from functools import partial

from nlp.facts.english.food_and_pets import FED, FREE
from nlp.facts.english.rules import BE, HAVE, RUN, START, USER, rule
from nlp.facts.english.work import JOB
from nlp.facts.rules import ANYTHING, SOMEONE, Rule, Validity
from nlp.facts.sentences import REST

from .work_and_home import HERE

known = partial(rule, is_of_known=True)
noted = partial(known, is_elidable=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
I_DID = (
    rf"(?:{START}|(?<=\b[Ii] )|(?<=\b[Ww]e )|(?<=\b[Ii]'ve )|(?<=\b[Ww]e've )|(?<=have )"
    rf"|(?<=finally )|(?<=and ))"
)
USER_DID = rf"(?:{I_DID}|{USER} (?:(?:has|have|just|recently|finally) ){{0,2}})"
NAMED = rf"(?:[{ANYTHING}]{REST}*|(?!(?:He|She|It|They|This|That|There|Who|What|One|I|We|My|Our)\b){RUN})"
NAME, OLD = rf"(?P<o>{NAMED})", rf"(?P<left>{NAMED})"
MODEL = rf"{NAMED}(?: \d\w*)?"
# "User replaced her old Fiesta with a used 2019 Yaris."
YEAR, NEWER = r"(?:(?:19|20)\d\d )?", r"(?:(?:used|new|newer|brand-new|second-?hand|leased) )*"
MINE = r"(?:(?:my|the|our|his|her|their) (?:old )?)?"
TOOL, OLD_TOOL = rf"{MINE}(?P<o>{YEAR}{MODEL})", rf"{MINE}(?P<left>{YEAR}{MODEL})"
DIET = rf"(?P<o>(?i:{FED}|{FREE}))"
OLD_DIET = rf"(?P<left>(?i:{FED}|{FREE}|omnivore))"
DEAD = (
    r"(?:died|passed away|passed on|was put (?:to sleep|down)|has died|has passed(?: away)?|didn't make it"
    r"|had to be put (?:to sleep|down)|is no longer with us|crossed the rainbow bridge|was run over"
    r"|went missing and|was rehomed|ran away (?:for good|last|in))"
)
WHEN = (
    r"(?=\s*(?:[.,;:!?)\n–—]|$)| (?:and|but|so|for|after|in|on|last|this|now|yesterday"
    r"|because|when|at|since|from)\b)"
)
BROKE = (
    r"(?:died|broke|is dead|gave up the ghost|packed in|packed up|is broken beyond"
    r" repair|got stolen|was stolen)"
)
PETS: tuple[Rule, ...] = (
    noted("pet", rf"{START}(?:[Mm]y |[Oo]ur )?(?:[a-z]+ ){{0,2}}{NAME} {DEAD}", STOPPED),
    noted(
        "pet",
        rf"{I_DID}(?:[Hh]ad|[Hh]ave) to (?:have|put) {NAME} (?:put )?(?:to sleep|down)",
        STOPPED,
    ),
    noted(
        "pet",
        rf"{I_DID}(?:[Ss]aid (?:goodbye|farewell) to|[Ll]ost|[Bb]uried) {NAME}{WHEN}",
        STOPPED,
    ),
    noted(
        "pet",
        rf"{I_DID}(?:[Rr]ehomed|[Gg]ave away|[Gg]ave up|[Ff]ound (?:a )?(?:new|loving|good)"
        rf" home for) {NAME}{WHEN}",
        STOPPED,
    ),
)
TOOLS: tuple[Rule, ...] = (
    noted(
        "uses",
        rf"{USER_DID}"
        rf"(?i:ditched|swapped|dropped|replaced|exchanged|left|traded(?: in)?|dumped|gave up) {OLD_TOOL}"
        rf" (?:for|with|in favou?r of) (?:an? |the |my )?{NEWER}(?P<o>{YEAR}{MODEL}|plain text(?: files)?"
        rf"|pen and paper|paper)",
        BEGINS,
    ),
    noted(
        "uses",
        rf"{I_DID}(?i:moved|migrated|switched|transferred|exported|shifted)"
        rf" (?:[^.;,!?]{{1,30}}? )?(?:out of|off"
        rf"|away from|from) {OLD_TOOL} (?:and )?(?:in|on|over)?(?: )?to (?P<o>{MODEL})",
        BEGINS,
    ),
    noted(
        "uses",
        rf"{START}(?:[Mm]y |[Tt]he )?{OLD_TOOL} {BROKE}[^.;!?]{{0,30}}?(?:,| so| and) (?:I "
        rf"|we )?(?:'ve |have )?(?:got"
        rf"|bought|switched to|moved to|have|'m on|am on|upgraded to) (?:an? |the )?(?P<o>{MODEL})",
        BEGINS,
    ),
    noted(
        "uses",
        rf"{USER_DID}"
        rf"(?i:ditched|dumped|binned|scrapped|abandoned|deleted|uninstalled|cancelled|sold|stopped using"
        rf"|quit using|got rid of|gave up on|gave up|moved off|moved away from|stopped"
        rf" paying for) {TOOL}{WHEN}",
        STOPPED,
    ),
    known(
        "uses",
        rf"{BE} (?:done with|finished with|through with|no longer (?:using|on)) {TOOL}{WHEN}",
        OVER,
    ),
)
DIETS: tuple[Rule, ...] = (
    noted(
        "diet",
        rf"{I_DID}(?i:went|gone|moved|switched|changed) from (?:being )?(?:an? )?{OLD_DIET} to (?:being )?"
        rf"(?:fully |strictly |mostly |completely )?(?:an? )?(?P<o>(?i:{FED}|{FREE}|omnivore))",
        BEGINS,
    ),
    noted(
        "diet",
        rf"{I_DID}(?i:gave up|given up|stopped|quit|dropped|abandoned) (?:being |eating |the"
        rf" |my )?(?:an? )?{DIET}"
        r"(?: diet| food)?(?! for (?:today|now|lent))",
        STOPPED,
    ),
    noted("diet", rf"{START}[Nn]o longer (?:an? )?{DIET}\b", OVER),
    noted("diet", rf"{START}{DIET} no (?:more|longer)\b", OVER),
)
JOBS: tuple[Rule, ...] = (
    noted("occupation", rf"{START}(?P<o>(?i:{JOB})) no (?:more|longer)\b", OVER),
    known(
        "occupation",
        rf"(?:(?:got |been |was )?promoted|went|moved|switched|retrained|changed) from (?:being )?(?:an? )?"
        rf"(?P<left>[a-z]+(?: [a-z]+){{0,2}}?) to (?:being )?(?:an? )?(?P<o>[a-z]+(?: [a-z]+){{0,2}}){HERE}",
        BEGINS,
    ),
    noted(
        "occupation",
        rf"{I_DID}(?i:gave up|quit|stopped|retired from) (?:being |working as |my job as |my work as )(?:an? )?"
        rf"(?P<o>{JOB})\b",
        STOPPED,
    ),
    noted("occupation", rf"{I_DID}[Rr]etired as an? (?P<o>{JOB})\b", STOPPED),
    known(
        "occupation",
        rf"(?P<s>\b[Mm]y) (?:days|years|time|career|life) as an? (?P<o>{JOB}) (?:are|is|has"
        rf"|have) (?:now )?(?:over"
        r"|done|ended|finished|behind me|come to an end)",
        STOPPED,
    ),
)
COMPANY: tuple[Rule, ...] = (
    noted(
        "reports_to",
        rf"{START}(?P<left>{SOMEONE}) (?:has |'s )?(?:left|retired|quit|resigned|moved (?:on"
        rf"|teams?|departments?)"
        rf"|gone|transferred)[^.;!?]{{0,24}}?[,;]? (?:so |and )?(?:I (?:now )?(?:report"
        rf"|answer) to|my (?:new )?(?:boss"
        rf"|manager|supervisor)(?: now)? is(?: now)?) (?P<o>{SOMEONE})",
        BEGINS,
    ),
    noted(
        "member_of",
        rf"{I_DID}(?i:dropped out of|quit|left|resigned from|stopped going to|pulled out of|stepped down from"
        rf"|gave up my (?:place|spot|seat|membership) (?:in|at|with)) (?:the )?{NAME}{WHEN}",
        STOPPED,
    ),
    known(
        "member_of",
        rf"(?:{BE} (?:no longer|not) (?:in|with|part of|a member of|on)|don't (?:sing|play"
        rf"|row|run|train) (?:with|in"
        rf"|for)) (?:the )?{NAME}{WHEN}",
        OVER,
    ),
    noted(
        "works_for",
        rf"{I_DID}(?i:handed (?:in|back|over)|turned in|gave back|returned) (?:my |the"
        rf" )?(?:badge|laptop|keys?|pass"
        rf"|lanyard|company car|uniform|key card|work phone) (?:at|to|for) (?:the )?{NAME}{WHEN}",
        STOPPED,
    ),
    known(
        "works_for",
        rf"(?:the )?{NAME} (?:let|laid|made)[^.;!?]{{1,40}}? (?:go|off"
        rf"|redundant)\b[^.;!?]{{0,24}}?(?:(?P<s>me) included"
        r"|including (?P<me>me))",
        STOPPED,
    ),
    noted("works_for", rf"{I_DID}(?:{HAVE} )?[Rr]etired from (?:the )?{NAME}{WHEN}", STOPPED),
)
RULES: tuple[Rule, ...] = PETS + TOOLS + DIETS + JOBS + COMPANY
