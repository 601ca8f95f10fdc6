"""Read what a relative or a pet without a name is to the owner: "my mother", うちの犬, "Dad"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nlp.facts.rules import Claim
from nlp.facts.sentences import OWNER, PERSON, PLACE, REST
from nlp.roles import APART, PETS, ROLES, SEVERAL
from nlp.text.sentences import JAPANESE_FIRST_PERSON, alternation

# The English words for pets that have ages and tastes like people.
PET = r"(?:dog|puppy|cat|kitten|rabbit|bunny|hamster|horse|pony|parrot|budgie|tortoise|turtle)"
JAPANESE_PET = r"(?:愛犬|愛猫|飼い犬|飼い猫|犬|猫|うさぎ|ウサギ|ハムスター|インコ|亀)"
# What tells one of several apart; what has no word of its own is left as it is written.
_APART: Mapping[str, str] = {
    **APART, "上の": "older", "下の": "younger", "末の": "youngest", "双子の": "twin",
}  # fmt: skip
_APART_BEFORE = re.compile(rf"({alternation(_APART)})\s?$")
_MINE = r"(?:\b[Mm]y|\b[Oo]ur)"
_HIS = rf"{OWNER}{REST}*'s"
_FILLER = r"(?:dear |lovely |poor |late |own |new |old |good )?"
_PLACED = rf"(?:{alternation([word for word in _APART if word.isascii()])}) "
_ENGLISH_OWN = re.compile(rf"(?P<whose>{_MINE}|{_HIS}) {_FILLER}(?:{_PLACED})?$")
# What a relative is like, and where they are from: 四月生まれの母, 七十歳の父, 長崎の祖母.
_LIKE = rf"(?:{PLACE}{REST}*|生まれ|育ち|在住|暮らし|住まい|[歳才代])の"
_JAPANESE_OWN = re.compile(
    rf"(?:^|[\s、。，,・「！!：:（(\n*-]|{_LIKE}|(?:{alternation(JAPANESE_FIRST_PERSON)}|うち|我が家"
    rf"|わが家|(?P<whose>{OWNER}{REST}*))の)"
    r"(?:[上下末]の|双子の)?$"
)
# What a parent or grandparent is called like a name: "told mum", "Dad is 81".
CALLED = (
    r"(?:mum|mom|mam|mama|mummy|mommy|dad|daddy|nan|gran|granny|grandma|grandpa|grandad|granddad)"
)
# "mom has asthma", "Wife's birthday": nothing before it says whose.
_BARE = re.compile(rf"{CALLED}|wife|husband|hubby|missus", re.IGNORECASE)
_AT_START = re.compile(r"(?:^|[\n.,;:!?(>*•–—-])\s*$")
# What tells a role beside a name only: "my boy Max", "two sons, Max and Ben", うちの子（葵）.
_BESIDE_NAMES: Mapping[str, str] = {
    "sis": "sister", "sisters": "sister", "bro": "brother", "brothers": "brother", "boy": "son",
    "boys": "son", "lad": "son", "sons": "son", "girl": "daughter", "girls": "daughter",
    "lass": "daughter", "daughters": "daughter",
    "bairn": "child", "kid": "child", "kids": "child", "child": "child", "children": "child",
    "firstborn": "oldest child", "oldest": "oldest child", "eldest": "oldest child",
    "youngest": "youngest child", "nieces": "niece", "nephews": "nephew", "cousins": "cousin",
    "grandsons": "grandson", "granddaughters": "granddaughter", "grandkids": "grandchild",
    "grandchildren": "grandchild", "うちの子": "child", "子ども": "child", "子供": "child",
}  # fmt: skip
_OWN_PET = re.compile(r"愛|飼い")
_TOLD = {**ROLES, **_BESIDE_NAMES}
_LATIN = alternation(word for word in _TOLD if word.isascii() or word.startswith("fianc"))
_WRITTEN = alternation(word for word in _TOLD if not word.isascii())
_WORD = re.compile(
    rf"(?:(?P<apart>{alternation(_APART)}) ?)?(?P<word>(?<![\w-])(?i:{_LATIN})(?![\w-])|{_WRITTEN})"
)
# "Two sisters", "their daughter Mia", "a son named Max": the words before the name in a list.
_BEFORE_NAME = re.compile(
    r"^(?:(?:an?|my|our|his|her|their|one|two|three|four|five|six|\d|big|little|small|young|baby|new|grown-up"
    r"|adult|teenage"
    rf"|{alternation(word for word in _APART if word.isascii())}|step|half)[ -])*"
    rf"(?:{_LATIN})s?,?(?: is| are)?(?: called| named)?(?: |$)"
)
IN_LAW = "-in-law"
_NAMES = re.compile(rf"[{PERSON}-{REST}]+")


def without_role(name: str) -> str:
    """Return a part of a list of relatives without its role: Mia of "their daughter Mia"."""
    return _BEFORE_NAME.sub("", name)


def role_at(text: str, signs: str, start: int, end: int, *, may_be_ours: bool) -> str:
    """Return the role of the relative that characters ``start`` to ``end`` name; "" for none.

    ``signs`` is the masked text. ``may_be_ours``: the owner speaks, so that "my mother" is the
    owner's; "the user's mother" is in any text.
    """
    role = ROLES.get(text[start:end].lower(), "")
    before = signs[max(0, start - 60) : start]
    if not role or not _is_owners(text[start:end], before, may_be_ours=may_be_ours):
        return ""
    return role_of(text[start:end], before)


def role_of(word: str, before: str) -> str:
    """Return the role of a word for a relative, by the words before it: "older sister"."""
    apart = _APART_BEFORE.search(before)
    role = ROLES[word.lower()]
    return f"{_APART[apart[1]]} {role}" if apart and role in SEVERAL else role


def _is_owners(word: str, before: str, *, may_be_ours: bool) -> bool:
    is_japanese = not word.isascii()
    found = (_JAPANESE_OWN if is_japanese else _ENGLISH_OWN).search(before)
    if found is None:
        is_name = word.istitle() and re.fullmatch(CALLED, word.lower())
        is_called = is_name or (_BARE.fullmatch(word) and _AT_START.search(before))
        return may_be_ours and bool(is_called)
    if found["whose"] and OWNER in found["whose"]:
        return True
    is_bare = is_japanese and not before.rstrip("上下末双子の").endswith(("うち", "家"))
    if is_bare and re.fullmatch(JAPANESE_PET, word) and not _OWN_PET.match(word):
        return False
    return may_be_ours


def with_roles_of_named(
    claims: Sequence[Claim], text: str, signs: str, *, told_from: int
) -> list[Claim]:
    """Return ties of a match with the role that the words before each name, or behind it, state.

    ``signs`` is the masked text; words from ``told_from`` on count. Behind a name of a list stand
    the others.
    """
    named = []
    for claim in claims:
        end = claim.end + len(IN_LAW) * signs.startswith(IN_LAW, claim.end)
        words, at = signs[told_from:end], text.find(claim.value, claim.start)
        cut = at - told_from if claim.start <= at < claim.end else len(words)
        behind = "" if len(claims) > 1 else words[cut + len(claim.value) :]
        named.append(replace(claim, role=_role_within(words[:cut], behind)))
    return named


def _role_within(before: str, behind: str) -> str:
    """Return the role that the words nearest to a name state, if they state one: "my mother"."""
    # "I'm Tom's dad" says what the owner is to Tom.
    if behind.startswith(("'s ", "’s ")):
        return ""
    parts = (*reversed(_NAMES.split(before)), behind)
    found = next(filter(None, ([*_WORD.finditer(part)] for part in parts)), [])
    roles = {_TOLD[one["word"].lower()] for one in found if one["word"].lower() in _TOLD}
    if len(roles) != 1 or roles & PETS:
        return ""
    role = roles.pop()
    apart = _APART[found[-1]["apart"]] if found[-1]["apart"] else ""
    return f"{apart} {role}" if apart and role in SEVERAL else role
