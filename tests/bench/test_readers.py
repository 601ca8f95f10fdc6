import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from memory_site.bench.datasets.readers import Corpus, read


@pytest.fixture
def corpus(tmp_path: Path) -> Any:
    def _corpus(dataset: str, content: Any) -> Corpus:
        lines = [content] if dataset != "jsonl" else content
        path = tmp_path / "data"
        path.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
        return read(dataset, path)

    return _corpus


CONVERSATION = {
    "speaker_a": "Ann",
    "session_2_date_time": "1:05 pm on 3 May, 2024",
    "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": " Hello. "}],
    "session_10_date_time": "9:00 am on 4 May, 2024",
    "session_10": [
        {"speaker": "Ben", "dia_id": "D10:01", "text": "I moved."},
        {"speaker": "Ben", "dia_id": "D10:2", "text": " "},
    ],
}


def test_locomo_turns_become_memories_of_their_session(corpus: Any) -> None:
    asked = [
        {"question": "Who moved?", "evidence": ["D:10:1; D99:1"], "category": 4},
        {"question": "Nobody?", "evidence": ["D"], "category": 5},
    ]
    read = corpus("locomo", [{"sample_id": "c", "conversation": CONVERSATION, "qa": asked}])
    first, second = read.scopes[0].items
    assert (first.text, first.session, first.speaker) == ("Hello.", "2", "Ann")
    assert first.said_at == datetime(2024, 5, 3, 13, 5, tzinfo=UTC)
    assert second.id == "D10:1"
    assert [(q.category, set(q.gold)) for q in read.scopes[0].questions] == [
        ("single-hop", {"D10:1"})
    ]
    assert read.apart == {"adversarial"}


def test_squad_paragraphs_are_stored_once(corpus: Any) -> None:
    paragraph = {"context": "梅雨 [SEP] 雨が降る。", "qas": [{"question": "何が降る？"}]}
    read = corpus("jsquad", {"data": [{"paragraphs": [paragraph, paragraph]}]})
    assert [item.text for item in read.scopes[0].items] == ["梅雨\n雨が降る。"]
    assert read.question_count == 2


def test_jemhopqa_facts_answer_together(corpus: Any) -> None:
    facts = [["犬", "種類", ["柴", "秋田"]], ["柴", "色", ["茶"]]]
    read = corpus("jemhopqa", [{"question": "?", "type": "compositional", "derivations": facts}])
    assert read.scopes[0].items[0].text == "犬の種類は柴、秋田。"
    assert len(read.scopes[0].questions[0].gold) == 2


def test_our_own_lines_are_put_into_scopes(corpus: Any) -> None:
    read = corpus(
        "jsonl",
        [
            {"scope": "a", "id": 1, "text": "one", "when": "2024-01-01", "speaker": "Ann"},
            {"scope": "b", "id": 1, "text": "other"},
            {"scope": "a", "query": "1?", "gold": [1], "when": "2024-02-01T00:00:00+09:00"},
        ],
    )
    assert [(scope.id, len(scope.questions)) for scope in read.scopes] == [("a", 1), ("b", 0)]
    assert read.scopes[0].items[0].said_at == datetime(2024, 1, 1, tzinfo=UTC)
    assert read.scopes[0].questions[0].asked_at is not None


@pytest.mark.parametrize(
    ("dataset", "content"),
    [
        ("locomo", {"a": 1}),
        ("jsquad", {"data": []}),
        ("jsonl", [{"id": 1, "text": "x"}, {"query": "?", "gold": [2]}]),
        ("jsonl", [{"id": 1, "text": "x"}]),
    ],
)
def test_other_files_are_refused_with_their_name(corpus: Any, dataset: str, content: Any) -> None:
    with pytest.raises(InvalidInput, match="data"):
        corpus(dataset, content)


def test_fewer_questions_come_from_everywhere(corpus: Any) -> None:
    lines: list[dict[str, Any]] = [{"id": 1, "text": "x"}]
    lines += [{"query": str(number), "gold": [1]} for number in range(10)]
    limited = corpus("jsonl", lines).limited(3)
    assert [question.text for question in limited.scopes[0].questions] == ["0", "3", "6"]
