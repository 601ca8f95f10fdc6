"""``wasurena bench extraction --dataset summary`` and ``questions``, on small files."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from memory_site.bench.reports.extraction import section

pytestmark = pytest.mark.django_db
SMITH = "John Smith called about the offer."


def steps(_name: str, _count: int) -> Any:
    return lambda _done: None


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    return path


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def test_a_folder_makes_one_table(tmp_path: Path) -> None:
    home = {"language": "en", "known": ["lives_in", "Osaka"]}
    write(
        tmp_path / "endings.jsonl",
        {**home, "kind": "change", "text": "I moved to Kyoto.", "ends": True, "now": "Kyoto"},
        {**home, "kind": "quote", "text": "> I moved to Kyoto.", "ends": False},
    )
    write(
        tmp_path / "times.jsonl",
        {
            "language": "ja",
            "split": "test",
            "text": "毎週火曜はジムに行く日",
            "said_at": "2026-10-14T21:00+09:00",
            "times": [],
        },
    )
    write(tmp_path / "chats.jsonl", {"text": SMITH, "session": "a"}, {"question": "Who?"})
    found = section("summary", tmp_path, None, steps)
    (table,) = found.tables
    assert [row[1] for row in table.rows] == ["0", "100.0%", "100.0%", "0", "0.0%"]
    assert {row[3] for row in table.rows} == {"yes"}
    assert found.data["endings: changes that are read"] == [1.0, 0.5, True]


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="endings"):
        section("summary", tmp_path, None, steps)


def test_questions_of_any_messages(tmp_path: Path) -> None:
    file = write(tmp_path / "my.jsonl", {"text": SMITH}, {"text": "John Smith wrote again."})
    found = section("questions", file, None, steps)
    assert found.data["messages"] == 2 and found.data["names"] == 1
    assert found.data["divided"] == []
