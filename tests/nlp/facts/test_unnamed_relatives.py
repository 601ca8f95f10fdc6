"""A text that speaks of one's mother, wife or son without a name tells that there is one."""

import pytest

from nlp.facts import Claim, find
from nlp.facts.family.roles import role_at
from nlp.facts.family.unnamed import is_unnamed_tie
from tests.nlp.facts.labelled import SAID_AT, ties_without_name


def ties(text: str, speaker: str = "", **mentions: str) -> list[tuple[str, str, str]]:
    """Return predicate, words and role of the relatives without a name."""
    found = ties_without_name(text, speaker, **mentions)
    return [(claim.predicate, claim.object, claim.role) for claim in found]


def told_by_assistant(text: str, language: str) -> list[Claim]:
    """Return the ties that a note of an assistant tells."""
    found = find(text, mentions=(), times=(), language=language, said_at=SAID_AT, is_assistant=True)
    return [claim for claim in found if is_unnamed_tie(claim)]


@pytest.mark.parametrize(
    ("text", "words", "role"),
    [
        ("what can I bake for my nan? she can't have nuts", "nan", "grandmother"),
        ("My older brother keeps sending me memes.", "brother", "older brother"),
        ("Is it legal? He came in when only my son was home", "son", "son"),
        ("Called home, Mum prayed for 11 minutes on speaker.", "Mum", "mother"),
        ("found Dad's old branding iron in the shed", "Dad", "father"),
        ("groceries, then a letter for mama", "mama", "mother"),
        ("my da drives a milk lorry", "da", "father"),
        ("asking because grandpa puts them in everything", "grandpa", "grandfather"),
        ("Stepdad got a job in Turku and they go there", "Stepdad", "stepfather"),
        ("Daughter's boyfriend is coming on Sunday.", "Daughter", "daughter"),
        ("my 6-year-old daughter won't sleep", "daughter", "daughter"),
        ("実家に電話。父、膝の手術は7月に決まったらしい。", "父", "father"),
        ("夏休みに孫が泊まりに来る。", "孫", "grandchild"),
        ("婆ちゃんが畑から帰ってこない。", "婆ちゃん", "grandmother"),
        ("My MIL is coming on Sunday.", "MIL", "mother-in-law"),
        ("岐阜の実家の母にはあじさいを送る。", "母", "mother"),
        ("使い方を孫に教わりました。", "孫", "grandchild"),
        ("下の娘のお弁当どうしよう？", "娘", "younger daughter"),
        ("うちの母さん膝に人工関節入ってる。", "母さん", "mother"),
        ("久留米に住む義父が手術した。", "義父", "father-in-law"),
        ("実家に母ひとり残してきた。", "母", "mother"),
    ],
)
def test_a_relative_is_spoken_of(text: str, words: str, role: str) -> None:
    assert ties(text) == [("family_member", words, role)]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("my wife hates coriander", "wife"),
        ("Wife wants to retire early.", "wife"),
        ("夫と映画", "husband"),
        ("ダンナの健診、よくなった。", "husband"),
        ("カミさんに叱られた。", "wife"),
    ],
)
def test_a_spouse_is_who_one_is_married_to(text: str, role: str) -> None:
    assert [(found[0], found[2]) for found in ties(text)] == [("married_to", role)]


@pytest.mark.parametrize(
    "text",
    [
        "His mother called again.",
        "My mother tongue is Welsh.",
        "our sister company is in Leeds",
        "As a mum of two I need quiet.",
        "new mum here, any tips?",
        "A mum always knows. Every dad says so.",
        "Ben's dad has a boat. Her mum works nights.",
        "Daughter cells split in two. Brother printers jam.",
        "Imagine my wife is a spy.",
        "She said “my son is home” and hung up.",
        "If my dad were rich I would travel.",
        "彼の父は医者です。",
        "友達の母がくれた。",
        "母の日のプレゼント",
        "父とは何か。",
        "妻が働き夫が家を守る時代だった。",
        "姉として声をかけたい。",
        "母国の料理が食べたい。",
        "よろしくお願いします。母より。",
        "大丈夫です。",
        "My late uncle's allotment is clay.",
        "My brother-in-law Stellan is Swedish.",
        "双子の弟の晃は大工。",
        "夫に先立たれた人にかける言葉は？",
    ],
)
def test_nobody_is_spoken_of(text: str) -> None:
    assert ties(text) == []


def test_other_speakers_have_relatives_of_their_own() -> None:
    assert ties("My mother called.", "Maria") == []


def test_who_has_a_name_in_the_text_is_not_told_twice() -> None:
    assert ties("My wife Aoife is off. My wife hates trains.", Aoife="Person") == []


def test_a_pasted_letter_speaks_of_somebody_elses_mother() -> None:
    assert (
        ties("Please shorten this:\n\nDear Sir,\nMy mother fell on your stairs.\nYours, T. Hall")
        == []
    )


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("User speaks Spanish with his mother.", "en", "mother"),
        ("The user's father was a miner.", "en", "father"),
        ("ユーザーは姉の結婚式のスピーチ原稿を推敲中。", "ja", "姉"),
    ],
)
def test_an_assistant_notes_the_relatives_of_its_user(text: str, language: str, words: str) -> None:
    assert [claim.object for claim in told_by_assistant(text, language)] == [words]


def test_an_assistants_answer_speaks_of_no_relative() -> None:
    assert told_by_assistant("My mother tells me to drink water.", "en") == []


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("四月九日生まれの母が今年で古希です。", "mother"),
        ("七十二歳の母に送ります。", "mother"),
        ("友だちの母に送ります。", ""),
    ],
)
def test_a_relative_with_an_age_or_a_birthday_is_the_owners(text: str, role: str) -> None:
    at = text.index("母")
    assert role_at(text, text, at, at + 1, may_be_ours=True) == role
