import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import Settings

from core.caller import Caller
from core.db.sqlite.files import opened
from entities.models import Mention
from memories.enrichment import rebuild
from memories.models import DerivationJob, Memory
from memories.records.changes.update import invalidate

from .conftest import Done, Wasurena

Cli = Callable[..., Done]

LINES = [
    b'\xef\xbb\xbf{"text": "The kick-off is on Monday.", "session_id": "chat-1"}',
    '{"text": "はい", "session_id": "chat-1", "speaker": "田中"}'.encode(),
    '{"text": "はい", "session_id": "chat-1", "speaker": "田中"}'.encode(),
    b"",
    b'{"text": "dated", "created_at": "2026-03-02T09:00:00", "external_id": "mine-1"}',
]
BAD = [
    b"not json",
    b'["a list"]',
    b'{"text": "\xff\xfe"}',
    b'{"text": "   "}',
    b'{"text": "x", "pack": "kitchen"}',
    b'{"text": "x", "created_at": "1900-01-01T00:00:00Z"}',
    b'{"text": "x", "colour": "red"}',
]


def written(path: Path, lines: list[bytes]) -> str:
    path.write_bytes(b"\n".join(lines) + b"\n")
    return str(path)


def test_it_works(wasurena: Wasurena, tmp_path: Path) -> None:
    file = written(tmp_path / "chat.jsonl", LINES)
    assert "4 created" in wasurena.ok("import", file, "--user", "alice")
    with opened(wasurena.data_dir / "wasurena.sqlite3", "") as database:
        told = "SELECT count(DISTINCT memory_id) FROM vector_metadata"
        assert database.execute(told).fetchone() == (4,), "each can be found by its meaning"


def test_an_import_is_one_change(cli: Cli, owner: Caller, tmp_path: Path) -> None:
    lines = [json.dumps({"text": f"Note {at} of the kick-off."}).encode() for at in range(501)]
    file = written(tmp_path / "notes.jsonl", lines)
    done = json.loads(cli("import", file, "--user", "alice", "--json").stdout)
    assert done["created"] == 501
    again = cli("import", file, "--user", "alice", "--json")
    assert json.loads(again.stdout)["change_id"] is None
    assert cli("undo", done["change_id"], "--user", "alice").returncode == 0
    assert not Memory.objects.of(owner).kept().exists()


def test_what_it_says_is_derived_once_all_of_it_is_stored(
    cli: Cli,
    owner: Caller,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    settings.EXTRACTION = "rules"
    file = written(tmp_path / "chat.jsonl", [b'{"text": "Mr. Smith called about the kick-off."}'])

    def interrupted(_progress: object) -> int:
        assert DerivationJob.objects.waiting().count() == Memory.objects.count() == 1
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(rebuild, "rebuild", interrupted)
        done = cli("import", file, "--user", "alice")
    assert done.returncode == 0 and "1 created" in done.stdout and "enriched while" in done.stderr
    assert not Mention.objects.exists()
    cli("import", file, "--user", "alice")
    assert Mention.objects.filter(entity__name__contains="Smith").exists()
    assert not DerivationJob.objects.waiting().count()


def test_importing_again_adds_nothing(cli: Cli, owner: Caller, tmp_path: Path) -> None:
    file = written(tmp_path / "chat.jsonl", LINES)
    first = json.loads(cli("import", file, "--user", "alice", "--json").stdout)
    assert first.pop("change_id") and first == {
        "created": 4,
        "unchanged": 0,
        "hidden": 0,
        "failed": [],
    }
    assert "0 created, 4 unchanged, 0 failed" in cli("import", file, "--user", "alice").stdout
    grown = written(tmp_path / "chat.jsonl", [*LINES, b'{"text": "one more"}'])
    assert "1 created, 4 unchanged" in cli("import", grown, "--user", "alice").stdout
    found = json.loads(cli("search", "はい", "--user", "alice", "--json").stdout)
    (yes,) = [hit for hit in found["results"] if hit["memory"]["text"] == "はい"]
    assert len(yes["duplicates"]) == 1  # both are kept, and one is shown


def test_naive_times_are_the_owners(cli: Cli, owner: Caller, tmp_path: Path) -> None:
    cli("import", written(tmp_path / "chat.jsonl", LINES), "--user", "alice")
    found = json.loads(cli("search", "dated", "--user", "alice", "--json").stdout)
    assert found["results"][0]["memory"]["created_at"].startswith("2026-03-02T00:00:00")


def test_bad_lines_are_named_and_the_others_loaded(cli: Cli, owner: Caller, tmp_path: Path) -> None:
    file = written(tmp_path / "mixed.jsonl", [LINES[1], *BAD, LINES[4]])
    done = cli("import", file, "--user", "alice", "--json")
    summary = json.loads(done.stdout)
    assert done.returncode == 2 and summary["created"] == 2
    assert [failed["line"] for failed in summary["failed"]] == [2, 3, 4, 5, 6, 7, 8]
    reasons = [failed["reason"] for failed in summary["failed"]]
    for reason, named in zip(
        reasons, ("JSON", "object", "UTF-8", "text", "pack", "created_at", "colour"), strict=True
    ):
        assert named in reason


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"id,text\n1,the heron\n2,the boat\n" * 30, "a table (CSV)"),
        (b'[\n  {\n    "text": "the heron"\n  }\n]\n', "a JSON document over several lines"),
        (b'[{"title": "a chat", "mapping": {}}]', "a JSON document"),
        (b'{"results": [{"memory": "likes tea"}]}', "a JSON document"),
        (b"<html>\n<body>\n", "XML or HTML"),
        (b"SQLite format 3\0\n\xff\xfe\n", "no text in UTF-8"),
        (b"Dear diary,\nthe heron came back.\n", "plain text"),
    ],
)
def test_a_file_of_another_kind_is_one_sentence(
    cli: Cli, owner: Caller, tmp_path: Path, content: bytes, kind: str
) -> None:
    (tmp_path / "m.csv").write_bytes(content)
    done = cli("import", str(tmp_path / "m.csv"), "--user", "alice")
    assert done.returncode == 2 and not done.stdout
    (line,) = done.stderr.strip().splitlines()
    assert f"m.csv seems to be {kind}; an import takes an archive" in line


def test_another_text_under_the_same_id_fails(cli: Cli, owner: Caller, tmp_path: Path) -> None:
    cli("import", written(tmp_path / "a.jsonl", LINES), "--user", "alice")
    changed = [b'{"text": "other", "external_id": "mine-1"}', b'{"text": "new"}']
    done = cli("import", written(tmp_path / "b.jsonl", changed), "--user", "alice")
    assert "1 created, 0 unchanged, 1 failed" in done.stdout
    assert "line 1: external_id" in done.stderr


def test_a_line_whose_memory_was_deleted_is_said_to_be_hidden(
    cli: Cli, owner: Caller, tmp_path: Path
) -> None:
    file = written(tmp_path / "a.jsonl", LINES)
    cli("import", file, "--user", "alice")
    invalidate(owner, Memory.objects.get(external_id="mine-1").uid)
    done = cli("import", file, "--user", "alice")
    assert "0 created" in done.stdout and "1 of the unchanged ones" in done.stderr


def test_missing_file_and_unknown_pack_are_one_line(
    cli: Cli, owner: Caller, tmp_path: Path
) -> None:
    file = written(tmp_path / "a.jsonl", LINES)
    for arguments in (["nowhere.jsonl"], [file, "--pack", "kitchen"]):
        done = cli("import", *arguments, "--user", "alice")
        assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1


def test_standard_input_can_be_loaded(cli: Cli, owner: Caller) -> None:
    done = cli("import", "-", "--user", "alice", text='{"text": "from a pipe"}\n')
    assert "1 created" in done.stdout


def test_the_demo_is_loaded_once(cli: Cli) -> None:
    first = cli("demo").stdout
    assert "password" in first and "as demo" in first
    assert ", 0 of them new" in cli("demo").stdout
    assert json.loads(cli("search", "田中", "--user", "demo", "--json").stdout)["results"]
