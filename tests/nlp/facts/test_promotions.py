"""What is told of promotions, engagements and last days at work, in short notes."""

import pytest

from tests.nlp.facts.labelled import claims_of

Fact = tuple[str | None, str, str, bool]
NAMES = {"Orlo": "Organization", "Priya": "Person", "田中": "Person"}


def facts(text: str) -> set[Fact]:
    """Return subject, predicate, value and whether it ends, of each claim that says something."""
    return {
        (one.subject, one.predicate, one.value, one.ends)
        for one in claims_of(text, **NAMES)
        if not one.needs
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Got promoted to ward manager today.", (None, "occupation", "ward manager", False)),
        ("Promoted to ward manager.", (None, "occupation", "ward manager", False)),
        ("I've been promoted to senior nurse!", (None, "occupation", "senior nurse", False)),
        ("Engaged to Priya! Wedding in spring.", (None, "family_member", "Priya", False)),
        ("Last day at Orlo today.", (None, "works_for", "Orlo", True)),
        ("Friday was the last day at Orlo.", (None, "works_for", "Orlo", True)),
        ("Today was my last day at Orlo.", (None, "works_for", "Orlo", True)),
        ("今日から部長に昇進した。責任が重い。", (None, "occupation", "部長", False)),
        ("部長に昇進しました。", (None, "occupation", "部長", False)),
        ("課長になった。", (None, "occupation", "課長", False)),
        ("4月に店長になりました。", (None, "occupation", "店長", False)),
        ("今日から課長です。", (None, "occupation", "課長", False)),
        ("田中さんが部長になった。", ("田中", "occupation", "部長", False)),
    ],
)
def test_news_of_work_and_family_is_read(text: str, fact: Fact) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Promoted to the next level in my game.",
        "I was promoted to tears by that film.",
        "Last day at the beach.",
        "来月から主任に昇進します。",
        "誰が社長になったの？",
        "部長になったら何をする？",
        "クラスの学級委員長になった。",
        "新しい社長になってから会社が変わった。",
    ],
)
def test_what_only_sounds_like_news_is_none(text: str) -> None:
    assert not {one for one in facts(text) if one[1] in {"occupation", "works_for"}}
