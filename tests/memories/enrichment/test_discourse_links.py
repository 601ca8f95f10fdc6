"""How a text begins says what it is to the one before it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.caller import Caller
from memories.enrichment import queue
from memories.models import Memory, Proposal
from memories.schemas import LinkInput, SavedOut
from memories.services.update import relate
from nlp.discourse import find_marker

NOW = datetime(2026, 11, 20, 3, tzinfo=UTC)
Save = Callable[..., SavedOut]


@pytest.mark.parametrize(
    ("text", "type_", "words"),
    [
        ("Because the cable had come loose.", "explains", "Because"),
        ("That's because nobody renewed the certificate.", "explains", "That's because"),
        ("なぜなら、証明書が切れていたからだ。", "explains", "なぜなら"),
        ("原因はケーブルの緩みだった。", "explains", "原因は"),
        ("そのため、納期を一週間延ばした。", "explains", "そのため"),
        ("For example, PostgreSQL keeps ten connections open.", "extends", "For example"),
        ("例えば、PostgreSQLでは接続を十本保つ。", "extends", "例えば"),
        ("Sure enough, the queue was empty afterwards.", "supports", "Sure enough"),
        ("実際、翌日には直っていた。", "supports", "実際"),
        ("That is not true, the office closes at six.", "contradicts", "That is not true"),
        ("それは違います。閉まるのは六時です。", "contradicts", "それは違"),
        ("For that we need a second server.", "depends_on", "For that we need"),
        ("そのためには二台目のサーバーが要る。", "depends_on", "そのためには"),
    ],
)
def test_it_is_read_from_the_beginning(text: str, type_: str, words: str) -> None:
    found = find_marker(text)
    assert found is not None
    assert (found[0].type, found[1]) == (type_, words)


@pytest.mark.parametrize(
    "text",
    [
        "We moved because the rent was too high.",
        "Because of what?",
        "Because.",
        "実際に会ったのは去年だ。" * 100,
        "理由書を提出した。",
        "Becausery is no word at all.",
        "例えばどんな店ですか。",
    ],
)
def test_other_texts_say_nothing_of_the_one_before(text: str) -> None:
    assert find_marker(text) is None


@pytest.fixture
def told(owner: Caller, save: Save, settings: Any) -> Callable[..., list[Memory]]:
    """Save texts one after the other in a session, derive, and return the memories."""
    settings.EXTRACTION = "rules"

    def _told(*texts: str, **fields: Any) -> list[Memory]:
        given = {"pack": "work", "session_id": "s", **fields}
        ids = [
            save(owner, text, created_at=(NOW + timedelta(minutes=at)).isoformat(), **given).id
            for at, text in enumerate(texts)
        ]
        queue.drain()
        return [Memory.objects.get(uid=uid) for uid in ids]

    return _told


def links() -> list[tuple[str, str, str, str]]:
    rows = Proposal.objects.filter(kind="link", method__startswith="rules:connectives")
    return [
        (row.payload["source"], row.payload["type"], row.payload["target"], row.reason)
        for row in rows.order_by("pk")
    ]


@pytest.mark.django_db
def test_it_is_proposed_with_its_words(told: Callable[..., list[Memory]]) -> None:
    first, second = told("The login page was down.", "The cause was an expired certificate.")
    assert links() == [(str(second.uid), "explains", str(first.uid), "“The cause was”")]
    proposal = Proposal.objects.get(kind="link")
    assert proposal.status == "open"
    assert set(proposal.evidence.all()) == {first, second}


@pytest.mark.django_db
def test_what_is_needed_leads_from_the_one_before(told: Callable[..., list[Memory]]) -> None:
    first, second = told("来月から二十四時間受け付ける。", "そのためには二台目のサーバーが要る。")
    assert links() == [(str(first.uid), "depends_on", str(second.uid), "“そのためには”")]


@pytest.mark.django_db
def test_nothing_before_it_or_a_question_is_nothing_to_link(
    told: Callable[..., list[Memory]],
) -> None:
    told("Because the cable had come loose.", session_id="alone")
    told("Why was the page down at noon?", "Because the cable had come loose.")
    assert links() == []


@pytest.mark.django_db
def test_what_is_linked_already_is_not_asked(
    owner: Caller, save: Save, told: Callable[..., list[Memory]], settings: Any
) -> None:
    settings.EXTRACTION = "off"
    given = {"pack": "work", "session_id": "s"}
    first = save(owner, "The login page was down.", created_at=NOW.isoformat(), **given)
    later = (NOW + timedelta(minutes=1)).isoformat()
    second = save(owner, "The cause was an expired certificate.", created_at=later, **given)
    relate(owner, second.id, LinkInput(target_id=first.id, type="explains"))
    settings.EXTRACTION = "rules"
    told("Something else entirely was said.", session_id="another")
    queue.enqueue_all(NOW)
    queue.drain()
    assert links() == []
