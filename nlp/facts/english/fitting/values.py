"""Tell whether the words of a value are whole: no verb begins them, and nothing is cut off."""

import re

from nlp.facts.rules import FACTS, Claim

LONGEST = 10
TASTES = frozenset({"likes", "dislikes", "prefers"})
# "Running has", "card says", "for the poor guy": the words around a name, and no name.
BEGINS = re.compile(
    r"(?:I|[Ii]'?m|[Ii]'?ve|is|are|was|were|has|have|had|says|said|at|for|of|by|than|=)\s"
)
ENDS = re.compile(
    r"(?:^|\s)(?:the|an?|of|to|at|for|with|and|or|than|has|is|are|was|were|says|said|my|your|his|her"
    r"|(?:to )?(?:understand|see whether))$"
)
# "Marmalade&Toast3" is what somebody types to get in.
PASSWORD = re.compile(r"(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)(?=\S*[&!@$%^*?])\S{8,40}")


def is_whole(claim: Claim, _text: str) -> bool:
    """Return whether a value is neither cut nor a clause."""
    value = claim.value
    if not value.isascii() or claim.predicate == "name":
        return True
    if PASSWORD.fullmatch(value) or BEGINS.match(value) or ENDS.search(value):
        return False
    return claim.predicate not in FACTS or len(value.split()) < LONGEST
