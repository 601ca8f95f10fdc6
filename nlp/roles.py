"""Name what relatives and pets without a name are to the owner, in the words of both languages.

A role is an English phrase, so that 兄 and "my older brother" are one.
"""

from collections.abc import Mapping

from nlp.text.sentences import word_set

# The words of a role that one person has at a time.
_ONE: Mapping[str, str] = {
    "mother": "mother mom mum mam mama mummy mommy momma mamma amma umama"
    " 母 実母 母親 母さん お母さん 母ちゃん おふくろ お袋 おかん オカン おかあさん おかあちゃん かあちゃん",
    "father": "father dad papa daddy da appa 父 実父 父親 父さん お父さん 父ちゃん 親父 おやじ おとん オトン"
    " おとうさん おとうちゃん とうちゃん",
    "wife": "wife missus missis 妻 家内 女房 嫁 嫁さん 奥さん かみさん カミさん かかあ カカア",
    "husband": "husband hubby 夫 旦那 ダンナ だんな 亭主 主人",
    "partner": "partner spouse パートナー",
    "girlfriend": "girlfriend",
    "boyfriend": "boyfriend 彼氏",
    "fiancé": "fiancé fiance fiancée fiancee 婚約者",
    "grandmother": "grandmother grandma granny gran nan nanna nonna abuela paatti memaw meemaw mawmaw"
    " 祖母 ばあちゃん おばあちゃん ばあば おばあ ばあさん おばあさん ばーちゃん"
    " 婆ちゃん 婆さん お婆ちゃん お婆さん",
    "grandfather": "grandfather grandpa granddad grandad nonno abuelo bapuji papaw pawpaw"
    " 祖父 じいちゃん おじいちゃん じいじ おじい じいさん おじいさん じーちゃん"
    " 爺ちゃん 爺さん お爺ちゃん お爺さん",
    "mother-in-law": "mother-in-law mil 義母 義理の母 姑 お義母さん",
    "father-in-law": "father-in-law fil 義父 義理の父 舅 お義父さん",
    "stepmother": "stepmother stepmum stepmom 継母",
    "stepfather": "stepfather stepdad 継父",
    "older brother": "兄 兄貴 お兄ちゃん 兄ちゃん おにいちゃん にいちゃん にーちゃん おにいさん",
    "older sister": "姉 姉貴 お姉ちゃん 姉ちゃん おねえちゃん ねえちゃん ねーちゃん おねえさん",
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
SEVERAL: Mapping[str, str] = {
    "brother": "brother bro", "sister": "sister sis", "son": "son 息子 倅 せがれ",
    "daughter": "daughter 娘 むすめ",
    "aunt": "aunt auntie aunty 叔母 伯母", "uncle": "uncle 叔父 伯父", "cousin": "cousin いとこ",
    "niece": "niece 姪 姪っ子", "nephew": "nephew 甥 甥っ子", "grandchild": "孫",
    "grandson": "grandson", "granddaughter": "granddaughter", "child": "",
    "stepson": "stepson", "stepdaughter": "stepdaughter",
    "stepbrother": "stepbrother", "stepsister": "stepsister",
    "brother-in-law": "brother-in-law 義兄 義弟", "sister-in-law": "sister-in-law 義姉 義妹",
    "son-in-law": "son-in-law", "daughter-in-law": "daughter-in-law",
}  # fmt: skip
PETS = word_set("dog cat rabbit hamster horse parrot tortoise")
SPOUSES = word_set("wife husband")
ROLES = {
    word: role for words in (_ONE, SEVERAL) for role, listed in words.items()
    for word in listed.split()
}  # fmt: skip
# What tells one of several apart.
APART: Mapping[str, str] = {
    "older": "older", "elder": "older", "big": "older", "oldest": "oldest", "eldest": "oldest",
    "younger": "younger", "little": "younger", "kid": "younger", "youngest": "youngest",
    "middle": "middle", "twin": "twin",
}  # fmt: skip
_KNOWN = frozenset(ROLES.values()) | frozenset(
    f"{apart} {role}" for apart in APART.values() for role in SEVERAL
)
# The words for the members of a family.
KIN = frozenset(
    word for word, role in ROLES.items()
    if role not in PETS | {"partner", "girlfriend", "boyfriend", "fiancé"}
)  # fmt: skip
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
    "child": "子", "oldest child": "一番上の子", "middle child": "真ん中の子",
    "youngest child": "末っ子",
    "older son": "上の息子", "older daughter": "上の娘", "younger son": "下の息子",
    "younger daughter": "下の娘", "youngest son": "末の息子", "youngest daughter": "末の娘",
}  # fmt: skip


def role_of_word(word: str) -> str | None:
    """Return the role of a word for a relative or a pet alone; None for any other."""
    return ROLES.get(word.lower())


def is_one_of_several(role: str) -> bool:
    """Return whether a person may have several of a role: "my sister", but not "my older sister"."""
    return role in SEVERAL


def roles_of_word(word: str, apart: str = "") -> frozenset[str]:
    """Return the roles that a word for a relative may mean: "sister" is an older one as well."""
    role = ROLES[word]
    if apart:
        return frozenset({f"{APART[apart]} {role}"})
    several = {f"{one} {role}" for one in APART.values()} if is_one_of_several(role) else set()
    return frozenset({role, *several})


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
