"""Every plain statement is told of whoever it is about, however the sentence names them."""

import pytest

from tests.nlp.facts.test_plain_statements import Said, read

# What is said of somebody, in the first and in the third person, and what it tells.
ENGLISH = [
    ("live in Leeds", "lives in Leeds", "lives_in", "Leeds"),
    ("come from Ghana", "comes from Ghana", "from", "Ghana"),
    ("work as a nurse", "works as a nurse", "occupation", "nurse"),
    ("am a software engineer", "is a software engineer", "occupation", "software engineer"),
    ("work for Tesco", "works for Tesco", "works_for", "Tesco"),
    ("am studying physics", "is studying physics", "studies", "physics"),
    (
        "study at Durham University",
        "studies at Durham University",
        "studies_at",
        "Durham University",
    ),
    ("am fluent in Welsh", "is fluent in Welsh", "speaks", "Welsh"),
    ("am vegetarian", "is vegetarian", "diet", "vegetarian"),
    ("am allergic to nuts", "is allergic to nuts", "allergic_to", "nuts"),
    ("have asthma", "has asthma", "condition", "asthma"),
    ("love jazz", "loves jazz", "likes", "jazz"),
    ("hate mushrooms", "hates mushrooms", "dislikes", "mushrooms"),
    ("prefer window seats", "prefers window seats", "prefers", "window seats"),
    ("drive a Toyota Yaris", "drives a Toyota Yaris", "uses", "Toyota Yaris"),
    ("have a dog called Rex", "has a dog called Rex", "pet", "Rex (dog)"),
    ("am 41 years old", "is 41 years old", "age", "41"),
    ("am married to Priya", "is married to Priya", "married_to", "Priya"),
    ("sing in a choir", "sings in a choir", "member_of", "choir"),
    ("lead the design team", "leads the design team", "leads", "design team"),
]
OF_ENGLISH = [
    ("I {one}.", None), ("my sister {other}", "sister"), ("My sister Anna {other}.", "Anna"),
    ("Because my sister {other}, I need help.", "sister"),
    ("My sister is called Anna. She {other}.", "Anna"), ("Our daughter Mia {other}.", "Mia"),
    ("My friend Tom, who {other}, is coming over.", "Tom"), ("Mum {other}.", "Mum"),
    ("Tom is a friend of mine and {other}.", "Tom"),
    ("You should know that I {one}.", None), ("I should mention that my sister Anna {other}.", "Anna"),
    ("Can you remember that I {one}?", None), ("My sister Anna {other}, as you may know.", "Anna"),
]  # fmt: skip
ASSISTANTS = [
    ("User {other}.", None), ("The user {other}.", None), ("The user's mother {other}.", "mother"),
    ("The user has a daughter named Mia. She {other}.", "Mia"),
    ("User lives in York. User {other}.", None),
]  # fmt: skip
JAPANESE = [
    ("仙台に住んでいます", "lives_in", "仙台"), ("青森出身です", "from", "青森"),
    ("出身が青森です", "from", "青森"), ("看護師をしています", "occupation", "看護師"),
    ("トヨタで働いています", "works_for", "トヨタ"), ("物理学を専攻しています", "studies", "物理学"),
    ("東北大学に通っています", "studies_at", "東北大学"), ("フランス語が話せます", "speaks", "フランス語"),
    ("フランス語がペラペラです", "speaks", "フランス語"), ("ヴィーガンです", "diet", "ヴィーガン"),
    ("減塩しています", "diet", "減塩"), ("そばアレルギーです", "allergic_to", "そば"),
    ("喘息があります", "condition", "喘息"), ("山登りが好きです", "likes", "山登り"),
    ("趣味が将棋です", "likes", "将棋"), ("トマトが苦手です", "dislikes", "トマト"),
    ("iPhoneを使っています", "uses", "iPhone"), ("猫のタマを飼っています", "pet", "タマ (猫)"),
    ("41歳です", "age", "41"), ("誕生日が5月3日です", "birthday", "5月3日"),
    ("テニスサークルに所属しています", "member_of", "テニスサークル"),
    ("開発チームを率いています", "leads", "開発チーム"),
]  # fmt: skip
OF_JAPANESE = [
    ("私は{}。", None), ("{}。", None), ("俺、{}。", None), ("母は{}。", "母"), ("妹の花子は{}。", "花子"),
    ("友人の健太は{}。", "健太"), ("妹は花子といいます。{}。", "花子"), ("うちの夫は健太です。{}。", "健太"),
    ("妹は花子といいます。私は{}。", None), ("妹がいます。名前は花子です。{}。", "花子"),
    ("はじめまして、山田太郎です。{}。", None), ("ちなみに私、{}。", None),
]  # fmt: skip
NOTED_JAPANESE = [
    ("ユーザーは{}。", None),
    ("ユーザーの妹は{}。", "妹"),
    ("ユーザーの妹の花子は{}。", "花子"),
]


def require_only_of(
    facts: set[Said], text: str, subject: str | None, told: tuple[str, str]
) -> None:
    """Require that what is told is read of its subject, and of nobody else."""
    of = {one.subject for one in facts if (one.predicate, one.value) == told}
    assert of == {subject}, f"{text}: {facts}"


@pytest.mark.parametrize(("frame", "subject"), OF_ENGLISH)
def test_english_statements_are_of_their_subject(frame: str, subject: str | None) -> None:
    for one, other, predicate, value in ENGLISH:
        text = frame.format(one=one, other=other)
        require_only_of(read(text), text, subject, (predicate, value))


@pytest.mark.parametrize(("frame", "subject"), ASSISTANTS)
def test_notes_of_assistants_are_of_their_subject(frame: str, subject: str | None) -> None:
    for _, other, predicate, value in ENGLISH:
        text = frame.format(other=other)
        require_only_of(read(text, is_assistant=True), text, subject, (predicate, value))


@pytest.mark.parametrize(("frame", "subject"), OF_JAPANESE)
def test_japanese_statements_are_of_their_subject(frame: str, subject: str | None) -> None:
    for said, predicate, value in JAPANESE:
        text = frame.format(said)
        require_only_of(read(text), text, subject, (predicate, value))


@pytest.mark.parametrize(("frame", "subject"), NOTED_JAPANESE)
def test_japanese_notes_are_of_their_subject(frame: str, subject: str | None) -> None:
    for said, predicate, value in JAPANESE:
        text = frame.format(said)
        require_only_of(read(text, is_assistant=True), text, subject, (predicate, value))
