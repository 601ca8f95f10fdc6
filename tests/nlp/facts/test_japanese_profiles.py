"""What assistants note about "the user" in Japanese, and what such notes only seem to say."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from nlp import facts
from nlp.facts import Claim
from nlp.readers import Found

SAID_AT = datetime(2026, 6, 15, 12, tzinfo=ZoneInfo("Asia/Tokyo"))
Fact = tuple[str | None, str, str]


def noted(text: str, **mentions: str) -> set[Fact]:
    """Return what an assistant's note tells, without what is over."""
    found = [
        Found(name, at, at + len(name), kind, 1.0, "given")
        for name, kind in mentions.items()
        if (at := text.find(name)) >= 0
    ]
    claims: list[Claim] = facts.find(
        text, mentions=found, times=(), language="ja", said_at=SAID_AT, is_assistant=True
    )
    return {(one.subject, one.predicate, one.value) for one in claims if not one.ends}


PLACES = {"盛岡市": "Location", "愛媛県": "Location", "呉": "Location"}
PEOPLE = {"美緒": "Person", "修一": "Person"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ユーザーは盛岡市の高校生(17歳)。", (None, "lives_in", "盛岡市")),
        ("ユーザーは盛岡市の高校生(17歳)。", (None, "occupation", "高校生")),
        ("ユーザーは愛媛県の漁師で61歳。", (None, "occupation", "漁師")),
        ("ユーザーは盛岡市に住む大学2年生。", (None, "lives_in", "盛岡市")),
        ("ユーザーは66歳の女性で、呉に夫の修一さんと二人暮らし。", (None, "lives_in", "呉")),
        ("ユーザーは66歳の女性で、呉に夫の修一さんと二人暮らし。", (None, "married_to", "修一")),
        ("ユーザーは7歳の娘・美緒と暮らしている。", (None, "family_member", "美緒")),
        ("ユーザーは7歳の娘・美緒と暮らしている。", ("美緒", "age", "7")),
        ("ユーザーは呉で活動する竹細工の職人。", (None, "lives_in", "呉")),
        ("ユーザーは印刷工場に勤める主任（44歳）。", (None, "works_for", "印刷工場")),
        ("ユーザーは自転車ショップ「みどり輪業」に勤務。", (None, "works_for", "みどり輪業")),
        ("ユーザーは広報チームを率いる。", (None, "leads", "広報チーム")),
        ("ユーザーは剣道部に所属している。", (None, "member_of", "剣道部")),
        ("ユーザーは市民合唱団のメンバー。", (None, "member_of", "市民合唱団")),
        ("ユーザーは音声入力を使うため、誤字が多い。", (None, "uses", "音声入力")),
        ("ユーザーの母語はセブアノ語で、英語も話す。", (None, "speaks", "セブアノ語")),
        ("ユーザーは会社員。返信は短い文面を好む。", (None, "prefers", "短い文面")),
        ("ユーザーは学生。辛いものは苦手とのこと。", (None, "dislikes", "辛いもの")),
        ("ユーザーはそばのアレルギーを持つ。", (None, "allergic_to", "そば")),
        ("ユーザーは痛風の持病があり、酒を控えている。", (None, "condition", "痛風")),
        ("ユーザーは柴犬（名前：ごま）を飼っている。", (None, "pet", "ごま (柴犬)")),
        ("ユーザー情報：52歳、盛岡市在住。", (None, "lives_in", "盛岡市")),
        ("ユーザーは夫の修一と三人暮らし。合唱団に入っている。", (None, "member_of", "合唱団")),
    ],
)  # fmt: skip
def test_notes_about_the_user_are_read(text: str, told: Fact) -> None:
    assert told in noted(text, **PLACES, **PEOPLE)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("ユーザーは店長への詫び状を依頼した。改まった言い方を希望。", "prefers"),
        ("ユーザーは夏に家族で旅行する予定。階段の少ない宿を希望。", "prefers"),
        ("ユーザーにはかにアレルギーの可能性がある。", "allergic_to"),
        ("ユーザーは夫の修一と三人暮らし。", "lives_in"),
        ("ユーザーには9歳の息子がいる。名前は修一。", "name"),
        ("ユーザーの飼い犬（雑種、名前は修一）が吠える。", "name"),
        ("ユーザーは元駅員で、現在は年金暮らし。", "lives_in"),
        ("ユーザーは元駅員で、現在は年金暮らし。", "occupation"),
        ("ユーザーは盛岡市の大学について質問した。", "lives_in"),
        ("ユーザーは剣道部の歴史を調べている。", "member_of"),
        ("ユーザーは音声入力の使い方を尋ねた。", "uses"),
        ("修一さんより、新しい番号を知らせてほしいとの依頼。", "prefers"),
    ],
)
def test_notes_on_a_task_or_on_others_claim_nothing_of_the_user(text: str, predicate: str) -> None:
    told = noted(text, **PLACES, **PEOPLE)
    assert {one for one in told if one[0] is None and one[1] == predicate} == set()
