"""English rules for tastes that have changed, if they are known."""

from functools import partial

from nlp.facts.english.personal import END
from nlp.facts.english.rules import BE, START, rule
from nlp.facts.rules import ANYTHING, Rule, Validity
from nlp.facts.sentences import REST

known = partial(rule, is_of_known=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
NO_MORE = r"(?:any ?more|any ?longer|these days|nowadays)"
VERY = (
    r"(?:just |really |actually |even |particularly |quite |rather |honestly |totally |completely "
    r"|right |absolutely |all )*"
)
# What is liked: a few words, none of which begins another statement.
NAME = rf"[{ANYTHING}]{REST}*"
THING = (
    rf"(?P<o>{NAME}|(?!(?:it|this|that|them|these|those|you|him|her|me|my|the idea|here"
    r"|there)\b)[A-Za-z][\w'-]*(?: (?!(?:and|but|so|because|any ?more|these|now|nowadays|since|for"
    r"|when|after|not|at)\b)[\w'-]+){0,3})"
)
BEFORE_VERB = (
    rf"(?P<o>{NAME}|(?!(?:It|This|That|They|These|Those|He|She|There|What|Which|Who|One|You|We|I|My"
    r"|The)\b)[A-Z][\w'-]*(?: (?!(?:and|but)\b)[\w'-]+){0,3}?)"
)
STOP = (
    r"(?=\s*(?:[.,;:!?()\n–—]|$)| (?:and|but|so|because|since|after|when|for good|any ?more|these"
    r" days|nowadays|now|lately|at all|though|ever since)\b)"
)
NOT_TODAY = (
    r"(?! (?:for (?:today|now|tonight|the (?:day|week|moment|time))|today|tonight|this (?:week|month"
    r"|weekend|morning)))"
)
TAKE = r"(?:drink|eat|watch|play|listen to|read|smoke|use|wear)"
RULES: tuple[Rule, ...] = (
    known(
        "likes",
        rf"(?:don't|do not|doesn't|does not|never) {VERY}{TAKE} {THING} any ?(?:more|longer)\b",
        OVER,
    ),
    known("likes", rf"(?:gone|went) {VERY}off {THING}{STOP}", OVER),
    known(
        "likes",
        rf"{BE} {VERY}(?:over|done with|through with|finished with|fed up with|tired of|bored (?:of|with"
        rf"|by)|sick of|out of love with|past) {THING}{NOT_TODAY}{STOP}",
        OVER,
    ),
    known(
        "likes",
        rf"(?:can't|cannot|couldn't|don't|do not) {VERY}(?:stand|stomach|bear|enjoy|like|love|care for|get"
        rf" into|get excited about) {THING} (?:any ?more|any longer|these days|nowadays|now)\b",
        OVER,
    ),
    known(
        "likes",
        r"(?:used to|once) (?:love|like|enjoy|adore|be (?:really |so )?into|be mad about|be obsessed"
        rf" with) {THING},? (?:but )?(?:not|no longer|I don't|that's over|it bores me|I can't)\b",
        OVER,
    ),
    known(
        "likes",
        rf"{START}{BEFORE_VERB} (?:doesn't|don't|does not|do not|no longer) (?:do it for|does it for"
        rf"|excites?|interests?|appeals? to|bring (?P<joy>joy to)|thrills?) (?P<s>me)(?: {NO_MORE}| the"
        r" way)?",
        OVER,
    ),
    known(
        "likes",
        rf"{START}{BEFORE_VERB} (?:bores?|tires?|disgusts?|annoys?) (?P<s>me) (?:now|these days|nowadays)",
        OVER,
    ),
    known(
        "likes",
        rf"{START}{BEFORE_VERB} (?:isn't|is not|aren't|are not) (?:for (?P<s>me)|fun for (?P<us>us))"
        rf" {NO_MORE}",
        OVER,
    ),
    known(
        "likes",
        r"(?:lost|have lost|'ve lost) (?:all |any |my |the )*(?:taste|appetite|love|passion|enthusiasm"
        rf"|liking|interest) (?:for|in|of) {THING}{STOP}",
        OVER,
    ),
    known("likes", rf"(?:had|have had|'ve had) (?:enough|my fill) of {THING}{STOP}", OVER),
    known("likes", rf"(?:fell|fallen) out of love with {THING}{STOP}", OVER),
    known(
        "likes",
        rf"(?:given up|gave up|quit|sworn off|swore off|kicked|packed in|ditched) (?:on )?{THING}(?! (?:in"
        r" (?:school|college|19|20)|as a (?:kid|child)|for (?:lent|january|now|a (?:day|week|month))))(?="
        r" for good| and\b| last\b| this\b| in\b|[.!,;]|$| completely| altogether| years?\b)",
        STOPPED,
    ),
    known(
        "likes",
        rf"(?:stopped|quit) (?:eating|drinking|enjoying|liking|loving) {THING}{NOT_TODAY}(?! because"
        r" of)(?=[.!,;]|$| for good| altogether| completely| ages| years| months| last| since| when|"
        r" because)",
        STOPPED,
    ),
    known(
        "dislikes",
        r"(?:grown|come|learned|learnt|started|begun|got) to (?:actually |really |quite |even )?(?:love"
        rf"|like|enjoy|appreciate|adore) {THING}{STOP}",
        OVER,
    ),
    known(
        "dislikes",
        rf"(?:actually|really|genuinely|even|quite|now) (?:like|love|enjoy) {THING} (?:now|these days"
        r"|nowadays)",
        OVER,
    ),
    known(
        "dislikes",
        r"(?:don't|do not|no longer) (?:actually |really |even )?(?:mind|hate|dislike|loathe|detest"
        rf"|object to|have a problem with) {THING}(?: {NO_MORE})?{STOP}",
        OVER,
    ),
    known(
        "dislikes",
        rf"{START}(?:[Tt]urns out )?{BEFORE_VERB} (?:has|have) (?:really |finally |actually )?grown on"
        r" (?P<s>me)\b",
        OVER,
    ),
    known(
        "dislikes",
        r"(?:got|gotten|have got|'ve got) over my (?:dislike|hatred|fear|aversion|hate) (?:of|for)"
        rf" {THING}{STOP}",
        OVER,
    ),
    known(
        "dislikes",
        rf"(?:used to|once) (?:hate|dislike|loathe|detest|despise|not stand|can't stand) {THING},? (?:but"
        r"|and|now|until)\b",
        OVER,
    ),
    known(
        "prefers",
        r"(?:[Ss]witched|[Cc]hanged|[Mm]oved|gone|[Gg]raduated|[Cc]onverted) (?:over )?from"
        rf" (?P<left>{NAME}|[\w' -]{{2,30}}?) to (?P<o>{NAME}|[\w'-]+(?: (?!in\b|on\b|for\b|at\b|and\b"
        r"|when\b|last\b|this\b|since\b)[\w'-]+){0,2})(?! (?:this morning|today|for (?:the|this|now)))",
        BEGINS,
        is_elidable=True,
    ),
    known(
        "prefers",
        r"prefers? (?P<o>[a-z][\w' -]{1,30}?) (?:now|these days|nowadays),? (?:not|instead of|rather"
        rf" than|over|to) (?P<left>[a-z][\w' -]{{1,30}}?){END}",
        BEGINS,
    ),
    known(
        "prefers",
        r"(?:now|these days|nowadays),? (?P<s>I) (?:\w+ )?prefer (?P<o>[a-z][\w' -]{1,30}?) (?:to|over"
        rf"|rather than|instead of) (?P<left>[a-z][\w' -]{{1,30}}?){END}",
        BEGINS,
    ),
    known(
        "prefers",
        r"rather (?:get |have |use |take |drink |do |go by )?(?P<o>[a-z][\w' -]{1,30}?) than"
        r" (?P<left>[a-z][\w' -]{1,30}?) (?:now|these days|nowadays)\b",
        BEGINS,
    ),
    known(
        "prefers",
        rf"(?:don't|do not|no longer) {VERY}(?:prefer|favou?r) {THING}(?: {NO_MORE})?{STOP}",
        OVER,
    ),
)
