"""Tell whether the name of a relative or a friend is theirs: "we say tink, my son says Tinker"."""

import re

from nlp.facts.rules import OWNER, Claim
from nlp.predicates import PERSONAL_TIES

NEAR = 60
# A name before "my son" names the son only if the words between two commas end there.
NAME_FIRST = re.compile(r"[\w'’ -]{1,40}?(?:,| \() ?(?:my|our)\b", re.IGNORECASE)
VERB_BEHIND = re.compile(
    r" (?:is|are|was|were|has|had|will|would|can|[a-z]+(?:s|ed)|went|got|thinks|wants)\b"
)
LISTED_BEFORE = re.compile(r"[,:] ?[\w'’-]{1,20}, ?$")
# "After her father, Jerome was let go": the name begins another clause.
KIN_FIRST = re.compile(r"[A-Za-z' ’-]{2,40}, [\w'’ -]{1,40}")
IS_OR_WAS = re.compile(r" (?:is|was|are|were|has|had|will|got|went|came)\b|['’]s [a-z]")
MIDDLE = re.compile(r"[a-z]\s*$")
TITLE = re.compile(
    r"(?:Professor|Captain|Sir|Lady|Lord|Miss|Mister|Mr|Mrs|Dr|King|Queen|Prince|Princess|General|Major|Colonel"
    r"|Count|Saint)"
)
CAPITAL_BEHIND = re.compile(r" [A-Z][a-z]+")
END = re.compile(r"[\s.!,x❤♥-]*\Z")
# What answers begin with, behind a label: "Assistant: Sure, I'll do it."
ANSWER = re.compile(
    r"(?:sure|here|yes|yeah|no|nope|ok|okay|hi|hello|hey|well|thanks|certainly|done|great|sorry|absolutely)",
    re.IGNORECASE,
)
# "We've got his budgie, Gladys" for a while.
OF_ANOTHER = re.compile(
    r"\b(?:his|their"
    r"|(?!(?:User|There|Here|That|It|What|Who|Where|He|She)')[A-Z][a-z]+'s) [a-z]+,? "
)
# "Her name is Edith." signs no letter.
GIVES_NAME = re.compile(r"\bnames?\b|\b(?:called|named) ")
NOTED = re.compile(r"(?:[Tt]he )?[Uu]ser\b")


def is_named(claim: Claim, text: str) -> bool:
    """Return whether the words around a name allow it to name somebody."""
    behind = text[claim.end : claim.end + NEAR]
    if claim.predicate == "pet":
        name = claim.value.partition(" (")[0]
        is_cut = TITLE.fullmatch(name) and re.match(
            rf".*\b{name} [A-Z]", text[claim.start : claim.end + 3]
        )
        # "User lives with his cat": his is the owner's.
        stated = text[claim.start : claim.end]
        is_others = claim.subject is OWNER and not NOTED.match(stated) and OF_ANOTHER.search(stated)
        return not is_cut and not is_others
    if claim.predicate not in PERSONAL_TIES:
        return True
    stated, before = text[claim.start : claim.end], text[max(0, claim.start - NEAR) : claim.start]
    return not (
        ANSWER.fullmatch(claim.value)
        or _is_before_another(claim, stated, before, behind)
        or _begins_clause(claim, stated, before, behind)
        or (not GIVES_NAME.search(stated) and _signs(claim, before, behind))
    )


def _is_before_another(claim: Claim, stated: str, before: str, behind: str) -> bool:
    """Whether a name only stands before "my son": "tink, my son says Tinker"."""
    if not (stated.startswith(claim.value) and NAME_FIRST.match(stated)):
        return False
    return bool(VERB_BEHIND.match(behind) or LISTED_BEFORE.search(before))


def _begins_clause(claim: Claim, stated: str, before: str, behind: str) -> bool:
    """Whether a name behind a comma begins a clause, or owns what follows."""
    if not (stated.endswith(claim.value) and KIN_FIRST.fullmatch(stated)):
        return False
    return behind.startswith(("'s ", "’s ")) or bool(
        IS_OR_WAS.match(behind) and MIDDLE.search(before)
    )


def _signs(claim: Claim, before: str, behind: str) -> bool:
    """Whether a relative signs a letter: "Write soon. Auntie Oonagh."."""
    is_alone = before.rstrip(" ").endswith((".", "!", "?", "\n")) and END.match(behind) is not None
    return claim.predicate == "family_member" and is_alone and len(behind) < NEAR and bool(before)
