"""Tokenize a Japanese text: base forms, denials, the subject, mood."""

import re
from collections.abc import Collection, Sequence

from nlp.morphology import Morpheme, morphemes
from nlp.text.sentences import JAPANESE_QUESTION, word_set

from .statement import Spans, Tokens, Word, overlaps

DENYING_NOUNS = word_set("禁止 不可 不要 無し 厳禁 中止 取り止め")
DENYING_PREFIXES = word_set("未 非 無 不")
CONTENT = word_set("名詞 動詞 形容詞 形状詞 副詞 連体詞")
LEFT_OUT_KINDS = word_set("数詞 非自立可能 助動詞語幹")
LEFT_OUT = word_set(
    "こと 事 物 もの 所 ため 為 方 はず 訳 よう 様 そう 時 予定 とても とき "
    "在住 此の その あの どの 此れ 或る そんな こんな"
)
# Content verbs that Sudachi lists as auxiliaries.
KEPT = word_set("終わる 始める 出す 続ける 行く 来る 見る 貰う 上げる 下げる 入れる")
HEDGES = re.compile(
    r"かもしれ|つもり|べき|だろう|でしょう|検討|たぶん|多分|おそらく|らしい|と思|たい(?:です|と|。|$)|したら|ならば"
)
# Expressions that deny in form only: must, may, other than, only.
NOT_REALLY = re.compile(
    r"なければ(?:なら|いけ)(?:ない|ません)|なくては(?:なら|いけ)(?:ない|ません)|ないと(?:いけ|なら)(?:ない|ません)"
    r"|なきゃ|かもしれ(?:ない|ません)|に違いない|だけで(?:は)?なく|に過ぎない|じゃないか|ではないか"
)
# A verb in て followed by these is forbidden, or allowed.
FORBIDDEN = re.compile(r"(?<=[てで])は(?:いけない|いけません|ならない|なりません|だめ|駄目|困る)")
ALLOWED = re.compile(r"(?<=[てで])も?(?:よい|良い|いい|構わない|構いません)")
LATIN_NAME = re.compile(r"[A-Z][A-Za-z]+")


def tokenize(text: str, taken: Spans, names: Collection[str]) -> Tokens:
    """Return the words of a Japanese text (NFKC) outside the spans ``taken``."""
    found = morphemes(text)
    words, denials = _content_words(text, found, taken, names)
    return Tokens(
        words=tuple(words),
        subject_end=_subject_end(found),
        is_question=bool(JAPANESE_QUESTION.search(text)),
        is_hedged=bool(HEDGES.search(text)),
        is_past=_is_past(found),
        denials=denials,
    )


def _content_words(
    text: str, found: Sequence[Morpheme], taken: Spans, names: Collection[str]
) -> tuple[list[Word], int]:
    """Return the content words, and the number of denials; a denial marks the word before."""
    blocked = _spans(NOT_REALLY, text)
    forbidden = _spans(FORBIDDEN, text)
    skipped = [*forbidden, *_spans(ALLOWED, text)]
    starts = {start for start, _ in forbidden}
    words: list[Word] = []
    denials = 0
    is_prefixed = False
    for at, morpheme in enumerate(found):
        span = (morpheme.start, morpheme.end)
        if overlaps(*span, skipped) or _is_denial(morpheme):
            if _denies(found, at, starts, blocked, is_skipped=overlaps(*span, skipped)):
                denials += 1
                _deny_last(words)
        elif morpheme.pos[0] == "接頭辞":
            is_prefixed = morpheme.surface in DENYING_PREFIXES
        elif not overlaps(*span, taken) and _has_content(morpheme):
            base = f"不{morpheme.lemma}" if is_prefixed else morpheme.lemma
            words.append(Word(base, *span, is_name=_is_name(morpheme, names)))
            is_prefixed = False
    return words, denials


def _spans(pattern: re.Pattern[str], text: str) -> Spans:
    return [match.span() for match in pattern.finditer(text)]


def _denies(
    found: Sequence[Morpheme], at: int, forbidden: set[int], blocked: Spans, *, is_skipped: bool
) -> bool:
    """Whether a skipped morpheme begins a ban, or a denying one is no mere expression."""
    if is_skipped:
        return found[at].start in forbidden
    span = (found[at].start, found[at].end)
    return not overlaps(*span, blocked) and not _is_rather(found, at)


def _is_denial(morpheme: Morpheme) -> bool:
    kind, base = morpheme.pos[0], morpheme.lemma
    return (kind == "助動詞" and base in {"ない", "ず", "ぬ"}) or base in {"無い", *DENYING_NOUNS}


def _is_rather(words: Sequence[Morpheme], at: int) -> bool:
    """Whether the morpheme is ではなく, which denies one thing in favor of the next."""
    before = [each.surface for each in words[max(0, at - 2) : at]]
    is_form = words[at].surface == "なく" and before[-1:] in (["は"], ["で"], ["じゃ"])
    return is_form and at + 1 < len(words) and not words[at + 1].surface.startswith("な")


def _deny_last(words: list[Word]) -> None:
    if words:
        last = words[-1]
        words[-1] = Word(last.base, last.start, last.end, True, last.is_name)


def _has_content(morpheme: Morpheme) -> bool:
    kinds, base = morpheme.pos, morpheme.lemma
    if kinds[0] not in CONTENT or base in LEFT_OUT:
        return False
    return base in KEPT or not LEFT_OUT_KINDS.intersection(kinds[1:3])


def _is_name(morpheme: Morpheme, names: Collection[str]) -> bool:
    if morpheme.is_proper_noun:
        return True
    surface = morpheme.surface
    if LATIN_NAME.fullmatch(surface):
        return True
    return any(surface in name for name in names) and len(surface) > 1


def _subject_end(words: Sequence[Morpheme]) -> int:
    """Return the offset of the first topic は, else of the first が or も; 0 if there is none."""
    for signs in (("は",), ("が", "も")):
        for at, morpheme in enumerate(words):
            is_particle = morpheme.pos[0] == "助詞" and morpheme.surface in signs
            if is_particle and at and not _denies_next(words, at):
                return morpheme.start
    return 0


def _denies_next(words: Sequence[Morpheme], at: int) -> bool:
    """Whether は belongs to a denial: ではない, ではありません, 誰も."""
    after = [each.lemma for each in words[at + 1 : at + 3]]
    return words[at - 1].surface in {"で", "誰", "何"} and bool(
        {"無い", "有る"} & set(after) or "誰" in words[at - 1].surface
    )


def _is_past(words: Sequence[Morpheme]) -> bool:
    """Whether the last verb is in the past tense."""
    for morpheme in reversed(words):
        kind = morpheme.pos[0]
        if kind == "助動詞":
            if morpheme.lemma == "た":
                return True
        elif kind not in {"補助記号", "助詞", "空白"}:
            return False
    return False
