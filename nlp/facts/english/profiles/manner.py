"""English rules for how the user wants to be answered: "Wants short answers, no preamble"."""

from functools import partial

from nlp.facts.english.personal import END
from nlp.facts.english.rules import BE, START, UPPER, USER, rule
from nlp.facts.english.tastes import COMPLEMENT, SPECIFIC
from nlp.facts.rules import SOMEONE, Rule

noted = partial(rule, is_elidable=True)
ANSWERS = (
    r"(?:answers|replies|responses|explanations|instructions|recommendations|summaries|corrections|examples"
    r"|messages|sentences|steps|bullet points|bullets|lists|code|feedback|units|measurements"
    r"|recipes|suggestions|drafts|e-?mails|language|words|wording|English|prices|amounts|links|sources)"
)
ONE_ANSWER = (
    r"(?:an? (?:single|firm|clear|straight|direct|honest|short|quick|plain) (?:recommendation|answer|reply"
    r"|opinion|style|tone)|an? [a-z]+(?:,? (?:and )?[a-z]+)? (?:tone|style))"
)
MANNER = (
    r"(?:short|shorter|brief|concise|long|detailed|direct|plain|simple|numbered|bulleted|formal|informal"
    r"|casual|friendly|polite|blunt|honest|firm|clear|straight|quick|practical|step-by-step|metric"
    r"|imperial|written|everyday|no-nonsense|British|American|easy|full|complete|precise|exact|big|large)"
)
SAID_HOW = (
    r"(?: (?:kept|numbered|in|as|with|without|to be|written|explained|that are|first|step by step|only"
    r"|(?:(?:that|which) )?(?:he|she|they) can)\b"
    r"[^.;:!?()\n,]{0,60}?)"
)
# One request asks for an answer "about" or "for" something, a lasting wish does not.
NO_REQUEST = r"(?! (?:about|for|of|on|to) )"
WISH = (
    rf"(?P<o>(?:(?:{MANNER},? (?:and )?){{1,3}}(?:[a-z]+ )?{ANSWERS}\b{NO_REQUEST}{SAID_HOW}?"
    rf"|{ANSWERS}{SAID_HOW}|{ONE_ANSWER}{NO_REQUEST}{SAID_HOW}?)){END}"
)
WANTS = r"(?:wants?|likes?|would like|asks for|expects|appreciates|asked for|has asked for)"
ADDRESSED = r"(?:called|addressed as|known as|referred to as)"
NAMED = rf"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?(?:{SOMEONE}|{UPPER}[\w'-]+)"
# Of several wishes for how answers look each is one: "metric units, short lists and UK spelling".
LOOKS = (
    r"(?:answers|replies|responses|explanations|summaries|examples|sentences|paragraphs|headings|tables|steps"
    r"|bullet points|bullets|lists|checklists|code|comments|units|measurements|formats?|spellings?|wording"
    r"|language|terms|names|dates|times|prices|amounts|links|sources|citations|references|idioms|tone|style"
    r"|headers|diagrams|charts|emojis?|quotes|abbreviations|English)"
)
LOOK = (
    rf"(?!(?:no|not|without|never|his|her|their|dislikes|likes|hates|wants|prefers|asks|asked|needs"
    rf"|uses|is|has) )(?:[\w-]+ ){{0,3}}?{LOOKS}"
)
UPSET = (
    r"(?:annoyed|irritated|frustrated|put off|bored|bothered|wound up|irked|exasperated|overwhelmed"
    r"|stressed)"
)
RULES: tuple[Rule, ...] = (
    noted(
        "prefers",
        rf"(?:prefers|{START}[Pp]refers|wants|{START}[Ww]ants) "
        rf"(?P<o>{LOOK}(?:, {LOOK})*,? and {LOOK})(?=[.,;!]|$| (?:and|but)\b)",
        is_list=True,
    ),
    rule(
        "dislikes",
        r"(?:has|have|stated|states|expressed|expresses|mentioned|noted|'ve got) an? (?:strong |real "
        r"|deep |lasting )?"
        rf"(?:dislike|hatred|aversion) (?:of|for|to) {COMPLEMENT}",
    ),
    # What somebody is upset by lasts if it comes again and again.
    rule(
        "dislikes",
        rf"(?:gets|get) (?:easily |quickly |often |very |really |a bit |quite )?{UPSET} (?:by|with|at)"
        rf" {COMPLEMENT}",
    ),
    rule(
        "dislikes",
        rf"(?:finds?) (?P<o>(?!{SPECIFIC})[a-z][^.;:!?()\n,]{{2,40}}?) (?:really |very |quite |so )?(?:annoying"
        r"|irritating|tedious|unbearable|patronising|patronizing|off-putting|overwhelming|distracting)(?=[.,;!]"
        r"|$| and\b)",
    ),
    noted(
        "dislikes",
        rf"{START}(?:[Gg]ets|[Ii]s) (?:easily |quickly |often )?{UPSET} (?:by|with|at) {COMPLEMENT}",
    ),
    rule(
        "dislikes", rf"{USER} {BE} (?:easily |quickly |often ){UPSET} (?:by|with|at) {COMPLEMENT}"
    ),
    rule(
        "prefers",
        rf"(?:prefers?|wants|likes) (?P<o>to be {ADDRESSED} {NAMED})(?=[.,;!)]|$| and\b|\W)",
    ),
    rule(
        "name",
        rf"(?:prefers?|wants|likes) to be (?:addressed|known) as (?P<o>{NAMED})(?=[.,;!)]|$| and\b)",
    ),
    # "Code first and the explanation after" is one wish.
    rule(
        "prefers",
        r"[Pp]refers (?P<o>(?:the )?[a-z][a-z -]{2,30} (?:first|up front|before),? (?:and|then) (?:the )?"
        r"[a-z][a-z -]{2,30}? (?:after(?:wards)?|second|last|later))(?=[.,;!]|$)",
        is_elidable=True,
    ),
    rule("prefers", rf"{USER} (?:also |always |usually )?{WANTS} {WISH}"),
    rule("prefers", rf"(?<=\band )(?:also |always )?wants {WISH}"),
    noted("prefers", rf"{START}(?:[Aa]lso |[Aa]lways )?(?:[Ww]ants|[Ll]ikes|[Ee]xpects) {WISH}"),
    noted(
        "prefers",
        rf"{START}(?:[Pp]referred tone|[Rr]eply style|[Aa]nswer style|[Cc]ommunication style"
        rf"|[Ss]tyle of answers)(?: preferred)?: (?P<o>[a-z][^.;!?\n]{{3,60}}?)(?=[.;!]|$)",
    ),
    noted(
        "prefers",
        rf"{START}(?:[Pp]references?|[Pp]refs?)(?: noted)?: (?P<o>[a-z][^.;!?\n]{{3,70}}?)(?=[.;!]|$)",
    ),
)
