"""Find the facts that a message takes back by naming what is right: "not X but Y", XではなくY.

The words alone contrast anything ("Lisbon, not Porto, for the meeting"), so the sentence has to
name what the fact is about, or say that something was wrong.
"""

import re
from collections.abc import Iterable

from nlp.facts.authorship import brings_material
from nlp.facts.sentences import Sentence, claim_sentences, mask

from .naming import folded, naming

Fact = tuple[str, str]
# What a fact is about, in the words that tell it; a fact of another predicate needs a word of error.
ABOUT = {
    "age": r"\b(?:i'?m|i am|years? old|my age)\b|歳|才|年齢",
    "allergic_to": r"\ballerg|\breact(?:ion)? to\b|アレルギー|だめ|ダメ|駄目|食べられ|飲めな|反応",
    "birthday": r"\bbirthday\b|\bborn\b|誕生日|生まれ",
    "condition": r"\b(?:i have|i've got|diagnos|suffer)|診断|病気|症|持病",
    "diet": r"\b(?:i'?m|i am|i eat|diet)\b|食べ|食事|主義",
    "dislikes": r"\b(?:like|love|hate|dislike|prefer|stand|enjoy)|嫌い|苦手|好き|だめ|ダメ",
    "from": r"\b(?:from|born|grew up)\b|出身|生まれ|育ち",
    "likes": r"\b(?:like|love|hate|dislike|prefer|enjoy|fond)|好き|苦手|派\b|派です|派だ",
    "lives_in": r"\b(?:live|lives|living|home|based|address)\b|住|暮ら|在住|自宅|引っ?越",
    "name": r"\b(?:name|called|call me|i'?m|i am)\b|名前|名字|苗字|といいます|と言います|という名|呼",
    "occupation": r"\b(?:i'?m|i am|work|job|title|profession)\b|仕事|職業|職種|肩書|私は|勤め",
    "pet": r"\b(?:my|our|pet|dog|cat)\b|飼|うちの|ペット|犬|猫",
    "prefers": r"\b(?:like|love|prefer|enjoy)|好き|派\b|派です|派だ|ほうが|方が",
    "speaks": r"\b(?:speak|language)|話せ|話す|語",
    "studies": r"\b(?:study|studying|major|learn)|専攻|勉強|学",
    "studies_at": r"\b(?:study|studying|school|college|university|student|go to)\b|通|在学|学生",
    "works_for": r"\b(?:work|works|working|job|employer|company|employed)\b|勤め|勤務|働|会社|職場|仕事",
}  # fmt: skip
ERROR = re.compile(
    r"\b(?:correction|i was (?:wrong|mistaken)|my mistake|i misspoke|i mixed up|got (?:it|that) wrong"
    r"|misdiagnos|turns? out)|訂正|正しくは|間違|勘違|誤診|誤り|判明"
)
# "Correction:" is no label of the words of somebody else.
LABEL = re.compile(r"^\s*(?:correction|訂正)\s*[:：]\s*", re.IGNORECASE)
OF_ANOTHER = re.compile(
    r"\b(?:he|she|they|his|her|their|you|your|my (?:mother|father|mum|mom|dad|sister|brother|wife|husband"
    r"|partner|son|daughter|boss|friend|mate|colleague|uncle|aunt|cousin|boyfriend|girlfriend))\b"
    r"|(?:さん|くん|ちゃん|君|氏|様|先生|父|母|兄|姉|弟|妹|夫|妻|息子|娘|友達|友人|同僚|上司|彼|彼女|あなた)(?:は|が|も|の)"
)
OWN = re.compile(r"\b(?:i|i'm|i've|me|my|mine)\b|[ぁ-んァ-ヶ一-龯]")
NOT = r"(?:n't|\bnot|\bnever)\b(?! (?:only|just|merely|simply|to mention)\b)"
NOT_JA = (
    r"(?<!だけ)(?<!のみ)(?<!ばかり)(?:では|じゃ)"
    r"(?:な(?:く(?!な)|い(?:です|んです)?(?=[、,]))|ありません(?=[、,]))"
)
BUT = r"(?:\bbut\b|\brather\b|\binstead\b|[,;:–—-] ?(?:it|i|my|mine|we|just|only|actually)\b)"
# How far the words of the denial lie from the value.
NEAR = 40
DENIED_BEFORE = re.compile(rf"{NOT}[^.,;!?]{{0,{NEAR}}}$")
DENIED_LAST = re.compile(r"[,;(–—-] ?(?:and )?not (?:(?:to|in|at|for|from|an?|the|my|as) )?$")
RIGHT_BEHIND = re.compile(rf"[^.!?]{{0,{NEAR}}}?{BUT}")
DENIED_BEHIND = re.compile(rf"[^、。,.]{{0,14}}?{NOT_JA}")
DENIES = re.compile(rf"{NOT}|{NOT_JA}")


def may_correct(text: str) -> bool:
    """Return whether a message has the words that set one thing right against another."""
    return bool(DENIES.search(folded(text))) and not brings_material(LABEL.sub("", text))


def taken_back(text: str, facts: Iterable[Fact]) -> set[Fact]:
    """Return the facts, as predicate and value, of which the author says that another value is right."""
    tells_error = bool(ERROR.search(folded(text)))
    sentences = claim_sentences(mask(LABEL.sub("", text), ()))
    corrections = [
        words for sentence in sentences if (words := _words(sentence, tells_error=tells_error))
    ]
    return {
        (predicate, value)
        for predicate, value in facts
        if any(
            (tells_error or _is_about(words, predicate)) and _denies(words, value)
            for words in corrections
        )
    }


def _words(sentence: Sentence, *, tells_error: bool) -> str:
    """Return the words of a sentence that may set a fact about its author right, else nothing."""
    words = folded(sentence.text)
    is_stated = not (sentence.asserts_nothing or sentence.is_unsure(0, len(sentence.text)))
    is_own = (tells_error or OWN.search(words)) and not OF_ANOTHER.search(words)
    return words if is_stated and is_own and DENIES.search(words) else ""


def _is_about(words: str, predicate: str) -> bool:
    return predicate in ABOUT and bool(re.search(ABOUT[predicate], words))


def _denies(words: str, value: str) -> bool:
    return any(_is_denied(words, *found.span()) for found in naming(value).finditer(words))


def _is_denied(words: str, start: int, end: int) -> bool:
    """Return whether the value between these places is denied in favour of another one."""
    before, behind = words[max(0, start - NEAR) : start], words[end : end + 2 * NEAR]
    if DENIED_BEHIND.match(behind) or DENIED_LAST.search(before):
        return True
    return bool(DENIED_BEFORE.search(before) and RIGHT_BEHIND.match(behind))
