"""Join what the trained network reads with the claims of the rules.

It adds facts that no rule reads, and takes away claims of rules that it finds very unlikely. It
ends or replaces nothing: that takes a word of change, which rules read.
"""

import re
from collections.abc import Collection, Sequence

from nlp.facts.authorship import introduced_name, mark_owner
from nlp.facts.family.roles import with_roles_of_named
from nlp.facts.family.unnamed import is_unnamed_tie
from nlp.facts.fitting import fits_predicate
from nlp.facts.rules import FACTS, OWNER, Claim
from nlp.facts.sentences import OWNER as WRITTEN_OWNER_SIGN
from nlp.facts.sentences import QUOTED, REST, mask
from nlp.facts.values import ARTICLE, TITLES, clean_value
from nlp.joined_subjects import ReadSource, subject_of
from nlp.mentions.words import words
from nlp.predicates import AGE, CONDITION, KIN_TIES, PERSONAL_TIES
from nlp.readers import LOCATION, ORGANIZATION, Found
from nlp.roles import role_of_word
from nlp.text.sentences import alternation
from nlp.trained.findings import Finding, ReadText, alike
from nlp.trained.network import held

METHOD = "reader"
# A value that is less likely is not stored: of those a little below it half are right (decision 44).
# Nor is it if its subject is less likely than this.
LEAST, LEAST_OF_SUBJECT = 0.98, 0.9
# A claim of a rule is dropped below the first; a tie to a name below the second: "bring your mother closer".
DOUBTED, DOUBTED_TIE = 0.1, 0.0001
# So is one whose subject is less likely than this.
DOUBTED_SUBJECT = 0.1
OWNER_NAMED = re.compile(f"{WRITTEN_OWNER_SIGN}{REST}*")
# Enough to be stored, and below what may replace a known state.
CONFIDENCE = 0.75
# A longer text of an assistant that does not name the owner is an answer: rules read it alone.
LONGEST_NOTE = 600
# Signs before a name that may tell whose relative it is.
TOLD_BEFORE = 60
# A value that goes on behind what was found: "carrots and".
CUT_OFF = re.compile(r",? (?:and|or|with|to|of|in|at|for|from|but)$", re.IGNORECASE)
# What is wished for is none yet: "both want to join the choir", 浜松に住みたい.
MAY_BE_WISHED = frozenset(
    {"member_of", "works_for", "lives_in", "studies_at", "leads", "reports_to"}
)
WISH_BEFORE = re.compile(
    r"\b(?:want|wants|wanted|hope|hopes|hoping|plan|plans|planning|would (?:like|love)|['’]d (?:like|love)"
    r"|thinking (?:of|about)|applied|applying)\b[^.!?\n]{0,24}$",
    re.IGNORECASE,
)
WISH_BEHIND = re.compile(r"[^。！？\n]{0,6}(?:たい|たがって|つもり|に応募|を受験)")
# What is said of these is not said of the owner: "My dentist is Dr. Okafor on Mill Lane".
MAY_BE_OF_OTHERS = frozenset({"lives_in", "works_for", "studies_at", "from"})
OTHER_BEFORE = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur) (?:[\w-]+ ){{0,2}}?(?:GP|{alternation(words('en_jobs'))})(?: is| was|['’]s|,)"
    r" (?:(?:Dr|Mrs?|Ms|St)\.|(?!\b(?:I|[Ww]e)\b)[^.!?\n])*$"
)


def with_learned(
    said: Sequence[Claim],
    text: str,
    *,
    mentions: Sequence[Found],
    language: str,
    speaker: str = "",
    is_assistant: bool = False,
    is_chat: bool = False,
    owner_names: Collection[str] = (),
) -> list[Claim]:
    """Return the claims of the rules without doubtful ones, and what the network adds, in order.

    The arguments are those of ``facts.find``. Without weights the claims come back as they are.
    """
    signs = mask(text, mentions, is_chat=is_chat)
    signs = _signs(text, signs, owner_names if is_assistant else ())
    source = ReadSource(text, signs, mentions, speaker or OWNER, language == "ja", is_assistant)
    trained = None if _is_answer(source) else held.get()
    if trained is None:
        return list(said)
    read = ReadText(trained, text, is_assistant=is_assistant)
    claims = [claim for claim in said if not _is_doubted(claim, source, read)]
    for finding in read.findings(LEAST):
        is_sure = finding.subject_chance >= LEAST_OF_SUBJECT
        claim = _claim_of(finding, source) if is_sure else None
        if claim is not None and not any(_says_the_same(claim, other) for other in claims):
            claims.append(claim)
    return sorted(claims, key=lambda claim: claim.order)


def _signs(text: str, signs: str, known: Collection[str]) -> str:
    """Return a masked text with the sign of the owner in place of their names."""
    name = introduced_name(signs)
    return mark_owner(text, signs, known if name is None else [text[slice(*name)]])


def _is_answer(source: ReadSource) -> bool:
    """Whether an assistant answers at length, and notes nothing of the owner."""
    is_long = len(source.text) > LONGEST_NOTE
    return source.is_assistant and is_long and WRITTEN_OWNER_SIGN not in source.signs


def _is_doubted(claim: Claim, source: ReadSource, read: ReadText) -> bool:
    """Whether the network finds nothing of a claim; it knows no ends, tasks and unnamed ties.

    Of ages and of words of change the rules know more.
    """
    if claim.kind == "task" or claim.predicate == AGE or is_unnamed_tie(claim):
        return False
    if claim.ends or claim.needs or claim.is_change:
        return False
    value = claim.value.partition(" (")[0]
    places = (source.text.find(value, claim.start, claim.end), source.text.find(value))
    at = next((place for place in places if place >= 0), None)
    if at is None:
        return False
    least = DOUBTED_TIE if claim.predicate in PERSONAL_TIES else DOUBTED
    if read.chance(claim.predicate, at, at + len(value)) < least:
        return True
    return _is_of_another(claim, at, at + len(value), source, read)


def _is_of_another(claim: Claim, start: int, end: int, source: ReadSource, read: ReadText) -> bool:
    """Whether the network finds that a value is told of somebody else than a claim says."""
    is_speaker = claim.subject == source.speaker
    if claim.subject is OWNER:
        named = [one.span() for one in OWNER_NAMED.finditer(source.signs)]
    else:
        named = [one.span() for one in re.finditer(re.escape(claim.subject), source.text)]
    if not named and not is_speaker:
        return False
    chance = read.subject_chance(claim.predicate, start, end, named, is_speaker=is_speaker)
    return chance < DOUBTED_SUBJECT


def _says_the_same(one: Claim, other: Claim) -> bool:
    """Whether two claims hold the same words under predicates that may stand for each other."""
    if other.predicate not in alike(one.predicate):
        return False
    value, known = one.value.casefold(), other.value.casefold()
    return value in known or known in value


def _claim_of(finding: Finding, source: ReadSource) -> Claim | None:
    """Return the claim of a finding; None if it is quoted, about nobody known, or does not fit."""
    subject = subject_of(finding, source)
    value = _value(finding, source)
    if subject is None or not value or QUOTED in source.signs[finding.start : finding.end]:
        return None
    if finding.predicate in MAY_BE_WISHED and _is_wished(finding, source):
        return None
    who, role = subject
    if who is OWNER and finding.predicate in MAY_BE_OF_OTHERS and _is_of_other(finding, source):
        return None
    claim = Claim(
        kind="fact" if finding.predicate in FACTS else "relation",
        subject=who,
        predicate=finding.predicate,
        object=value,
        value=value,
        confidence=CONFIDENCE,
        start=finding.start,
        end=finding.end,
        method=METHOD,
        is_change=False,
        role=role,
    )
    if finding.predicate == "lives_in" and _is_firm(finding, source):
        return None
    places = {one.surface for one in source.mentions if one.type == LOCATION}
    if not fits_predicate(claim, source.text, places, is_japanese=source.is_japanese):
        return None
    return _with_tie(claim, source)


def _is_wished(finding: Finding, source: ReadSource) -> bool:
    if source.is_japanese:
        return WISH_BEHIND.match(source.text, finding.end) is not None
    return WISH_BEFORE.search(source.text[: finding.start]) is not None


def _is_firm(finding: Finding, source: ReadSource) -> bool:
    """Whether the words are the name of a firm: "moved to Barclays in May"."""
    firms = (one for one in source.mentions if one.type == ORGANIZATION)
    return any(one.start <= finding.start and finding.end <= one.end for one in firms)


def _is_of_other(finding: Finding, source: ReadSource) -> bool:
    return OTHER_BEFORE.search(source.text[: finding.start]) is not None


def _value(finding: Finding, source: ReadSource) -> str:
    words = clean_value(source.text[finding.start : finding.end], is_japanese=source.is_japanese)
    words = CUT_OFF.sub("", words)
    if finding.predicate in {CONDITION, "pet"}:
        words = ARTICLE.sub("", words)
    if finding.predicate in PERSONAL_TIES and source.is_japanese:
        words = TITLES.sub("", words)
    return words


def _with_tie(claim: Claim, source: ReadSource) -> Claim | None:
    """Return a claim; a tie to a relative with what they are to the owner.

    A relative without a name is left to the rules, which know whose it is.
    """
    if claim.predicate not in KIN_TIES or claim.subject is not OWNER:
        return claim
    if role_of_word(claim.value):
        return None
    told_from = max(0, claim.start - TOLD_BEFORE)
    return with_roles_of_named([claim], source.text, source.signs, told_from=told_from)[0]
