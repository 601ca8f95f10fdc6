"""Read what a relative or a pet without a name is to the owner: "my mother", うちの犬, "Dad"."""

import re
from collections.abc import Mapping

from nlp.facts.sentences import OWNER, REST
from nlp.roles import PETS, ROLES, SEVERAL
from nlp.text.sentences import JAPANESE_FIRST_PERSON, alternation

# The English words for pets that have ages and tastes like people.
PET = r"(?:dog|puppy|cat|kitten|rabbit|bunny|hamster|horse|pony|parrot|budgie|tortoise|turtle)"
JAPANESE_PET = r"(?:愛犬|愛猫|飼い犬|飼い猫|犬|猫|うさぎ|ウサギ|ハムスター|インコ|亀)"
# What tells one of several apart; what has no word of its own is left as it is written.
_APART: Mapping[str, str] = {
    "older": "older", "elder": "older", "big": "older", "oldest": "oldest", "eldest": "oldest",
    "younger": "younger", "little": "younger", "kid": "younger", "youngest": "youngest",
    "middle": "middle", "twin": "twin", "上の": "older", "下の": "younger", "末の": "youngest",
    "双子の": "twin",
}  # fmt: skip
_APART_BEFORE = re.compile(rf"({alternation(_APART)})\s?$")
_MINE = r"(?:\b[Mm]y|\b[Oo]ur)"
_HIS = rf"{OWNER}{REST}*'s"
_FILLER = r"(?:dear |lovely |poor |late |own |new |old |good )?"
_PLACED = rf"(?:{alternation([word for word in _APART if word.isascii()])}) "
_ENGLISH_OWN = re.compile(rf"(?P<whose>{_MINE}|{_HIS}) {_FILLER}(?:{_PLACED})?$")
_JAPANESE_OWN = re.compile(
    rf"(?:^|[\s、。，,・「！!：:（(\n*-]|(?:{alternation(JAPANESE_FIRST_PERSON)}|うち|我が家"
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
_OWN_PET = re.compile(r"愛|飼い")
_LATIN = alternation(word for word in ROLES if word.isascii() or word.startswith("fianc"))
_WRITTEN = alternation(word for word in ROLES if not word.isascii())
_WORD = re.compile(
    rf"(?:(?P<apart>{alternation(_APART)}) ?)?(?P<word>(?<![\w-])(?i:{_LATIN})(?![\w-])|{_WRITTEN})"
)


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


def role_within(before: str, behind: str) -> str:
    """Return the role that words before or behind a name state, if they state one: "my mother"."""
    found = [*_WORD.finditer(before)] or [*_WORD.finditer(behind)]
    roles = {ROLES[one["word"].lower()] for one in found if one["word"].lower() in ROLES}
    if len(roles) != 1 or roles & PETS:
        return ""
    role = roles.pop()
    apart = _APART[found[-1]["apart"]] if found[-1]["apart"] else ""
    return f"{apart} {role}" if apart and role in SEVERAL else role
