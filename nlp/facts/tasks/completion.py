"""Tell whether a text says that a task is done, and whether two tasks are one."""

import re
from collections.abc import Iterable
from functools import lru_cache

from nlp.comparison.english import IRREGULAR
from nlp.morphology import morphemes, stem
from nlp.text.sentences import word_set
from nlp.text.tokens import fold, has_japanese

COMMON = word_set(
    "the a an to of for in on at by with from my our your his her their its it this that and or i we me us"
    " is are was were be been have has had just already finally today yesterday now up out off please"
    " until before need must should will everything all about"
)
DONE = re.compile(
    r"\b(?:done|finished|completed|sorted|taken care of)\b|終わっ|終え|終了|完了|済み|済ませ|済んだ|片付",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"\b(?:not|never|n['’]t|need to|needs to|have to|has to|must|should|will|going to|want to|plan to|plans to"
    r"|about to|remind|todo|to do|don['’]t forget|if|when|tomorrow|unless|almost|try to|tried to"
    r"|still)\b|n['’]t\b|\?"
    r"|ない|なかった|まだ|つもり|予定|なければ|なきゃ|たい|明日|忘れ|ください|かな|[？]|でしょうか|だろう",
    re.IGNORECASE,
)
PAST_JAPANESE = re.compile(r"(?:た|だ|ました|ておいた|です|済み|完了)(?:よ|ね|わ)?[。！!\s]*$")
SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]?|[^.\n]+")
WORD = re.compile(r"[a-z0-9][a-z0-9'’&-]*", re.IGNORECASE)
CONTENT = ("名詞", "動詞", "形容詞")
EMPTY = word_set("する 為る こと 事 ある 有る 居る いる まで の おく 置く しまう")
LEAST_SHARED, LEAST_SAME = 0.75, 0.6
FEWEST = 2


def is_completed_by(task: str, text: str) -> bool:
    """Return whether a sentence of ``text`` says in the past what ``task`` is to do."""
    wanted = content_words(task)
    if len(wanted) < FEWEST:
        return False
    return any(_completes(wanted, sentence[0]) for sentence in SENTENCE.finditer(text))


def is_same_task(one: str, other: str) -> bool:
    """Return whether two tasks, said of one text, are the same."""
    first, second = content_words(one), content_words(other)
    smaller = min(len(first), len(second))
    return smaller > 0 and len(first & second) / smaller >= LEAST_SAME


def _completes(wanted: frozenset[str], sentence: str) -> bool:
    if OPEN.search(sentence) or not _is_past(sentence):
        return False
    said = content_words(sentence)
    shared = len(wanted & said) / len(wanted)
    # "The tax return is done" leaves out the verb and whom it goes to.
    least = 0.5 if DONE.search(sentence) else LEAST_SHARED
    return shared >= least and len(wanted & said) >= FEWEST


def _is_past(sentence: str) -> bool:
    if DONE.search(sentence):
        return True
    if has_japanese(sentence):
        return PAST_JAPANESE.search(sentence) is not None
    words = [word[0].lower() for word in WORD.finditer(sentence)]
    return any(word in IRREGULAR or word.endswith("ed") for word in words)


@lru_cache(maxsize=1024)
def content_words(text: str) -> frozenset[str]:
    """Return the words that carry meaning, verbs in their base form."""
    if has_japanese(text):
        return frozenset(_japanese(text))
    found = (word[0].lower() for word in WORD.finditer(fold(text)))
    return frozenset(stem(IRREGULAR.get(word, word)) for word in found if word not in COMMON)


def _japanese(text: str) -> Iterable[str]:
    for one in morphemes(text):
        if one.pos[0] in CONTENT and one.lemma not in EMPTY:
            yield one.lemma
