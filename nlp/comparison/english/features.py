"""Reading English: stems of the words that say something, denials, the subject, questions."""

import re
from collections.abc import Collection

import Stemmer

from nlp.comparison.facts import Spans, overlaps
from nlp.comparison.opposites import SMALL
from nlp.comparison.tokens import Tokens, Word
from nlp.text.tokens import STOP_WORDS

from .words import (
    BE,
    DENIALS,
    EMPTY,
    IRREGULAR,
    OWNERS,
    PAST_AUXILIARIES,
    PAST_FORMS,
    PRONOUNS,
    VERBS,
)

JOINING = frozenset(
    word for word in STOP_WORDS if Stemmer.Stemmer("english").stemWord(word) not in SMALL
)
WORD = re.compile(r"[A-Za-zÀ-ɏ]+(?:['’][A-Za-z]+)?")
TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St)\. $")
NOT_REALLY = re.compile(r"not only|no\.? ?\d|no matter|rather than|instead of", re.IGNORECASE)
HEDGES = re.compile(
    r"\b(?:may|might|should|could|would|perhaps|maybe|possibly|probably|want(?:s|ed)? to|hope|thinking of"
    r"|consider(?:s|ing)?|intend|wish|if)\b",
    re.IGNORECASE,
)
NOWHERE = -1
_stemmer = Stemmer.Stemmer("english")


def read(text: str, taken: Spans, names: Collection[str]) -> Tokens:
    """Read an English text (NFKC); what lies in the spans taken is no word."""
    found = list(WORD.finditer(text))
    blocked = [match.span() for match in NOT_REALLY.finditer(text)]
    words: list[Word] = []
    denials, denied_from = 0, NOWHERE
    for at, match in enumerate(found):
        word = match.group().lower().replace("’", "'")
        if is_denial(word) and not overlaps(*match.span(), blocked):
            denials, denied_from = denials + 1, match.start()
            continue
        if held := [span for span in taken if overlaps(*match.span(), [span])]:
            # "do not quit" denies quit, which is no word here; "no longer" denies what follows it.
            if denied_from != NOWHERE and min(held)[0] > denied_from:
                denied_from = NOWHERE
            continue
        if (base := _base(word)) is None:
            continue
        is_name = _is_name(text, found, at, names)
        words.append(Word(base, *match.span(), is_denied=denied_from != NOWHERE, is_name=is_name))
        denied_from = NOWHERE
    return Tokens(
        words=tuple(words),
        subject_end=_subject_end(found),
        is_question=text.rstrip().endswith("?"),
        is_hedged=bool(HEDGES.search(text)),
        is_past=_is_past(found),
        denials=denials,
    )


def is_denial(word: str) -> bool:
    """Whether a word denies what follows."""
    return word in DENIALS or word.endswith("n't")


def _base(word: str) -> str | None:
    """Return the stem of a word; None for one that only joins others."""
    word = word.removesuffix("'s")
    if word in JOINING or word in BE or word in EMPTY or "'" in word:
        return None
    stem: str = _stemmer.stemWord(IRREGULAR.get(word, word))
    return stem


def _is_name(text: str, found: list[re.Match[str]], at: int, names: Collection[str]) -> bool:
    """Whether a word is a name: given as one, or a capital that no sentence begins with."""
    word = found[at].group()
    if any(word in name.split() for name in names):
        return True
    if not word[0].isupper() or word.lower() in PRONOUNS or word.startswith("I'"):
        return False
    before = TITLE.sub("", text[: found[at].start()]).rstrip(" \"'“(")
    begins = not before or before[-1] in ".!?:;\n"
    has_title = bool(TITLE.search(text[: found[at].start()]))
    return not begins or has_title or word.endswith(("'s", "’s"))


def _subject_end(found: list[re.Match[str]]) -> int:
    """Return where the first verb begins; 0 where none is known."""
    for at, match in enumerate(found):
        word = match.group().lower().replace("’", "'")
        if "'" in word and word.split("'")[0] in PRONOUNS:
            return match.end()
        is_verb = word in BE or word in PAST_FORMS or (at > 0 and _stem(word) in VERBS)
        if is_verb and at > 0 and not _is_noun_use(found, at):
            return match.start()
    return 0


def _is_noun_use(found: list[re.Match[str]], at: int) -> bool:
    """Whether a word that may be a verb follows an article, as in "the plan" or "the open gate"."""
    word = found[at].group().lower()
    before = found[at - 1].group().lower()
    return word not in BE and before in OWNERS


def _stem(word: str) -> str:
    stem: str = _stemmer.stemWord(IRREGULAR.get(word, word))
    return stem


def _is_past(found: list[re.Match[str]]) -> bool:
    """Whether the first verb tells of the past."""
    words = [match.group().lower() for match in found]
    for at, word in enumerate(words):
        if word in PAST_AUXILIARIES or word in PAST_FORMS:
            return True
        if word in BE:
            return False
        if at and word.endswith("ed") and len(word) > 4:
            return True
    return False
