"""Calibrate a model's cosine thresholds with labeled pairs and sample questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from .base import Embedder

# The same said twice, in one language or across both.
SAME = (
    ("The release is planned for Friday.", "We plan to release on Friday."),
    ("I am allergic to peanuts.", "Peanuts give me an allergic reaction."),
    ("Tanaka leads the payment project.", "The payment project is led by Tanaka."),
    ("She moved to Osaka in April.", "In April she moved to Osaka."),
    (
        "The build fails because a certificate has expired.",
        "An expired certificate breaks the build.",
    ),
    ("Dinner with Maria was lovely.", "I had a lovely dinner with Maria."),
    ("We chose PostgreSQL for the new service.", "The new service will use PostgreSQL."),
    ("My knee hurts after running.", "After a run my knee aches."),
    ("会議は金曜日の午後三時に始まります。", "金曜の15時から会議です。"),
    ("田中さんは決済プロジェクトの責任者です。", "決済プロジェクトの責任者は田中さんだ。"),
    ("昨日は頭が痛くて早く寝た。", "頭痛がしたので昨日は早めに休んだ。"),
    ("犬を二匹飼っています。", "うちには犬が二匹いる。"),
    ("新しい家の鍵をなくした。", "引っ越した家の鍵が見つからない。"),
    ("サーバーの証明書が期限切れだった。", "証明書の有効期限が切れていたのが原因だ。"),
    ("娘の誕生日は三月三日です。", "三月三日は娘の誕生日だ。"),
    ("毎朝コーヒーを二杯飲む。", "朝はいつもコーヒーを二杯飲んでいる。"),
    ("The meeting starts at three on Friday.", "会議は金曜の三時に始まる。"),
    ("I have two dogs.", "犬を二匹飼っている。"),
    ("He does not eat meat.", "彼は肉を食べない。"),
    ("Our flight to Sapporo was cancelled.", "札幌行きの便が欠航になった。"),
)

# About one subject, but not the same.
RELATED = (
    ("The release is planned for Friday.", "The release was delayed because of a failing test."),
    ("I am allergic to peanuts.", "The doctor gave me something against hay fever."),
    ("Tanaka leads the payment project.", "The payment project needs a new designer."),
    ("She moved to Osaka in April.", "Her flat in Osaka is close to the station."),
    ("The build fails because a certificate has expired.", "The build takes twenty minutes now."),
    ("Dinner with Maria was lovely.", "Maria recommended a restaurant by the river."),
    ("We chose PostgreSQL for the new service.", "The database backup runs every night."),
    ("My knee hurts after running.", "I want to run a marathon next year."),
    ("会議は金曜日の午後三時に始まります。", "会議の議事録は鈴木さんが書きます。"),
    ("田中さんは決済プロジェクトの責任者です。", "決済プロジェクトの予算が足りない。"),
    ("昨日は頭が痛くて早く寝た。", "最近よく眠れない。"),
    ("犬を二匹飼っています。", "犬の散歩は朝と夕方に行く。"),
    ("新しい家の鍵をなくした。", "来月、新しい家に引っ越す。"),
    ("サーバーの証明書が期限切れだった。", "サーバーを新しい機械に移した。"),
    ("娘の誕生日は三月三日です。", "娘にケーキを焼いた。"),
    ("毎朝コーヒーを二杯飲む。", "駅前の喫茶店の豆がおいしい。"),
    ("The meeting starts at three on Friday.", "会議室を予約した。"),
    ("I have two dogs.", "犬を獣医に連れて行った。"),
    ("He does not eat meat.", "おいしい菜食の店を見つけた。"),
    ("Our flight to Sapporo was cancelled.", "札幌の雪まつりに行きたい。"),
)

# A question and the memory that answers it.
ANSWERED = (
    ("When is the release?", "The release is planned for Friday."),
    ("What am I allergic to?", "Peanuts give me an allergic reaction."),
    ("Who is responsible for payments?", "Tanaka leads the payment project."),
    ("Where does she live now?", "In April she moved to Osaka."),
    ("Why did the build break?", "An expired certificate was the reason."),
    ("Which database did we pick?", "We chose PostgreSQL for the new service."),
    ("会議は何時からですか？", "金曜の15時から会議です。"),
    ("決済の責任者は誰？", "田中さんは決済プロジェクトの責任者です。"),
    ("娘の誕生日はいつ？", "三月三日は娘の誕生日だ。"),
    ("朝は何を飲む？", "毎朝コーヒーを二杯飲む。"),
    ("How many dogs do I have?", "うちには犬が二匹いる。"),
    ("札幌に行けなかったのはなぜ？", "Our flight to Sapporo was cancelled."),
)
ANY_QUESTIONS = (
    "What is it?",
    "When did we do that?",
    "Where did they go?",
    "Who was there?",
    "Why did you decide that?",
    "How does it work?",
    "How many are there?",
    "What did she say about it?",
    "Which one did he choose?",
    "What are the plans for next week?",
    "When is the deadline?",
    "What was the problem and how was it fixed?",
    "What does he like to eat?",
    "Who is responsible for this?",
    "Where do they live?",
    "How long did it take?",
    "What happened yesterday?",
    "Did she tell you about the trip?",
    "What kind of music does she like?",
    "What is the name of the project?",
    "それは何ですか？",
    "いつ決まりましたか？",
    "どこに行きましたか？",
    "誰がいましたか？",
    "なぜそうしたのですか？",
    "どうやって直しましたか？",
    "いくつありますか？",
    "彼女は何と言っていましたか？",
    "どれを選びましたか？",
    "来週の予定は何ですか？",
    "締め切りはいつですか？",
    "問題は何でしたか？",
    "何が好きですか？",
    "担当者は誰ですか？",
    "どこに住んでいますか？",
    "どのくらいかかりましたか？",
    "昨日何がありましたか？",
    "プロジェクトの名前は何ですか？",
    "どんな音楽が好きですか？",
    "前に話した件はどうなりましたか？",
)
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Thresholds on the cosine, and the medians of the labelled pairs that they separate."""

    same: float
    related: float
    relevant: float
    answered: float
    medians: dict[str, float]

    def thresholds(self) -> dict[str, float]:
        """Return the thresholds as they are stored with the model."""
        return {
            "same": self.same,
            "related": self.related,
            "relevant": self.relevant,
            "answered": self.answered,
        }


def calibrate(embedder: Embedder) -> Calibration:
    """Measure a model: about a hundred short texts are embedded.

    Half of the pairs that say the same lie above ``same``, and half of those that are
    related above ``related``: both are strict, since what is merged by mistake costs more
    than what is missed. Texts that have nothing in common reach ``relevant`` half of the time: short
    questions are often no nearer to their answers, so only what is further away is left out.
    Half of the questions are as near to their answers as ``answered``.
    """
    cosines = {
        "same": _cosines(embedder, SAME),
        "related": _cosines(embedder, RELATED),
        "unrelated": _cosines(embedder, _mixed(SAME)),
        "answered": _answers(embedder),
    }
    medians = {name: round(float(np.median(values)), 3) for name, values in cosines.items()}
    return Calibration(
        same=medians["same"],
        related=medians["related"],
        relevant=medians["unrelated"],
        answered=medians["answered"],
        medians=medians,
    )


def _cosines(embedder: Embedder, pairs: Pairs) -> NDArray[np.float32]:
    vectors = embedder.passages(list(chain.from_iterable(pairs)))
    cosines: NDArray[np.float32] = (vectors[::2] * vectors[1::2]).sum(axis=1)
    return cosines


def _mixed(pairs: Pairs) -> Pairs:
    """Return pairs of texts that have nothing to do with each other."""
    return [(left, pairs[(at + 7) % len(pairs)][1]) for at, (left, _) in enumerate(pairs)]


def _answers(embedder: Embedder) -> NDArray[np.float32]:
    answers = embedder.passages([answer for _, answer in ANSWERED])
    asked = np.stack([embedder.query(question) for question, _ in ANSWERED])
    cosines: NDArray[np.float32] = (answers * asked).sum(axis=1)
    return cosines
