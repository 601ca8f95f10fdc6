"""``wasurena export`` and ``wasurena import`` of an archive, into another data directory."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from core.caller import Caller
from tests.memories.archive.conftest import start_anew

from .conftest import Done, Wasurena

__all__ = ["start_anew"]
Cli = Callable[..., Done]


# In one process, into the same database that was emptied, below.
@pytest.mark.slow
def test_from_one_directory_to_another(prepared: Path, tmp_path: Path) -> None:
    here, there = Wasurena(tmp_path / "here"), Wasurena(tmp_path / "there")
    file = str(tmp_path / "alice.wasurena")
    for one in (here, there):
        shutil.copytree(prepared, one.data_dir)
    here.ok("save", "The budget for Aozora is 30,000 euros.", "--user", "alice", "--tag", "money")
    manifest = json.loads(here.ok("export", file, "--user", "alice", "--json"))
    renamed = shutil.copy(file, tmp_path / "alice.zip")
    assert "Nothing was stored" in there.ok("import", renamed, "--user", "alice", "--check")
    assert manifest["format"] == "wasurena-archive"

    assert "Nothing was stored" in there.ok("import", file, "--user", "alice", "--check")
    done = json.loads(there.ok("import", file, "--user", "alice", "--json"))

    found = json.loads(there.ok("search", "budget", "--user", "alice", "--json"))
    assert [hit["memory"]["tags"] for hit in found["results"]] == [["money"]]
    new = str(tmp_path / "again.wasurena")
    again = json.loads(there.ok("export", new, "--user", "alice", "--json"))
    kept = {one["name"]: one["sha256"] for one in again["members"] if "journal" not in one["name"]}
    was = {one["name"]: one["sha256"] for one in manifest["members"]}
    assert [name for name, hashed in kept.items() if hashed != was[name]] == ["data/memories.jsonl"]

    assert "brings it back" in there.ok("undo", done["change_id"], "--user", "alice")
    assert json.loads(there.ok("search", "budget", "--user", "alice", "--json"))["results"] == []
    assert there("undo", "nothing", "--user", "alice").returncode == 2


def test_into_an_empty_database(
    cli: Cli, owner: Caller, start_anew: Callable[..., None], tmp_path: Path
) -> None:
    def ok(*arguments: str) -> str:
        done = cli(*arguments, "--user", "alice")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def found() -> list[list[str]]:
        hits = json.loads(ok("search", "budget", "--json"))["results"]
        return [hit["memory"]["tags"] for hit in hits]

    file = str(tmp_path / "alice.wasurena")
    ok("save", "The budget for Aozora is 30,000 euros.", "--tag", "money")
    assert json.loads(ok("export", file, "--json"))["format"] == "wasurena-archive"
    start_anew("alice")
    assert "Nothing was stored" in ok("import", file, "--check")
    assert found() == []
    done = json.loads(ok("import", file, "--json"))
    assert found() == [["money"]]
    assert "brings it back" in ok("undo", done["change_id"])
    assert found() == []
    assert cli("undo", "nothing", "--user", "alice").returncode == 2


def test_a_part_is_encrypted_for_the_command_line(cli: Cli, owner: Caller, tmp_path: Path) -> None:
    cli("save", "The budget for Aozora is 30,000 euros.", "--user", "alice", "--pack", "work")
    words, file = tmp_path / "words", str(tmp_path / "alice.wasurena")
    words.write_text("correct horse\n", "utf-8")
    sealed = ("--passphrase-file", str(words), "--user", "alice")
    done = cli("export", file, "--pack", "work", *sealed)
    assert done.returncode == 0, done.stderr
    assert b"Aozora" not in Path(file).read_bytes()
    refused = cli("import", file, "--user", "alice", "--check")
    assert refused.returncode == 2 and "passphrase" in refused.stderr
    assert "1 here already" in cli("import", file, "--check", *sealed).stdout


def test_a_broken_file_is_bad_input(cli: Cli, owner: Caller, tmp_path: Path) -> None:
    broken = tmp_path / "broken.wasurena"
    broken.write_bytes(b"PK\x03\x04 and then nothing")
    done = cli("import", str(broken), "--user", "alice")
    assert (done.returncode, "no complete archive" in done.stderr) == (2, True)
    assert str(broken) in done.stderr and "Nothing was stored." in done.stderr
    assert "no such file" in cli("import", str(tmp_path / "none.wasurena")).stderr
    assert "is a folder" in cli("import", str(tmp_path)).stderr


@pytest.mark.slow
def test_readable_exports(wasurena: Wasurena, tmp_path: Path) -> None:
    cli = wasurena
    cli.ok("save", "The budget for Aozora is 30,000 euros.", "--user", "alice", "--pack", "work")
    cli.ok("save", "The fig tree bears fruit.", "--user", "alice", "--pack", "lifelog")
    folder = tmp_path / "notes"
    done = cli.ok("export", str(folder), "--format", "markdown", "--user", "alice", "--json")
    assert json.loads(done)["files"] == 2 and len(list(folder.glob("*.md"))) == 2
    refused = cli("export", str(folder), "--format", "markdown", "--user", "alice")
    assert refused.returncode == 2 and "empty folder" in refused.stderr
    assert cli("export", "-", "--format", "markdown", "--user", "alice").returncode == 2
    for kind in ("archive", "csv"):
        typo = cli("export", "-", "--format", kind, "--user", "alice", "--namespace", "tme")
        assert typo.returncode == 2 and "namespace" in typo.stderr
    table = cli.ok("export", "-", "--format", "csv", "--user", "alice", "--pack", "work")
    assert "Aozora" in table and "fig tree" not in table
    assert cli("export", "-", "--format", "csv", "--user", "alice", "--pack", "nix").returncode == 2
