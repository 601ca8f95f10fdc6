"""A shell whose locale holds no Japanese: one line says so, and nothing is written."""

from pathlib import Path

import pytest

from .conftest import Wasurena

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "日本 D", "--format", "markdown", "--user", "alice"),
        ("search", "京都", "--user", "alice"),
        ("save", "雨", "--user", "alice"),
    ],
    ids=["export", "search", "save"],
)
def test_an_argument_that_cannot_be_read(wasurena: Wasurena, arguments: tuple[str, ...]) -> None:
    wasurena.extra = ASCII
    done = wasurena(*arguments)
    (line,) = done.stderr.strip().splitlines()
    assert done.returncode == 2 and "locale of this shell (ascii)" in line and "C.UTF-8" in line


@pytest.mark.slow
def test_a_file_name_that_cannot_be_written(wasurena: Wasurena, tmp_path: Path) -> None:
    wasurena.ok("save", "雨の日は家で本を読む。", "--user", "alice")
    wasurena.extra = ASCII
    folder = tmp_path / "notes"
    done = wasurena("export", str(folder), "--format", "markdown", "--user", "alice")
    assert done.returncode == 2 and "locale of this shell" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and not folder.exists()
