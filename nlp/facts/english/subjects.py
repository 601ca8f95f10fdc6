"""Find the subject of an English verb: a name, a pronoun, the speaker, or whom a sentence is about."""

import re
from dataclasses import replace

from nlp.facts.family.roles import CALLED, PET
from nlp.facts.rules import NAMED, SOMEONE, Rule
from nlp.facts.sentences import OWNER, PERSON, REST, SPEAKER, WRITTEN_OWNER, Sentence, Subject

from .rules import ADVERBS, KIN, PARENT, UPPER

# "How do I play": who asks states nothing.
NOT_ASKED = "".join(
    f"(?<!{word} )" for word in ("do", "did", "can", "could", "should", "would", "shall")
)
# "from Murano who speaks": the place does not speak.
NOT_BEHIND = "".join(f"(?<!{word} )" for word in ("from", "in", "at", "near", "of", "to", "with"))
# Who is called by what they are, and by nothing before it: "mom has asthma", "Wife's birthday".
BARE = (
    rf"(?:(?:(?<![a-z] )|(?<=\band )){CALLED}"
    r"|(?<![\w,'] )(?:[Ww]ife|[Hh]usband|[Hh]ubby|[Mm]issus))\b"
)
BEFORE = re.compile(
    rf"(?:^|[\s,(\"“]){NOT_ASKED}(?:(?P<first>[Ii]"
    rf"|{OWNER}{REST}*(?: and (?:his|her|their) [a-z]+(?: {SOMEONE})?)?)"
    rf"|(?P<us>[Ww]e|(?:[Mm]e|I) and (?:my|the) [a-z]+(?: {SOMEONE})?)"
    rf"|(?P<pronoun>[Hh]e|[Ss]he|[Tt]hey)|(?:[Mm]y|[Oo]ur|{OWNER}{REST}*'s) (?:(?:old|older|eldest|oldest"
    rf"|little|younger|youngest|big|best|new|twin) )?(?P<kin>[{PERSON}]{REST}*|{KIN}|{PET})"
    rf"|(?:[Tt]he |[Oo]ur )?(?P<name>{NAMED})|(?P<parent>{PARENT}|{BARE})(?= |'|:|$)"
    rf"|{NOT_BEHIND}(?P<plain>{UPPER}[a-z]+(?: {UPPER}[a-z]+)*))"
    rf"(?:,? who| \([^()]{{1,40}}\)|, [^,{PERSON}]{{1,40}},|,|:| [–—-])?"
    rf"(?:'m|'s|'re|'ve(?: been)?| am| is| are| (?:has|have)(?: been)?)?\s*{ADVERBS}$"
)

# "… works at Acme and lives in Kobe": both verbs share the subject.
GOES_ON = re.compile(rf"(?:,|;|\band|\bthen|\bbut|\bwho)\s*{ADVERBS}$")
# "twins who can't have dairy": whoever that is, unless it says what the subject is: "I'm a cook who".
RELATIVE = re.compile(rf"[\w'-] (?:who|that|which)\s*{ADVERBS}$")
OF_SUBJECT = re.compile(
    rf"(?:(?:\b(?:am|is|are|was|were|as|become|became|im)|'m|'s|'re)(?<!there's)(?<!there is)(?<!there are)"
    rf" {ADVERBS}(?:an?|the|one|some|two)\b|,(?: an?\b)?|\()[\w' -]{{0,40}}"
    rf"(?<! with)(?<! have)(?<! got) (?:who|that|which)\s*{ADVERBS}$",
    re.IGNORECASE,
)

# A later clause with a subject of its own: "Tom rang, I was out", "met Luke, who is shy".
OWN_CLAUSE = re.compile(
    rf"(?:(?P<noun>[a-z], )?(?P<named>{PERSON}{REST}*))?(?:[,;]|,? and|,? but|,? so) "
    r"(?:(?P<first>I|we)|(?P<pronoun>he|she|they)|(?P<which>who)|it|which)\b"
)

# The subject at the beginning of a sentence: "My mate Callum plays bass and works as …".
LEADING = re.compile(
    r"^[\s>*•-]*(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Ww]ell|[Aa]lso|[Hh]i|[Hh]ey|[Hh]ello)[,!]? )*(?:"
    rf"(?P<first>I\b|{OWNER}{REST}*(?!{REST}|'s))"
    rf"|(?P<us>[Ww]e\b)|(?P<pronoun>[Hh]e\b|[Ss]he\b)|(?:[Mm]y |[Oo]ur |{OWNER}{REST}*'s )?(?:[A-Za-z][a-z-]+"
    rf" ){{0,4}}?(?:(?:Mr|Mrs|Ms|Dr)\.? )?(?P<name>{SOMEONE})(?!{REST}|'s [a-z])"
    rf"|(?:[Mm]y|[Oo]ur|{OWNER}{REST}*'s) (?:[a-z]+ )?(?P<kin>{KIN}|{PET})\b(?! [{PERSON}]| {UPPER})(?!'s ["
    r"a-z]+ (?:is|has|was)\b)"
    rf"|(?P<parent>{PARENT})\b)"
)

BASE_FORM = re.compile(
    r"(?:like|love|hate|enjoy|prefer|live|work|use|speak|study|eat|adore|own|run|lead"
    r"|manage|keep|come|go|have|do|don't|never eat|am|'m|'ve)\b"
)

PERFECT = re.compile(r" (?:has|have)\s*$")

# What people share is told in the plural: "we live in Kobe".
SHARED = frozenset({"lives_in", "pet", "uses", "from", "speaks", "family_member", "diet"})

# A note leaves out its writer: "Allergic to wasps".
NOTED = Subject(is_speaker=True, is_explicit=False)

# "Otis turned up. Turned 12 today!": what may be said of anybody, a pet included.
OF_ANYBODY = frozenset({"age", "birthday", "name"})
# A pet has no job, and "our dog is called Rex" is about the owner.
OF_PETS = frozenset({"age", "birthday", "likes", "dislikes", "allergic_to", "condition", "diet"})
IS_PET = re.compile(PET)
NO_NAME = re.compile(
    r"(?:He|She|It|They|We|You|This|That|There|Who|What|Which|One|The|My|Our|Your|His|Her"
    r"|Their|And|But|So|If|When"
    r"|Someone|Everyone|Nobody|Everybody|Somebody|People|Also|Then|Now|Not|No|Here|There|How|Why|Where"
    r"|Today|Tomorrow|Yesterday|Currently|Im|Ive|Yes|Yeah|Thanks|Please|Let|Well|Oh|Hi|Hey|Hello|Okay|Just"
    r"|Still|Maybe|To)"
)


# What a note opens with: "Update for your notes: moved out of Brooklyn".
OPENING = re.compile(
    r"\A[\s>*•-]*+(?:(?:just|finally|recently|so|ok(?:ay)?|well|ugh|yep|yeah|right|fyi|btw|oh|hey|hi|anyway"
    r"|welp|yay|(?:an? )?(?:(?:small|quick|little) )?(?:update|news|note)(?: [a-z]+){0,4}"
    r"|(?:good|bad|sad) news)"
    r"\b[,:!.…—–-]* ?){1,3}",
    re.IGNORECASE,
)


# A verb of somebody else than its writer: "Hates days".
OWN = re.compile(r"\b(?:I|me|my|mine|I'?m|I'?ve|I'?d|I'?ll)\b")
THIRD_PERSON = re.compile(
    r"\s*(?!(?:[Tt]his|always)\b)(?:[A-Za-z]{2,}(?<!s)s|[Hh]as|[Dd]oes)\b(?!')"
)


def is_third_person(words: str) -> bool:
    """Return whether words begin with a verb in the third person: "Hates days"."""
    return THIRD_PERSON.match(words) is not None


def subject_before(
    sentence: Sentence, at: int, rule: Rule, earlier: Subject | None, person: Subject | None
) -> Subject | None:
    """Return the subject of the verb at ``at``; None if it is unknown.

    ``earlier`` is the subject of the verb before it; ``person`` the one that a pronoun means.
    """
    before = sentence.text[:at]
    found = BEFORE.search(before)
    # "User is called Sophie, is 35": a comma parts the name from the verb of another subject.
    if (
        found is not None
        and earlier is not None
        and before.endswith((", ", ","))
        and _is_name(found)
    ):
        found = None
    if found is None and RELATIVE.search(before) and not OF_SUBJECT.search(before):
        return None
    if found is None and GOES_ON.search(before):
        if clauses := list(OWN_CLAUSE.finditer(before)):
            return _of_clause(clauses[-1], rule, earlier, person)
        if earlier is not None:
            return earlier
        found = LEADING.match(before)
        # "I have a friend who knits and lives in Leeds": it is not I who lives there.
        if found is not None and _is_first(found) and is_third_person(sentence.text[at:]):
            return None
    if found is None:
        is_about_other = person is not None and not person.is_speaker
        return None if is_about_other and rule.predicate in OF_ANYBODY else _unnamed(before, rule)
    if not _agrees(found, sentence.text[at:]):
        return None
    if found["name"] or found.groupdict().get("plain"):
        return _named(found, rule)
    if PERSON not in rule.subjects or (rule.predicate == "name" and _kin(found)):
        return None
    if IS_PET.fullmatch(_kin(found)) and rule.predicate not in OF_PETS:
        return None
    if found["first"]:
        return WRITTEN_OWNER if found["first"][0] == OWNER else SPEAKER
    if found["us"]:
        return SPEAKER if rule.predicate in SHARED else None
    if found["pronoun"]:
        return person if person is None or person.is_owner or not person.is_speaker else None
    return _span(found, "kin" if found["kin"] else "parent")


def _is_name(found: re.Match[str]) -> bool:
    return bool(found["name"] or found["plain"])


def _of_clause(
    clause: re.Match[str], rule: Rule, earlier: Subject | None, person: Subject | None
) -> Subject | None:
    """Return the subject of a later clause: "a new neighbour, Femi, he is shy and …"."""
    if clause["first"]:
        return SPEAKER if clause["first"] == "I" or rule.predicate in SHARED else None
    is_named = clause["named"] and (clause["which"] or (clause["pronoun"] and clause["noun"]))
    if is_named and PERSON in rule.subjects:
        return _span(clause, "named")
    if earlier is not None and earlier.end > clause.start():
        return earlier
    is_other = person is not None and (person.is_owner or not person.is_speaker)
    return person if clause["pronoun"] and is_other else None


def _agrees(found: re.Match[str], verb: str) -> bool:
    """Return whether the verb has the form of its subject: "Tastes like soap" states no taste."""
    # "I have like ten": no participle follows.
    if PERFECT.search(found[0]) and BASE_FORM.match(verb):
        return False
    is_first = _is_first(found)
    is_plural = (found["pronoun"] or "").casefold() == "they" or _kin(found).endswith(("s", REST))
    return is_first or is_plural or not BASE_FORM.match(verb)


def _is_first(found: re.Match[str]) -> bool:
    return bool(found["first"] and found["first"] in "Ii") or bool(found["us"])


def _kin(found: re.Match[str]) -> str:
    return found["kin"] or found["parent"] or ""


def _unnamed(before: str, rule: Rule) -> Subject | None:
    is_first = not before.strip(" \t>*-•") or before.endswith((". ", "; ", "– ", "— "))
    is_first = is_first or (rule.is_of_known and bool(OPENING.fullmatch(before)))
    return NOTED if is_first and rule.is_elidable else None


def _named(found: re.Match[str], rule: Rule) -> Subject | None:
    if found["name"]:
        return _span(found, "name") if found["name"][0] in rule.subjects else None
    is_name = not NO_NAME.fullmatch(found["plain"]) and PERSON in rule.subjects
    return replace(_span(found, "plain"), is_plain=True) if is_name else None


def _span(found: re.Match[str], group: str) -> Subject:
    return Subject(*found.span(group))
