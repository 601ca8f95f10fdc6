"""English rules for the job of the user, and whom they work with, in notes of an assistant."""

from functools import partial

from nlp.facts.english.groups import TEAM
from nlp.facts.english.relations import HONORIFIC, WHOSE
from nlp.facts.english.rules import MATE, RUN, START, rule
from nlp.facts.english.work import JOB, NO_JOB
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import PERSON

noted = partial(rule, is_elidable=True)
# "Joined Emma" is no job.
FIRM = rf"(?:the )?(?![{PERSON}])(?P<o>{RUN})"
WORK = rf"(?P<o>(?i:{NO_JOB}{JOB}))"
AS = r"as (?:an? |the |its |their )?(?:new )?"
BEGUN = r"(?:joined|started (?:work )?(?:at|with)|moved to|switched to|transferred to|been hired by|hired by)"
# "A squad of six", "a team of 12 engineers".
NUMBER = r"(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty)"
CREW = (
    rf"(?P<o>(?:[a-z]+ )?{TEAM} of (?:about |around |over )?{NUMBER}"
    r"(?: (?!and\b|at\b|in\b|for\b|with\b|on\b|who\b)[a-z]+)?)"
)
STAFF = (
    r"(?:workers|employees|staff|helpers|colleagues|co-?workers|workmates|team-?mates|farm-?hands|assistants"
    r"|direct reports|reports|apprentices|team members)"
)
# A name, and what it is in brackets: "Shane (mechanic, part time)".
_EACH = rf"{SOMEONE}(?: \([^()\n]{{1,40}}\))?"
RULES: tuple[Rule, ...] = (
    rule("works_for", rf"{BEGUN} {FIRM},? {AS}(?i:{NO_JOB}{JOB})\b", Validity.BEGINS),
    rule("occupation", rf"{BEGUN} (?:the )?{RUN},? {AS}{WORK}\b", Validity.BEGINS),
    rule("reports_to", rf"(?:reporting|answering|answers) (?:directly )?to {HONORIFIC}{MATE}"),
    noted("reports_to", rf"{START}[Rr]eport(?:s|ing) (?:directly )?to {HONORIFIC}{MATE}"),
    rule(
        "leads",
        rf"(?:leads?|manages?|runs?|heads?|supervises?|leading|managing) (?:an? |the ){CREW}",
    ),
    rule(
        "colleague",
        rf"(?:sits|works) (?:next to|opposite|beside|alongside|closely with|most closely with) {MATE}"
        r"(?=[.,;]|$| (?:and|on|at|in|from|who)\b)",
    ),
    noted("leads", rf"{START}(?:[Ll]eads|[Mm]anages|[Hh]eads|[Ss]upervises) (?:an? |the )?{CREW}"),
    rule(
        "colleague",
        rf"{WHOSE} {STAFF}(?: are| is| include|:|,) "
        rf"(?P<o>{_EACH}(?:(?:,|,? and) {_EACH})*)",
        Validity.STANDS,
        is_list=True,
    ),
)
