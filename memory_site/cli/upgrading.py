"""Migrating a database of an earlier release: a copy first, then one transaction."""

from datetime import datetime

from django.db import connection

from core.db.release_0_1_0 import FROM_0_1_0
from core.db.schema_versions import cross
from core.db.sqlite.maintenance import write_copy

from .language import _
from .output import note
from .store import database_path


def bring_over() -> None:
    """Bring a database of version 0.1.0 to this program's migrations; keep a copy of it."""
    path = database_path()
    if path is not None:
        stamp = f"{FROM_0_1_0.version}-{datetime.now():%Y%m%d-%H%M%S}"
        copy = path.with_name(f"{path.name}.{stamp}")
        write_copy(copy)
        text = _(
            "The database of version {version} is kept as {copy}. Delete it when all is well:"
            " what you forget from now on stays in it."
        )
        note(text.format(version=FROM_0_1_0.version, copy=copy))
    cross(connection, FROM_0_1_0)
