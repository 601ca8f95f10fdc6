"""Reading Japanese: base forms of the words that say something, denials, the subject, questions."""

import re
import threading
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from nlp.comparison.facts import Spans, overlaps
from nlp.comparison.tokens import Tokens, Word

from .words import CONTENT, DENYING_NOUNS, DENYING_PREFIXES, KEPT, LEFT_OUT, LEFT_OUT_KINDS

QUESTION = re.compile(r"[?？]\s*$|(?:です|ます|でしょう|ました|ません|たの|るの|いの)か[。.]?\s*$")
HEDGES = re.compile(
    r"かもしれ|つもり|べき|だろう|でしょう|検討|たぶん|多分|おそらく|らしい|と思|たい(?:です|と|。|$)|したら|ならば"
)
# Denials in form only: must, may, other than, only.
NOT_REALLY = re.compile(
    r"なければ(?:なら|いけ)(?:ない|ません)|なくては(?:なら|いけ)(?:ない|ません)|ないと(?:いけ|なら)(?:ない|ません)"
    r"|なきゃ|かもしれ(?:ない|ません)|に違いない|だけで(?:は)?なく|に過ぎない|じゃないか|ではないか"
)
# A verb in て with this is forbidden, or allowed.
FORBIDDEN = re.compile(r"(?<=[てで])は(?:いけない|いけません|ならない|なりません|だめ|駄目|困る)")
ALLOWED = re.compile(r"(?<=[てで])も?(?:よい|良い|いい|構わない|構いません)")
LATIN_NAME = re.compile(r"[A-Z][A-Za-z]+")
_own = threading.local()


@lru_cache(maxsize=1)
def _dictionary() -> Any:
    """Return the dictionary, read once; None where Sudachi is not installed."""
    try:
        from sudachipy import Dictionary
    except ImportError:
        return None
    return Dictionary(dict="small")


def _morphemes(text: str) -> list[Any]:
    """Return the morphemes of a text; none without Sudachi, so that nothing is compared."""
    if (dictionary := _dictionary()) is None:
        return []
    # A tokenizer borrows itself while it works: threads cannot share one.
    if not hasattr(_own, "tokenizer"):
        _own.tokenizer = dictionary.tokenizer()
    return list(_own.tokenizer.tokenize(text))


def read(text: str, taken: Spans, names: Collection[str]) -> Tokens:
    """Read a Japanese text (NFKC); what lies in the spans taken is no word."""
    morphemes = _morphemes(text)
    blocked = [match.span() for match in NOT_REALLY.finditer(text)]
    forbidden = [match.span() for match in FORBIDDEN.finditer(text)]
    skipped = [*forbidden, *(match.span() for match in ALLOWED.finditer(text))]
    words: list[Word] = []
    denials = 0
    is_prefixed = False
    for at, morpheme in enumerate(morphemes):
        span = (morpheme.begin(), morpheme.end())
        if overlaps(*span, skipped):
            if span[0] in {start for start, _ in forbidden}:
                denials += 1
                _deny_last(words)
            continue
        if _is_denial(morpheme):
            if not overlaps(*span, blocked) and not _is_rather(morphemes, at):
                denials += 1
                _deny_last(words)
            continue
        if morpheme.part_of_speech()[0] == "接頭辞":
            is_prefixed = morpheme.surface() in DENYING_PREFIXES
            continue
        if overlaps(*span, taken) or not _says_something(morpheme):
            continue
        is_name = _is_name(morpheme, names)
        base = morpheme.normalized_form()
        words.append(Word(f"不{base}" if is_prefixed else base, *span, is_name=is_name))
        is_prefixed = False
    return Tokens(
        words=tuple(words),
        subject_end=_subject_end(morphemes),
        is_question=bool(QUESTION.search(text)),
        is_hedged=bool(HEDGES.search(text)),
        is_past=_is_past(morphemes),
        denials=denials,
    )


def _is_denial(morpheme: Any) -> bool:
    kind, base = morpheme.part_of_speech()[0], morpheme.normalized_form()
    return (kind == "助動詞" and base in {"ない", "ず", "ぬ"}) or base in {"無い", *DENYING_NOUNS}


def _is_rather(morphemes: list[Any], at: int) -> bool:
    """Whether this is ではなく: the other thing is meant, and follows."""
    before = [each.surface() for each in morphemes[max(0, at - 2) : at]]
    is_form = morphemes[at].surface() == "なく" and before[-1:] in (["は"], ["で"], ["じゃ"])
    return is_form and at + 1 < len(morphemes) and not morphemes[at + 1].surface().startswith("な")


def _deny_last(words: list[Word]) -> None:
    if words:
        last = words[-1]
        words[-1] = Word(last.base, last.start, last.end, True, last.is_name)


def _says_something(morpheme: Any) -> bool:
    kinds, base = morpheme.part_of_speech(), morpheme.normalized_form()
    if kinds[0] not in CONTENT or base in LEFT_OUT:
        return False
    return base in KEPT or not LEFT_OUT_KINDS.intersection(kinds[1:3])


def _is_name(morpheme: Any, names: Collection[str]) -> bool:
    if morpheme.part_of_speech()[1] == "固有名詞":
        return True
    surface = morpheme.surface()
    if LATIN_NAME.fullmatch(surface):
        return True
    return any(surface in name for name in names) and len(surface) > 1


def _subject_end(morphemes: list[Any]) -> int:
    """Return where the first は ends what the text is about, else the first が or も; 0: nothing."""
    for signs in (("は",), ("が", "も")):
        for at, morpheme in enumerate(morphemes):
            is_particle = morpheme.part_of_speech()[0] == "助詞" and morpheme.surface() in signs
            if is_particle and at and not _denies_next(morphemes, at):
                return int(morpheme.begin())
    return 0


def _denies_next(morphemes: list[Any], at: int) -> bool:
    """Whether a は only leads to a denial: ではない, ではありません, または誰も."""
    after = [each.normalized_form() for each in morphemes[at + 1 : at + 3]]
    return morphemes[at - 1].surface() in {"で", "誰", "何"} and bool(
        {"無い", "有る"} & set(after) or "誰" in morphemes[at - 1].surface()
    )


def _is_past(morphemes: list[Any]) -> bool:
    """Whether the last verb tells of the past."""
    for morpheme in reversed(morphemes):
        kind = morpheme.part_of_speech()[0]
        if kind == "助動詞":
            if morpheme.normalized_form() == "た":
                return True
        elif kind not in {"補助記号", "助詞", "空白"}:
            return False
    return False
