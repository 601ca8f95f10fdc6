"""Real files under the default connection, opened with the product's own options."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from core.db.sqlite.base import DatabaseWrapper
from core.db.sqlite.pool import idle_connections
from tests.prepared import migrated_directory

UseFile = Callable[..., DatabaseWrapper]


@pytest.fixture(scope="session")
def pointing(django_db_blocker: DjangoDbBlocker) -> Callable[..., Any]:
    """Return a context manager that points the default connection, in all threads, at a file."""
    product_options = connection.settings_dict["OPTIONS"]

    @contextmanager
    def point(path: Path, **options: Any) -> Iterator[DatabaseWrapper]:
        settings = connection.settings_dict
        before = {name: settings[name] for name in ("NAME", "OPTIONS")}
        with django_db_blocker.unblock():
            connection.close()
            settings.update(NAME=path, OPTIONS={**product_options, **options})
            try:
                yield connection  # type: ignore[misc]
            finally:
                connection.close()
                idle_connections.clear()
                settings.update(before)

    return point


@pytest.fixture
def use_file(pointing: Callable[..., Any], tmp_path: Path) -> Iterator[UseFile]:
    """Return a function that opens a file in this test's directory, with options changed."""
    with ExitStack() as stack:

        def use(name: str = "memory.sqlite3", **options: Any) -> DatabaseWrapper:
            return stack.enter_context(pointing(tmp_path / name, **options))  # type: ignore[no-any-return]

        yield use


@pytest.fixture(scope="session")
def migrated_file() -> Path:
    """Return a file with every migration applied; copy it before writing."""
    return migrated_directory() / "wasurena.sqlite3"


@pytest.fixture
def migrated(use_file: UseFile, migrated_file: Path, tmp_path: Path) -> DatabaseWrapper:
    """Return the default connection on a migrated file of this test's own."""
    shutil.copy(migrated_file, tmp_path / "memory.sqlite3")
    return use_file()
