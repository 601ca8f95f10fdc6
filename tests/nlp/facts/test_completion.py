"""What finishes a task, and what does not."""

import pytest

from nlp.facts.tasks.completion import is_completed_by, is_same_task


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("send the tax return to Suzuki", "I sent the tax return to Suzuki this morning."),
        ("send the tax return to Suzuki", "The tax return is done."),
        (
            "call the plumber about the sink",
            "Called the plumber about the sink, he comes on Monday.",
        ),
        ("buy a birthday present for Emma", "Finally bought Emma's birthday present."),
        ("renew the passport", "Renewed my passport today"),
        ("book the flights to Lisbon", "We booked flights to Lisbon."),
        ("鈴木さんに確定申告を送る", "鈴木さんに確定申告を送った。"),
        ("鈴木さんに確定申告を送る", "確定申告は鈴木さんに送りました"),
        ("水道屋に電話する", "さっき水道屋に電話しました。"),
        ("家賃を払う", "今月の家賃を払った"),
        ("報告書を提出する", "報告書の提出は完了。"),
    ],
)
def test_done(task: str, text: str) -> None:
    assert is_completed_by(task, text)


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("send the tax return to Suzuki", "I need to send the tax return to Suzuki by Friday."),
        ("send the tax return to Suzuki", "I have not sent the tax return to Suzuki yet."),
        ("send the tax return to Suzuki", "I didn't send the tax return to Suzuki."),
        ("send the tax return to Suzuki", "Suzuki sent me a postcard."),
        ("send the tax return to Suzuki", "Did you send the tax return to Suzuki?"),
        ("call the plumber about the sink", "The plumber called in sick."),
        ("renew the passport", "I will renew the passport tomorrow."),
        ("鈴木さんに確定申告を送る", "鈴木さんに確定申告をまだ送っていない。"),
        ("鈴木さんに確定申告を送る", "明日、鈴木さんに確定申告を送る予定。"),
        ("家賃を払う", "家賃が上がった"),
        ("水道屋に電話する", "水道屋に電話しなければならない。"),
    ],
)
def test_not_done(task: str, text: str) -> None:
    assert not is_completed_by(task, text)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("send the tax return to Suzuki", "Send tax return", True),
        ("確定申告を送る", "鈴木さんに確定申告を送る", True),
        ("call the dentist", "buy milk", False),
    ],
)
def test_same_task(one: str, other: str, same: bool) -> None:
    assert is_same_task(one, other) == same
