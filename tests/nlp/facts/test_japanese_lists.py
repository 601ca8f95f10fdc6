"""Tasks of Japanese to-do lists, and of what has to be done in dialect."""

from datetime import UTC, datetime

import pytest

from nlp import facts

SAID = datetime(2026, 6, 20, 9, tzinfo=UTC)  # a Saturday


def tasks(text: str) -> list[tuple[str, str]]:
    found = facts.find(text, mentions=(), times=(), language="ja", said_at=SAID, is_chat=True)
    return [
        (one.value, f"{one.due_at:%m-%d}" if one.due_at else "")
        for one in found
        if one.kind == "task"
    ]


def test_every_line_of_a_list_is_a_task() -> None:
    text = (
        "やること\n・7/8までに保健所へ結果を送る\n・ボイラーの点検を頼む\n・タオルの注文(白200枚)"
    )
    assert tasks(text) == [
        ("保健所へ結果を送る", "07-08"),
        ("ボイラーの点検を頼む", ""),
        ("タオルの注文(白200枚)", ""),
    ]


def test_a_list_in_one_line_has_the_term_of_its_heading() -> None:
    text = "来週中にやること:灯油の注文、腹帯を受け取りに行く"
    assert [task for task, _ in tasks(text)] == ["灯油の注文", "腹帯を受け取りに行く"]
    assert all(due for _, due in tasks(text))


def test_boxes_below_a_heading_are_taken_once() -> None:
    text = "【TODO】\n□ 請求書を送る(6/25まで)\n□ 名刺の発注"
    assert tasks(text) == [("請求書を送る", "06-25"), ("名刺の発注", "")]


def test_what_is_done_and_what_follows_a_list_is_left_out() -> None:
    text = "引っ越しまでにやること\n1. 電気の解約\n2. 郵便の転送届 済み\n☑ ガスの解約\n3. 水道の連絡\n以上。"
    assert tasks(text) == [("電気の解約", ""), ("水道の連絡", "")]


def test_a_task_keeps_no_bullet_and_no_gap_of_its_date() -> None:
    assert tasks("結衣に頼まれたこと\n- 招待客の名簿を7/15までに返す") == [
        ("招待客の名簿を返す", "07-15")
    ]


@pytest.mark.parametrize("text", ["新人のやること\n・床掃除\n・ゴミ出し", "やること多すぎ。"])
def test_lists_for_others_and_mere_words_are_no_tasks(text: str) -> None:
    assert tasks(text) == []


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("金曜までに書類を出さなあかん。", "書類を出す"),
        ("金曜までに本を返さんといけん。", "本を返す"),
        ("月末までに役所に連絡せなあかん。", "役所に連絡する"),
    ],
)
def test_what_has_to_be_done_is_read_in_dialect(text: str, task: str) -> None:
    assert [name for name, _ in tasks(text)] == [task]
