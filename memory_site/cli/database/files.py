"""The database file of a data directory: find it, and set a lost one aside."""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from core.db.instance import mark_path
from memory_site.cli.environment import _
from memory_site.cli.errors import CommandFailed

BRIDGE_TOKEN_FILE = "bridge_token"
COMPANIONS = ("-wal", "-shm", "-journal")


def database_path() -> Path | None:
    """Return the path of the database file; None for one in memory."""
    name = str(connection.settings_dict["NAME"])
    in_memory = name == ":memory:" or name.startswith("file:")
    return None if in_memory else Path(name)


def sign_of_use() -> str | None:
    """Return the name of a file that shows that there was a database; None if none was.

    ``secret_key`` shows nothing: every command makes it.
    """
    path, data_dir = database_path(), Path(settings.DATA_DIR)
    if path is None:
        return None
    signs = [mark_path(data_dir), data_dir / BRIDGE_TOKEN_FILE]
    if not _has_content(path):
        signs.append(path.with_name(f"{path.name}-wal"))
    return next((sign.name for sign in signs if _has_content(sign)), None)


def set_lost_aside() -> None:
    """Rename what is left of a lost database, so that an empty one can begin in its place.

    Raises:
        CommandFailed: the database is there, and is not replaced.
    """
    path = database_path()
    if path is None:
        return
    if _has_content(path) and connection.introspection.table_names():
        raise CommandFailed(
            _("--new begins with an empty memory, but {path} has data; move it away first").format(
                path=path
            )
        )
    connection.close()
    stamp = f"lost-{datetime.now():%Y%m%d-%H%M%S}"
    for suffix in ("", *COMPANIONS):
        left = path.with_name(f"{path.name}{suffix}")
        if left.exists():
            left.rename(left.with_name(f"{path.name}.{stamp}{suffix}"))


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0
