import os
from pathlib import Path

import pytest

from memory_site.bench.directory import MARK, NotForBenchmarks, data_directory


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ, WASURENA_DB_PATH="/home/me/real.sqlite3"))


def test_a_temporary_directory_is_gone_afterwards() -> None:
    with data_directory(None) as path:
        assert os.environ["WASURENA_DATA_DIR"] == str(path)
        assert os.environ["WASURENA_DB_PATH"] == ""
    assert not path.exists()


def test_a_persons_data_are_never_filled(tmp_path: Path) -> None:
    (tmp_path / "wasurena.sqlite3").touch()
    with pytest.raises(NotForBenchmarks), data_directory(tmp_path):
        pass


def test_a_directory_of_a_benchmark_is_used_again(tmp_path: Path) -> None:
    (tmp_path / MARK).touch()
    with data_directory(tmp_path) as path:
        assert path == tmp_path.resolve()
    assert tmp_path.exists()
