"""Tokenize an English text: stems, denials, the subject, mood."""

import re
from collections.abc import Collection

from nlp.morphology import stem, stems
from nlp.text.sentences import TITLES, alternation, word_set
from nlp.text.tokens import STOP_WORDS

from .statement import SMALL, Spans, Tokens, Word, overlaps

DENIALS = word_set("not no never none nobody nothing neither without cannot hardly nowhere unable")
BE = word_set(
    "is are was were am be been has have had do does did will would can could should may might must shall"
    " isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't won't can't cannot"
)
PAST_AUXILIARIES = word_set("was were had did wasn't weren't hadn't didn't")
PRONOUNS = word_set("i we he she they it you")
OWNERS = word_set("the a an my our his her their new old to")
# Filler words of chat, without content.
EMPTY = word_set(
    "thing things stuff lot lots really good great nice way make makes made making get gets got getting go"
    " goes going went keep keeps keeping kept thanks thank hey hi hello yeah wow ok okay sure bye much many"
    " even well definitely totally actually super cool awesome amazing sounds gonna gotta"
)
# Irregular past forms, and the verb of each.
IRREGULAR = dict(
    pair.split("/")
    for pair in word_set(
        "ran/run paid/pay bought/buy wrote/write rewrote/rewrite rewritten/rewrite went/go gone/go came/come"
        " took/take taken/take made/make got/get saw/see met/meet ate/eat eaten/eat drank/drink gave/give"
        " given/give found/find lost/lose sold/sell told/tell began/begin spoke/speak slept/sleep felt/feel"
        " kept/keep held/hold led/lead grew/grow fell/fall rose/rise broke/break broken/break chose/choose"
        " chosen/choose drove/drive flew/fly sent/send spent/spend built/build became/become won/win said/say"
        " knew/know thought/think sat/sit swam/swim woke/wake taught/teach caught/catch brought/bring"
        " children/child"
    )
)
PAST_FORMS = frozenset(IRREGULAR) - {"broken", "children", "taken", "gone", "given"}
# Stems of verbs that end a subject.
VERBS = stems(
    word_set(
        "live run work need use play fix fit take cost hold return require lead like prefer want end"
        " start open close move drink eat love hate plan decide begin stay speak study learn teach own"
        " know think leave arrive come go make get give show say mean contain include support drop"
        " increase decrease rise fall grow fail pass crash stop change switch become remain belong sit"
        " stand sell buy pay book install write read see meet visit hire join help keep find lose win"
        " send receive"
    )
)
JOINING = frozenset(word for word in STOP_WORDS if stem(word) not in SMALL)
WORD = re.compile(r"[A-Za-zÀ-ɏ]+(?:['’][A-Za-z]+)?")
TITLE = re.compile(rf"\b(?:{alternation(map(str.capitalize, TITLES))}|St)\. $")
NOT_REALLY = re.compile(r"not only|no\.? ?\d|no matter|rather than|instead of", re.IGNORECASE)
HEDGES = re.compile(
    r"\b(?:may|might|should|could|would|perhaps|maybe|possibly|probably|want(?:s|ed)? to|hope|thinking of"
    r"|consider(?:s|ing)?|intend|wish|if)\b",
    re.IGNORECASE,
)
NOWHERE = -1


def tokenize(text: str, taken: Spans, names: Collection[str]) -> Tokens:
    """Return the words of an English text (NFKC) outside the spans ``taken``."""
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
            # "do not quit" denies "quit", which lies in a taken span; "no longer" denies the next word.
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
    """Whether a word denies the next one."""
    return word in DENIALS or word.endswith("n't")


def _base(word: str) -> str | None:
    """Return the stem of a word; None for a function word."""
    word = word.removesuffix("'s")
    if word in JOINING or word in BE or word in EMPTY or "'" in word:
        return None
    return _stem(word)


def _is_name(text: str, found: list[re.Match[str]], at: int, names: Collection[str]) -> bool:
    """Whether a word is a known name, or has a capital that no sentence start explains."""
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
    """Return the offset of the first verb; 0 if none is known."""
    for at, match in enumerate(found):
        word = match.group().lower().replace("’", "'")
        if "'" in word and word.split("'")[0] in PRONOUNS:
            return match.end()
        is_verb = word in BE or word in PAST_FORMS or (at > 0 and _stem(word) in VERBS)
        if is_verb and at > 0 and not _is_noun_use(found, at):
            return match.start()
    return 0


def _is_noun_use(found: list[re.Match[str]], at: int) -> bool:
    """Whether a possible verb follows an article, as in "the plan" or "the open gate"."""
    word = found[at].group().lower()
    before = found[at - 1].group().lower()
    return word not in BE and before in OWNERS


def _stem(word: str) -> str:
    return stem(IRREGULAR.get(word, word))


def _is_past(found: list[re.Match[str]]) -> bool:
    """Whether the first verb is in a past tense."""
    words = [match.group().lower() for match in found]
    for at, word in enumerate(words):
        if word in PAST_AUXILIARIES or word in PAST_FORMS:
            return True
        if word in BE:
            return False
        if at and word.endswith("ed") and len(word) > 4:
            return True
    return False
