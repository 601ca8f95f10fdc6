"""Tell when Japanese words without a subject are about somebody else than the writer."""

import re

from nlp.facts.japanese.rules import HIRAGANA_NAME, KIN
from nlp.facts.rules import NAMED, SOMEONE
from nlp.facts.sentences import PERSON

from .topics import INTRODUCED, IS_OWN, PETS, without_scenes

# 妻と息子2人と宇都宮に住んでます: the writer, unless a relative is the topic.
LIVING_WITH = re.compile(
    r"[とや](?:[^、。は]{1,10}[でに])?(?:[一二三四五六2-6]人で?)?(?:暮らし|住ん)"
)
TOLD_OF = re.compile(rf"(?:{SOMEONE}|{KIN})(?:さん|くん|ちゃん)?(?:は|が|も)")

# What nobody claims of themselves right behind words on somebody else: 和子の誕生日。六十五歳。
OF_ONE = frozenset({"age", "occupation", "from", "birthday", "condition"})
SOMEBODY = re.compile(rf"[{PERSON}]|{KIN}|(?:さん|くん|ちゃん)(?!ご)")
ANOTHER = re.compile(rf"{SOMEBODY.pattern}|{PETS}")

# 小鉄が障子を破りました。今年で十四歳, むぎが腎臓病と診断された: a topic that no list of names knows.
UNKNOWN_NAME = re.compile(rf"^\s*(?:[一-龥ァ-ヶー々]{{2,6}}|{NAMED}|{HIRAGANA_NAME})が")
# 妻は里奈さん, said of somebody who was named before.
INTRODUCES_SPOUSE = re.compile(r"[^のは]{0,8}は")
# 義母のことは私が見てる。86だし: the relative stays the topic.
ABOUT_RELATIVE = re.compile(rf"{KIN}(?:さん)?のこと(?:は|も)")
# 猫アレルギーで、花粉症です: no cat is the topic.
OWN_ALLERGY = re.compile(rf"{PETS}の?アレルギー")
MARRIED = re.compile(
    r"(?:弟|兄|姉|妹|友人|友達|同僚|上司|先輩|後輩|社長|部長|おじ|叔父|伯父|いとこ|従兄|従弟)"
    rf"|(?:{SOMEONE}|[一-龥ァ-ヶー]{{1,8}})(?:さん|くん|君)(?:は|が|も|の|、|[(（])"
)

# Nobody says 石橋と申します of somebody else, nor パートしてる石橋です.
OWN_WORDS = re.compile(
    rf"申し?(?:ます|す者)|て(?:い)?(?:る|ます|おります){SOMEONE}(?:です|で?ございます|と[い言])"
)
BULLETS = " 　\n・*-"
# Whoever gives their own name greets first, or fills in a form.
GREETING = re.compile(
    r"初めまして|はじめまして|こんにち|こんばん|よろしく|自己紹介|プロフィール|どうも"
    r"|初めて|控え|申込|申請|署名|名刺"
)


def names_another(text: str, predicate: str) -> bool:
    """Return whether words before a claim without a subject are about somebody else."""
    if ABOUT_RELATIVE.search(text):
        return True
    text = OWN_ALLERGY.sub("", text)
    if LIVING_WITH.search(text) and not TOLD_OF.search(text):
        return False
    another = SOMEBODY if predicate == "occupation" else ANOTHER
    is_named = another.search(text) or UNKNOWN_NAME.search(without_scenes(text))
    return bool(is_named) and not INTRODUCED.search(text) and not IS_OWN.search(text)


def introduces_another(told: str, words: str) -> bool:
    """Return whether 名前は behind what was told names a child or a pet, and not the writer."""
    return not OWN_WORDS.search(words) and bool(told.strip(BULLETS)) and not GREETING.search(told)


def names_spouse_of_another(line: str, words: str) -> bool:
    """Return whether a spouse who is introduced belongs to somebody named before in the line."""
    is_introduced = INTRODUCES_SPOUSE.match(words) is not None
    return is_introduced and MARRIED.search(line) is not None and not IS_OWN.search(line)
