"""Where ``wasurena restore`` puts a backup, what it refuses there, and what it says of keys."""

from pathlib import Path
from typing import Any

import pytest
from pyrage import x25519

from tests.depth import depth

from .test_backup import Home, home, make_home, migrated_file, pointing, save

__all__ = ["home", "make_home", "migrated_file", "pointing"]
RECIPIENT = str(x25519.Identity.generate().to_public())


@pytest.fixture
def words(tmp_path: Path) -> tuple[str, str]:
    """Files with the right passphrase, and with a wrong one."""
    for name, text in (("right", "correct horse"), ("wrong", "battery staple")):
        (tmp_path / name).write_text(f"{text}\n")
    return str(tmp_path / "right"), str(tmp_path / "wrong")


def test_a_folder_of_something_else_is_refused(home: Home, tmp_path: Path) -> None:
    made = home.back_up()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter").write_text("dear diary")
    (tmp_path / "afile").write_text("dear diary")
    for name, said in (("mine", "has files of something else"), ("afile", "is a file; name a")):
        code, _out, problem = home("restore", str(made), "--into", str(tmp_path / name))
        assert code == 2 and f"--into: {tmp_path / name} {said}" in problem
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter"]
    (tmp_path / "mine" / "letter").rename(tmp_path / "mine" / "wasurena.toml")
    home.ok("restore", str(made), "--into", str(tmp_path / "mine"))
    home.ok("restore", str(made), "--into", str(tmp_path / "mine"))


@pytest.mark.deep
def test_a_machine_without_a_data_directory_stays_so(
    home: Home, tmp_path: Path, words: tuple[str, str], settings: Any, pointing: Any
) -> None:
    right, wrong = words
    made = home.back_up(str(tmp_path / "mine.tar"), "--passphrase-file", right)
    settings.DATA_DIR = tmp_path / "none" / "data"
    with pointing(settings.DATA_DIR / "wasurena.sqlite3"):
        places = ([], ["--check"], ["--into", str(tmp_path / "new")])
        for place in places[: depth(1, 3)]:
            problem = home.refused("restore", str(made), "--passphrase-file", wrong, *place)
            assert "does not open" in problem
        assert "end to end" in home.ok("restore", str(made), "--passphrase-file", right, "--check")
    assert not (tmp_path / "none").exists() and not (tmp_path / "new").exists()


def test_what_cannot_be_used_is_bad_input(home: Home, words: tuple[str, str]) -> None:
    right, wrong = words
    made = home.back_up("--passphrase-file", right)
    made.with_name("half.tar").write_bytes(made.read_bytes()[:5_000])
    for arguments, said in (
        ([str(made), "--passphrase-file", wrong], "does not open"),
        ([str(made.with_name("half.tar"))], "incomplete"),
        ([str(made.parent)], "is a folder; name a file in it"),
        ([""], "name a backup"),
    ):
        code, _out, problem = home("restore", *arguments)
        assert code == 2 and said in problem, problem


def test_keys_that_open_nothing_are_named(home: Home, words: tuple[str, str]) -> None:
    save("the heron came back")
    for_me = home.back_up("--recipient", RECIPIENT)
    for made, option, said in (
        (for_me, "--passphrase-file", "is encrypted for an age recipient."),
        (home.back_up(), "--identity", "is not encrypted."),
        (home.back_up("--passphrase-file", words[0]), "--identity", "with a passphrase."),
    ):
        code, _out, problem = home("restore", str(made), "--check", option, words[0])
        assert code == 0 and f"{option} was not used: {made}" in problem and said in problem


def test_options_of_another_kind_of_import(home: Home, tmp_path: Path, words: Any) -> None:
    save("the heron came back")
    archive, lines = str(tmp_path / "a.wasurena"), tmp_path / "a.jsonl"
    home.ok("export", archive, "--user", "alice")
    lines.write_text('{"text": "the heron came back"}\n')
    for file, option, said in (
        (archive, ("--pack", "life"), "--pack is for JSON lines"),
        (archive, ("--source", "chat"), "--source is for JSON lines"),
        (str(lines), ("--passphrase-file", words[0]), "--passphrase-file works with archives"),
        (str(lines), ("--identity", words[0]), "--identity works with archives"),
    ):
        code, _out, problem = home("import", file, *option, "--user", "alice")
        assert code == 2 and said in problem
    given = ("--passphrase-file", words[0], "--user", "alice")
    code, _out, problem = home("import", archive, "--check", *given)
    assert code == 0 and "--passphrase-file was not used" in problem


@pytest.mark.parametrize("name", ["back.d/", "back/", "back"])
def test_a_slash_means_a_folder(home: Home, tmp_path: Path, name: str) -> None:
    made = home.back_up(f"{tmp_path}/{name}")
    assert made.parent == tmp_path / name.rstrip("/") and made.suffix == ".tar"


def test_a_backup_replaces_no_file(home: Home, tmp_path: Path, settings: Any) -> None:
    (tmp_path / "afile").write_text("dear diary")
    for name in ("afile", "afile/"):
        problem = home.refused("backup", f"{tmp_path}/{name}")
        assert "afile exists already; name another file, or a folder" in problem
    settings.BACKUP_DIR = tmp_path / "afile"
    assert "move it away, or set WASURENA_BACKUP_DIR" in home.refused("backup")
    settings.BACKUP_DIR = tmp_path / "back.d"
    assert home.back_up().parent == tmp_path / "back.d"
