"""What Japanese chats tell of the writer, and what of others and of nobody."""

import pytest

from tests.nlp.facts.labelled import claims_of

Fact = tuple[str | None, str, str]


def facts(text: str, **mentions: str) -> set[Fact]:
    return {(one.subject, one.predicate, one.object) for one in claims_of(text, **mentions)}


@pytest.mark.parametrize(
    ("text", "names", "told"),
    [
        ("うなぎは俺が好き、でも高い。", {}, (None, "likes", "うなぎ")),
        ("俺甲殻類アレルギーだから隣で緊張する。", {}, (None, "allergic_to", "甲殻類")),
        ("夫(直樹)に腰をさすってもらう。", {"直樹": "Person"}, (None, "married_to", "直樹")),
        ("下の子(芽衣)が紫がいいと言う。", {"芽衣": "Person"}, (None, "family_member", "芽衣")),
        ("美咲(彼女)に怒られた。", {"美咲": "Person"}, (None, "family_member", "美咲")),
        ("今は西荻窪の1LDKなんです。", {"西荻窪": "Location"}, (None, "lives_in", "西荻窪")),
        ("引っ越し終わりました〜流山です。", {"流山": "Location"}, (None, "lives_in", "流山")),
        ("孫の颯太は小学二年で野菜が嫌いです。", {"颯太": "Person"}, ("颯太", "dislikes", "野菜")),
        ("リンさんハノイの出身でな。", {"リン": "Person", "ハノイ": "Location"}, ("リン", "from", "ハノイ")),
        (
            "田島さんが育休に入るから急遽。正直コード書いてる方が好きなんだけど。",
            {"田島": "Person"},
            (None, "prefers", "コード書いてる"),
        ),
        (
            "人は岡田さんいう板前がおる。うちで8年。ただ人に教えるのが苦手でなあ。",
            {"岡田": "Person"},
            ("岡田", "dislikes", "人に教えるの"),
        ),
    ],
)  # fmt: skip
def test_facts_belong_to_whom_they_are_told_of(
    text: str, names: dict[str, str], told: Fact
) -> None:
    found = facts(text, **names)
    assert told in found
    assert {fact for fact in found if fact[1] == told[1]} == {told}


@pytest.mark.parametrize(
    "text",
    [
        "インコのピピ(セキセイ、2歳、青)の引っ越しはどうする。",
        "きっかけは、実家がみかん農家で、暑さを見てたから。",
        "自己紹介をください。名前は「リン」で",
        "ひだまりの先生、優しい女の先生で、全部聞けました。",
        "養父は宮下伊兵衛、縁組は明治三年とあります。",
        "ひらがなが一番!義母は漢字派。",
    ],
)
def test_others_and_things_are_not_the_writer(text: str) -> None:
    assert {fact for fact in facts(text, 宮下伊兵衛="Person") if fact[0] is None} == set()
