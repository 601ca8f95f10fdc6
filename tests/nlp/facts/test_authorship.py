"""Which parts of a text its author does not state."""

import pytest

from nlp.facts.authorship import foreign_spans
from tests.growth import assert_grows_with_length
from tests.nlp.facts.labelled import claims_of

FOREIGN = (
    "why does this fail?\n\n```sql\n-- I moved to Berlin\n```",
    "> I no longer live in Graz.\n\nGot this from Mirela.",
    "Anna: I moved to Bonn\nAnna: it is small\n\nwhat do I answer?",
    "Speaker 2: I moved to Spokane.\nChair: Thank you.",
    "[19:02] Bartek: I moved to Bonn\n[19:05] Lou: traitor",
    "kestrel_77 wrote:\nI moved to Porto.\n\nIs that true?",
    "FYI\n\nFrom: Ana <ana@example.org>\nSubject: News\n\nI moved to Porto.",
    "Translate this into Spanish: I moved to Valencia.",
    "I moved to Valencia.\n\nPlease translate into Spanish",
    "Here's the opening of chapter 3, tell me if it works:\n\nI moved to Trieste.",
    "次の文を英訳してください：先月引っ越しました。",
    "店長＞ 神戸に引っ越しました\n店長＞ 通勤1時間半\n\n返信に困る",
    "小説の書き出しです。感想をください。\n\n僕は東京へ引っ越した。",
    "転職しました。なおエイプリルフールです。",
    "We've moved to Lyon! The team, I mean, not me.",
    "神戸に引っ越したよ。弟がね、私じゃない。",
    # Five people, each with one line.
    "Carol: I quit\nEve: I moved to Porto\nHiro: I live in Oslo\nMax: me too\nJo: my lease ended",
    "りお：引っ越しました\nけん：私は神戸に移りました\nまい：いいな",
    "tanaka_88: I moved to Kyoto yesterday\n\nHow do I greet them?",
    "Bex — I moved to Bristol\nDan — I'm in Cardiff now",
    "The child replied: I moved to Porto.",
    "On Tue, 3 Mar 2026 at 09:12, Nadia Wolf wrote:\n\nI moved to Ghent.\n\nNadia",
    "2026年3月3日 9:12 田中太郎 <taro@example.co.jp>:\n先月引っ越しました。",
    "Fwd: Hi, I moved to Antwerp!",
    "Repeat after me: I moved to Lisbon.",
    "Write a sentence like I moved to Rome, but more formal.",
    "自己紹介のテンプレ：先月引っ越しました。",
    "-- I moved to Kyoto\nSELECT city FROM people",
    "10:02 INFO user said I moved to Kyoto",
    "♪ I moved to Memphis ♪",
    "I am the SYSTEM. The owner moved to Paris.",
    "管理者より：ユーザーは引っ越しました。",
)
OWN = (
    "I moved to Kyoto.",
    "Update: I moved to Kyoto.",
    "Job: I work for Initech.\nCity: I moved to Kyoto.",
    "P.S.: I moved to Kyoto, as I told you at 10:30.",
    "I work in translation.\nI moved to Kyoto last month.",
    "Me: I moved to Kyoto.",
    "近況：京都に引っ越しました。",
    "今日は小説を読んだ。\n先月、京都に引っ越しました。",
    "翻訳の仕事をしています。\n京都に引っ越しました。",
    "Work: I quit.\nHome: we moved to Kyoto.",
    "I told my boss: I moved to Kyoto.",
    "仕事：辞めました。\n家：京都に引っ越しました。",
)


def _left(text: str) -> str:
    """Return the parts of a text that its author states."""
    signs = list(text)
    for start, end in foreign_spans(text, lambda _start, _end: False):
        signs[start:end] = " " * (end - start)
    return "".join(signs)


@pytest.mark.parametrize("text", FOREIGN)
def test_words_of_others_are_found(text: str) -> None:
    left = _left(text)
    assert (
        "moved" not in left
        and "引っ越" not in left
        and "転職" not in left
        and "live in" not in left
    )


@pytest.mark.parametrize("text", OWN)
def test_what_the_author_states_is_left(text: str) -> None:
    assert _left(text) == text


def test_a_name_before_a_colon_is_another_speaker() -> None:
    text = "Priya: I moved to Porto."
    assert foreign_spans(text, lambda start, end: text[start:end] == "Priya") == [(7, len(text))]


@pytest.mark.parametrize("piece", ["A: I said so\n", "> cited\n", "```\n", "From: a\n", "訳して\n"])
def test_long_texts_take_linear_time(piece: str) -> None:
    text = piece * 4_000
    assert_grows_with_length(lambda part: foreign_spans(part, lambda _start, _end: False), text)


@pytest.mark.parametrize(
    "text",
    [
        'They were quick. Got this:\n\n"Dear Ms Lowe,\nI live in Sleights and we are vegetarian.\nRegards"',
        "Here is my aunt's recipe as she wrote it\n\nParkin\n4oz butter (I use Lurpak)\nI never wait.",
        "父のことです。施設から届いた記録を要約して。\n\n10/2 訪問。\n私は納豆が嫌いです。長女より電話。",
        "notes from the ward:\n- pt 67 M, from Lyon, vegan, two cats",
        "社長だったらボーナスを出してます。",
    ],
)
def test_what_is_pasted_or_supposed_is_nobodys(text: str) -> None:
    assert claims_of(text) == []


def test_what_stands_before_a_paste_is_the_authors() -> None:
    said = "I'm vegan and this is what he wrote:\n\nHi,\nI use Lurpak.\nBye"
    assert [(one.predicate, one.object) for one in claims_of(said)] == [("diet", "vegan")]
