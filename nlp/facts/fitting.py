"""Tell whether a claim fits its predicate: a person has a name, and whoever lives, lives in a place.

A rule reads a clause by its form; what stands where a name is expected may be any word ("the song my
granny sang").
"""

import re
from collections.abc import Collection

from nlp.mentions.words import words

from .english.fitting import fits_english
from .japanese.fitting import fits_japanese
from .rules import OWNER, Claim

PEOPLE = frozenset({"colleague", "family_member", "friend", "knows", "married_to", "name"})
# The verbs that follow a relative, and words that begin a signature: none is a name.
NO_NAMES = re.compile(
    r"(?:ask|asked|ate|back|bought|brought|called|came|did|does|drew|drove|fell|felt|gave|goes|got"
    r"|had|has|have|here|is|kept|knew|left|lived|liked|lost|loved|made|makes|may|might|moved"
    r"|named|needs|never|not|now|off|once|only|ran|rang|read|rode|said|sang|sat|saw|says|sent"
    r"|should|showed|slept|sold|spoke|still|stood|told|took|used|wants|was|went|were|who|will"
    r"|with|wore|works|would|wrote)"
)
LETTERS = re.compile(r"[^\W\d_]")
# A firm or a house is where somebody works or stays, and no town.
NO_TOWN = re.compile(
    r"(?:工場|鉄工所|製作所|工務店|会社|病院|医院|クリニック|学校|大学|事務所|営業所|支店|農園|農家|牧場|道場)$"
    r"|\b(?:company|factory|firm|hospital|office|school|shop|store|work|yard)$",
    re.IGNORECASE,
)
# What a full stop has cut off: "St. Andrew AME".
CUT = re.compile(r"(?:St|Dr|Mrs?|Ms|Mt|Ft|No|Prof|Sr|Jr)\.?")
BROKEN = re.compile(r"[「」『』“”\"()（）①-⑳]")
# "Sister Eirlys" is a nun; "my sister Eirlys" is none.
# "Brother Ronnie lives in" begins a note on one's own.
CLERGY = re.compile(
    r"(?<![Mm]y )(?<![Oo]ur )\b(?:Sister|Father|Mother) $|[^\n.]\bBrother $", re.MULTILINE
)
# Whoever writes to an assistant is older.
YOUNGEST = 6
# A subject stands so near its claim, or a pronoun stands for it.
NEAR = 60
LONGEST_INITIALS = 4
OTHER_KIND = re.compile(r"\b(?:the|a|an|this|that) $", re.IGNORECASE)


def fits_predicate(claim: Claim, text: str, places: Collection[str], *, is_japanese: bool) -> bool:
    """Return whether the words of a claim can be what its predicate asks for.

    ``places`` are the names of places in the text. Words of English stand in Japanese texts too.
    Only what stands near the claim is looked at: a text may have thousands of claims.
    """
    near = text[max(0, claim.start - NEAR) : claim.end]
    if is_japanese and not fits_japanese(claim, text, places):
        return False
    return fits_english(claim, text) and _fits_anywhere(claim, near, places)


def _fits_anywhere(claim: Claim, near: str, places: Collection[str]) -> bool:
    value = claim.object or claim.value
    if BROKEN.search(claim.subject or "") or CUT.fullmatch(value) or _is_thing(claim.subject, near):
        return False
    if claim.predicate in PEOPLE:
        is_clergy = CLERGY.search(near.partition(value)[0]) is not None
        return value not in places and not is_clergy and _is_name(value)
    if claim.predicate == "pet":
        return NO_NAMES.fullmatch(value) is None
    if claim.predicate == "age" and claim.subject is OWNER:
        return not value.isdecimal() or int(value) >= YOUNGEST
    if claim.predicate == "lives_in":
        return NO_TOWN.search(value) is None
    return True


def _is_name(value: str) -> bool:
    """Whether a value can be a person's name; one word that is a verb is none."""
    if not LETTERS.search(value) or BROKEN.search(value) or NO_NAMES.fullmatch(value):
        return False
    word = value.lower()
    # FORWARDED is a verb that is shouted.
    is_loud = value.isupper() and len(value) > LONGEST_INITIALS
    # Tan Wei Ling is a name; "going climbing" is none.
    is_full_name = " " in value and value.istitle()
    is_odd = is_loud or (word.endswith("ing") and not is_full_name)
    return not is_odd or word in words("given_names", "world_given_names")


def _is_thing(subject: str | None, near: str) -> bool:
    """Whether the subject stands behind an article: "the Advertiser" is no person."""
    if not subject or not subject.isascii() or not subject[0].isupper():
        return False
    before, found, _ = near.partition(subject)
    return bool(found) and OTHER_KIND.search(before) is not None
