"""Bringing a database of an earlier release over: a copy first, then all of it or nothing."""

import os
from datetime import datetime
from pathlib import Path

from django.db import connection

from core.db.release_0_1_0 import FROM_0_1_0
from core.db.schema_versions import cross

from .language import _
from .output import note
from .store import database_path


def bring_over() -> None:
    """Bring a database of version 0.1.0 to this program's migrations."""
    path = database_path()
    if path is not None:
        copy = _copy_of(path)
        text = _(
            "The database of version {version} is kept as {copy}. Delete it when all is well:"
            " what you forget from now on stays in it."
        )
        note(text.format(version=FROM_0_1_0.version, copy=copy))
    cross(connection, FROM_0_1_0)


def _copy_of(path: Path) -> Path:
    """Write a consistent copy beside the database, encrypted as that is, and wait for the disk.

    By SQLite: whoever opens the file itself beside it loses the locks that protect it.
    """
    copy = path.with_name(f"{path.name}.{FROM_0_1_0.version}-{datetime.now():%Y%m%d-%H%M%S}")
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [os.fspath(copy)])
        with copy.open("rb+") as written:
            os.fsync(written.fileno())
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy
