"""The input and the result of a comparison; words and values of a text with their offsets."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from nlp.morphology import stems

Spans = list[tuple[int, int]]
_ENGLISH = """
    increase/decrease rise/fall grow/shrink open/close,shut before/after left/right
    allow/forbid,prohibit,ban accept/reject,refuse approve/reject enable/disable start/stop
    start/end,finish hot/cold more/less,fewer early/late earlier/later buy/sell arrive/leave,depart
    pass/fail true/false yes/no single/married import/export push/pull minimum/maximum always/never
    cheap/expensive win/lose love/hate like/dislike agree/disagree present/absent public/private
    inside/outside above/below everyone,everybody,all/nobody,none on/off in/out up/down high/low
    big,large/small fast/slow old/new old/young first/last gain/lose remember/forget lock/unlock
    install/uninstall include/exclude connect/disconnect morning/evening day/night safe/dangerous
    possible/impossible legal/illegal paid/unpaid male/female north/south east/west success/failure
    succeed/fail profit/loss income/expense internal/external optional/required,mandatory
"""
_JAPANESE = """
    増加,増える,増やす,増/減少,減る,減らす,減 開く,開ける,開店/閉まる,閉じる,閉める,閉店 食前/食後
    前/後 左,左側/右,右側 上,上側/下,下側 許可/禁止,不可 有効/無効 開始,始まる,始める/終了,終わる,終える
    成功/失敗 賛成/反対 承認/却下,否決 上がる,上げる,上昇/下がる,下げる,下落,低下 値上げ/値下げ
    買う,購入/売る,売却 可能/不可能 好き/嫌い 得意/苦手 早い/遅い 速い/遅い 多い/少ない 高い/低い,安い
    勝つ,勝利/負ける,敗北 合格/不合格 公開/非公開 出席/欠席 黒字/赤字 必要/不要
    独身,未婚/結婚,既婚 点く,点ける,点灯/消える,消す,消灯 入る,入れる/出る,出す 古い/新しい
    暑い,熱い/寒い,冷たい 大きい,大きな/小さい,小さな 長い/短い 内側/外側 屋内/屋外 国内/海外 東/西 南/北
    安全/危険 参加/不参加 表/裏 任意/必須 早番/遅番 収入/支出 午前/午後 朝/夜 兄/弟 姉/妹 父/母
    男性/女性 乗る/降りる 貸す/借りる 追加/削除 接続/切断 男/女 本番/検証 満足/不満 晴れ/雨 低空/高空
"""
# Function words that have an opposite.
SMALL = stems(
    ["on", "off", "in", "out", "up", "down", "before", "after", "all", "yes", "more", "less"]
)


@dataclass(frozen=True, slots=True)
class Value:
    """A comparable value and its words; equal values have equal keys.

    Only values of one ``sort`` can replace each other: a price is not replaced by a length.
    """

    sort: str
    key: str
    words: str
    start: int
    end: int


def overlaps(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether [start, end) touches one of the spans."""
    return any(start < last and first < end for first, last in spans)


def spans_of(facts: Iterable[Value]) -> Spans:
    """Return the spans of values."""
    return [(fact.start, fact.end) for fact in facts]


@dataclass(frozen=True, slots=True)
class Word:
    """A content word: its base form, its span, and whether it is denied."""

    base: str
    start: int
    end: int
    is_denied: bool = False
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a text, the end of its subject (0: none is named), and its mood."""

    words: tuple[Word, ...]
    subject_end: int = 0
    is_question: bool = False
    is_hedged: bool = False
    is_past: bool = False
    denials: int = 0


Side = frozenset[str]


def _pairs(listed: str, *, stem: bool) -> list[tuple[Side, Side]]:
    sides = (pair.split("/") for pair in listed.split())
    return [(_side(one, stem=stem), _side(other, stem=stem)) for one, other in sides]


def _side(words: str, *, stem: bool) -> Side:
    return stems(words.split(",")) if stem else frozenset(words.split(","))


PAIRS = _pairs(_ENGLISH, stem=True) + _pairs(_JAPANESE, stem=False)


def find_opposites(one: Collection[str], other: Collection[str]) -> tuple[str, str] | None:
    """Return a word of one text and its opposite in the other, unless a text has both."""
    for first, second in PAIRS:
        for here, there in ((first, second), (second, first)):
            left, right = here.intersection(one), there.intersection(other)
            if left and right and not there.intersection(one) and not here.intersection(other):
                return min(left), min(right)
    return None


@dataclass(frozen=True, slots=True)
class Statement:
    """One text with its circumstances.

    ``said_at`` is aware; ``about`` is the half-open range of time that the text is about, if known.
    ``names`` are the entities found in it. ``is_event`` marks a single event.
    """

    text: str
    said_at: datetime
    language: str = ""
    speaker: str = ""
    about: tuple[datetime, datetime] | None = None
    names: tuple[str, ...] = ()
    is_event: bool = False


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The points "the same" and "related" on a model's cosine scale."""

    same: float
    related: float

    @classmethod
    def of(cls, stored: Mapping[str, float]) -> "Thresholds":
        """Return the thresholds stored with a model; 0.85 and 0.70 by default."""
        return cls(stored.get("same", 0.85), stored.get("related", 0.70))

    def between(self, share: float) -> float:
        """Return the point at ``share`` (0…1) of the way from related to same."""
        return self.related + share * (self.same - self.related)


class Kind(StrEnum):
    """The relation of a newer text to an older one."""

    SAME = "same"
    ADDITIVE = "additive"
    UPDATING = "updating"
    CONFLICTING = "conflicting"
    RELATED = "related"
    NEW = "new"


class Blocker(StrEnum):
    """A difference that keeps two texts from being treated as one."""

    AMOUNT = "amount"
    TIME = "time"
    NAME = "name"
    NEGATION = "negation"
    OPPOSITE = "opposite"
    MODALITY = "modality"
    SUBJECT = "subject"
    OCCASION = "occasion"
    CONTEXT = "context"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The relation of one text to another, the reasons, and a confidence in 0…1.

    ``is_verbatim``: the words are equal up to width, case, kana, spaces and punctuation.
    ``newer_adds``: of an additive pair, the newer text holds more.
    ``shared``: of a related pair, the number of shared words; names count twice.
    """

    kind: Kind
    reasons: tuple[str, ...] = ()
    blockers: frozenset[Blocker] = frozenset()
    confidence: float = 0.0
    is_verbatim: bool = False
    newer_adds: bool = True
    shared: int = 0

    @property
    def may_fold(self) -> bool:
        """Whether one text may stand for both without a question: equal words, and no blocker."""
        return self.kind is Kind.SAME and self.is_verbatim and not self.blockers
