"""Read what a relative or a pet without a name is to the owner: "my mother", うちの犬, "Dad".

A role is an English phrase in both languages, so that 兄 and "my older brother" are one.
"""

import re
from collections.abc import Mapping

from nlp.facts.sentences import OWNER, REST
from nlp.text.sentences import JAPANESE_FIRST_PERSON, alternation, word_set

# The words of a role that one person has at a time.
_ONE: Mapping[str, str] = {
    "mother": "mother mom mum mam mama mummy mommy momma 母 実母 母親 母さん お母さん 母ちゃん おふくろ おかん",
    "father": "father dad papa daddy da 父 実父 父親 父さん お父さん 父ちゃん 親父 おやじ おとん",
    "wife": "wife missus missis 妻 家内 女房 嫁 嫁さん 奥さん かみさん カミさん かかあ カカア",
    "husband": "husband hubby 夫 旦那 ダンナ だんな 亭主 主人",
    "partner": "partner spouse パートナー",
    "girlfriend": "girlfriend",
    "boyfriend": "boyfriend 彼氏",
    "fiancé": "fiancé fiance fiancée fiancee 婚約者",
    "grandmother": "grandmother grandma granny gran nan 祖母 ばあちゃん おばあちゃん ばあば おばあ ばあさん",
    "grandfather": "grandfather grandpa granddad grandad 祖父 じいちゃん おじいちゃん じいじ おじい じいさん",
    "mother-in-law": "mother-in-law 義母 義理の母 姑",
    "father-in-law": "father-in-law 義父 義理の父 舅",
    "stepmother": "stepmother stepmum stepmom 継母",
    "stepfather": "stepfather stepdad 継父",
    "older brother": "兄 兄貴 お兄ちゃん 兄ちゃん",
    "older sister": "姉 姉貴 お姉ちゃん 姉ちゃん",
    "younger brother": "弟",
    "younger sister": "妹",
    "oldest son": "長男",
    "second son": "次男",
    "third son": "三男",
    "oldest daughter": "長女",
    "second daughter": "次女",
    "third daughter": "三女",
    "dog": "dog puppy 犬 愛犬 飼い犬",
    "cat": "cat kitten 猫 愛猫 飼い猫",
    "rabbit": "rabbit bunny うさぎ ウサギ",
    "hamster": "hamster ハムスター",
    "horse": "horse pony 馬",
    "parrot": "parrot budgie インコ",
    "tortoise": "tortoise turtle 亀",
}  # fmt: skip
# Of these a person may have several: without a word that tells them apart nobody is named.
_SEVERAL: Mapping[str, str] = {
    "brother": "brother", "sister": "sister", "son": "son 息子 倅 せがれ", "daughter": "daughter 娘 むすめ",
    "aunt": "aunt auntie aunty 叔母 伯母", "uncle": "uncle 叔父 伯父", "cousin": "cousin いとこ",
    "niece": "niece 姪 姪っ子", "nephew": "nephew 甥 甥っ子", "grandchild": "孫",
    "grandson": "grandson", "granddaughter": "granddaughter",
    "stepson": "stepson", "stepdaughter": "stepdaughter",
    "stepbrother": "stepbrother", "stepsister": "stepsister",
    "brother-in-law": "brother-in-law 義兄 義弟", "sister-in-law": "sister-in-law 義姉 義妹",
    "son-in-law": "son-in-law", "daughter-in-law": "daughter-in-law",
}  # fmt: skip
PETS = word_set("dog cat rabbit hamster horse parrot tortoise")
SPOUSES = word_set("wife husband")
# The English words for pets that have ages and tastes like people.
PET = r"(?:dog|puppy|cat|kitten|rabbit|bunny|hamster|horse|pony|parrot|budgie|tortoise|turtle)"
JAPANESE_PET = r"(?:愛犬|愛猫|飼い犬|飼い猫|犬|猫|うさぎ|ウサギ|ハムスター|インコ|亀)"
_ROLES = {
    word: role for words in (_ONE, _SEVERAL) for role, listed in words.items()
    for word in listed.split()
}  # fmt: skip
_KNOWN = frozenset(_ROLES.values()) | frozenset(
    f"{apart} {role}"
    for apart in ("older", "younger", "oldest", "youngest", "middle", "twin")
    for role in _SEVERAL
)
# The words for the members of a family.
KIN = frozenset(
    word for word, role in _ROLES.items()
    if role not in PETS | {"partner", "girlfriend", "boyfriend", "fiancé"}
)  # fmt: skip
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
_LATIN = alternation(word for word in _ROLES if word.isascii() or word.startswith("fianc"))
_WRITTEN = alternation(word for word in _ROLES if not word.isascii())
_WORD = re.compile(
    rf"(?:(?P<apart>{alternation(_APART)}) ?)?(?P<word>(?<![\w-])(?i:{_LATIN})(?![\w-])|{_WRITTEN})"
)
# The names of roles in Japanese; those that are missing are said in English.
_JAPANESE: Mapping[str, str] = {
    "mother": "母", "father": "父", "wife": "妻", "husband": "夫", "partner": "パートナー",
    "boyfriend": "彼氏", "girlfriend": "彼女", "fiancé": "婚約者", "grandmother": "祖母",
    "grandfather": "祖父", "mother-in-law": "義母", "father-in-law": "義父",
    "older brother": "兄", "older sister": "姉", "younger brother": "弟", "younger sister": "妹",
    "oldest son": "長男", "second son": "次男", "third son": "三男", "oldest daughter": "長女",
    "second daughter": "次女", "third daughter": "三女", "dog": "犬", "cat": "猫",
    "rabbit": "うさぎ", "hamster": "ハムスター", "horse": "馬", "parrot": "インコ",
    "tortoise": "亀", "son": "息子", "daughter": "娘", "aunt": "おば", "uncle": "おじ",
    "cousin": "いとこ", "niece": "姪", "nephew": "甥", "grandchild": "孫",
    "older son": "上の息子", "older daughter": "上の娘", "younger son": "下の息子",
    "younger daughter": "下の娘", "youngest son": "末の息子", "youngest daughter": "末の娘",
}  # fmt: skip


def role_at(text: str, signs: str, start: int, end: int, *, may_be_ours: bool) -> str:
    """Return the role of the relative that characters ``start`` to ``end`` name; "" for none.

    ``signs`` is the masked text. ``may_be_ours``: the owner speaks, so that "my mother" is the
    owner's; "the user's mother" is in any text.
    """
    role = _ROLES.get(text[start:end].lower(), "")
    before = signs[max(0, start - 60) : start]
    if not role or not _is_owners(text[start:end], before, may_be_ours=may_be_ours):
        return ""
    return role_of(text[start:end], before)


def role_of_word(word: str) -> str | None:
    """Return the role of a word for a relative or a pet alone; None for any other."""
    return _ROLES.get(word.lower())


def role_of(word: str, before: str) -> str:
    """Return the role of a word for a relative, by the words before it: "older sister"."""
    apart = _APART_BEFORE.search(before)
    role = _ROLES[word.lower()]
    return f"{_APART[apart[1]]} {role}" if apart and role in _SEVERAL else role


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
    roles = {_ROLES[one["word"].lower()] for one in found if one["word"].lower() in _ROLES}
    if len(roles) != 1 or roles & PETS:
        return ""
    role = roles.pop()
    apart = _APART[found[-1]["apart"]] if found[-1]["apart"] else ""
    return f"{apart} {role}" if apart and role in _SEVERAL else role


def is_one_of_several(role: str) -> bool:
    """Return whether a person may have several of a role: "my sister", but not "my older sister"."""
    return role in _SEVERAL


def is_pet(role: str) -> bool:
    """Return whether a role is a pet's."""
    return role in PETS


def role_names(role: str, owner: str) -> tuple[str, str]:
    """Return what the relative of an owner is called in English and in Japanese."""
    return f"{role} of {owner}", f"{owner}の{_JAPANESE.get(role, role)}"


def is_known_role(role: str) -> bool:
    """Return whether this is a role of a relative, an older or younger one included."""
    return role in _KNOWN


def japanese_role(role: str) -> str:
    """Return a role in Japanese; one without a word of its own stays as it is."""
    return _JAPANESE.get(role, role)


def is_named_by_role(name: str, role: str) -> bool:
    """Return whether a relative is called by a role alone: "daughter of nora", noraの娘."""
    return name.endswith(f"の{japanese_role(role)}") or name.startswith(f"{role} of ")
