"""Tell whether the words of a value are whole: no verb begins them, and nothing is cut off."""

import re

from nlp.facts.rules import FACTS, Claim
from nlp.facts.values import ADJECTIVE

LONGEST = 10
# "Running has", "card says", "for the poor guy": the words around a name, and no name.
BEGINS = re.compile(
    r"(?:I|[Ii]'?m|[Ii]'?ve|is|are|was|were|has|had|says|said|at|for|of|by|than|=)\s"
)
ENDS = re.compile(
    r"(?:^|\s)(?:the|an?|of|to|at|for|with|and|or|than|has|is|are|was|were|says|said|my|your|his|her"
    r"|(?:to )?(?:understand|see whether))$"
)
# "Creating a safe, inviting place" goes on behind its first adjective.
ADJECTIVE_LAST = re.compile(
    rf"\b(?:an?|the) (?:{ADJECTIVE}|safe|nice|good|great|calm|happy|healthy|fun|beautiful|welcoming)$",
    re.IGNORECASE,
)
NOUN_FOLLOWS = re.compile(r",(?: and)? [a-z-]+(?:ing|ed|y|ful|ive|al|le|ous|ic)? [a-z]+")
NEAR = 40
# "Marmalade&Toast3" is what somebody types to get in.
PASSWORD = re.compile(r"(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)(?=\S*[&!@$%^*?])\S{8,40}")


def is_whole(claim: Claim, text: str) -> bool:
    """Return whether a value is neither cut nor a clause."""
    value = claim.value
    if not value.isascii() or claim.predicate == "name":
        return True
    if PASSWORD.fullmatch(value) or BEGINS.match(value) or ENDS.search(value):
        return False
    if ADJECTIVE_LAST.search(value) and NOUN_FOLLOWS.match(text[claim.end : claim.end + NEAR]):
        return False
    return claim.predicate not in FACTS or len(value.split()) < LONGEST
