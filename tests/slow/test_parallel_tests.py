"""The test database works with pytest-xdist: a file of its own for each worker."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow

TESTS = """
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from memories.models import EmbeddingModel, Tag


def add_tag(name):
    with transaction.atomic():
        Tag.objects.create(
            user_id="alice#work", name=name, name_key=name, created_at="2026-11-21T00:00:00Z"
        )
    connection.close()
    return str(connection.settings_dict["NAME"])


@pytest.mark.parametrize("number", range(10))
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_threads_see_the_workers_file(number, worker_id):
    with ThreadPoolExecutor(4) as threads:
        names = set(threads.map(add_tag, "abcd"))
    assert Tag.objects.count() == 4
    assert EmbeddingModel.objects.count() == 1
    assert len(names) == 1 and worker_id in names.pop()


@pytest.mark.parametrize("number", range(10))
@pytest.mark.django_db
def test_rolled_back(number):
    Tag.objects.create(
        user_id="alice#work", name="e", name_key="e", created_at="2026-11-21T00:00:00Z"
    )
    assert Tag.objects.count() == 1
"""


def test_two_workers(tmp_path: Path) -> None:
    (tmp_path / "test_inner.py").write_text(TESTS, "utf-8")
    (tmp_path / "data").mkdir()
    pytest_options = ["-q", "-n", "2", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", *pytest_options, str(tmp_path)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
            "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
            "WASURENA_DATA_DIR": str(tmp_path / "data"),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "20 passed" in finished.stdout, finished.stdout + finished.stderr
    assert list((tmp_path / "data").glob("test.sqlite3*")) == []
