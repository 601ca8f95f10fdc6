"""Choose the data directory of a benchmark, which is never a person's."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MARK = "bench.json"
# Settings that would lead away from the directory, or change what is measured unseen.
LEADING_AWAY = ("WASURENA_DB_PATH", "WASURENA_DB_KEY", "WASURENA_DB_KEY_FILE")


class NotForBenchmarks(Exception):
    """The directory holds something else; the path is the argument."""


@contextmanager
def data_directory(chosen: Path | None) -> Iterator[Path]:
    """Have every setting point into ``chosen``, which is kept, or into a temporary directory.

    Must run before the settings are read.

    Raises:
        NotForBenchmarks: ``chosen`` holds files that no benchmark has made.
    """
    if chosen is None:
        with tempfile.TemporaryDirectory(prefix="wasurena-bench-") as name:
            yield _pointed_to(Path(name))
        return
    if chosen.exists() and any(chosen.iterdir()) and not (chosen / MARK).exists():
        raise NotForBenchmarks(chosen)
    chosen.mkdir(parents=True, exist_ok=True)
    yield _pointed_to(chosen)


def _pointed_to(path: Path) -> Path:
    for variable in LEADING_AWAY:
        os.environ[variable] = ""
    os.environ["WASURENA_DATA_DIR"] = str(path.resolve())
    return path.resolve()
