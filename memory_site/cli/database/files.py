"""The database file of a data directory, and locks between the processes of one directory."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from filelock import FileLock, Timeout

from core.db.backups.folder import listed
from core.db.instance import mark_path
from core.db.process_locks import file_lock, is_held
from core.db.sqlite.files import COMPANIONS, remove_database
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed

BRIDGE_TOKEN_FILE = "bridge_token"
SERVER_LOCK = "server.lock"
PREPARE = "prepare"
# A restored database has this behind its name until it takes its place.
STAGED = ".restoring"
# A probe holds the lock for an instant; a starting server waits that out.
PROBE_SECONDS = 1.0
POLL_SECONDS = 0.05
# A migration of a large database takes minutes.
LONGEST_SECONDS = 900.0


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
    backups = [one.path for one in listed(data_dir / "backups")]
    return next((sign.name for sign in [*signs, *backups] if _has_content(sign)), None)


def set_lost_aside() -> None:
    """Rename the remains of a lost database, so that an empty one can take its place.

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


def remove_staged() -> None:
    """Remove what an interrupted restore left behind; call it under the lock “prepare”."""
    if path := database_path():
        remove_database(path.with_name(f"{path.name}{STAGED}"))


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


class LockHeld(CommandFailed):
    """Another process holds the lock."""


@contextmanager
def server_lock(directory: Path | None = None) -> Iterator[None]:
    """Hold the lock of the one server that a data directory, this one or another, may have.

    Raises:
        LockHeld: a server of this directory is running or starting.
    """
    lock = _lock(SERVER_LOCK, directory)
    try:
        lock.acquire(timeout=PROBE_SECONDS, poll_interval=POLL_SECONDS)
    except Timeout as error:
        raise LockHeld(_("a server of this directory is running or starting")) from error
    try:
        yield
    finally:
        lock.release()


def server_is_locked() -> bool:
    """Tell whether a server of this directory is running or starting."""
    return is_held(_lock(SERVER_LOCK))


@contextmanager
def exclusive(
    name: str, on_wait: Callable[[], None] | None = None, *, directory: Path | None = None
) -> Iterator[None]:
    """Do something in one process at a time; ``on_wait`` is called once if another is at it.

    Raises:
        LockHeld: another process has been at it for too long.
    """
    lock = _lock(f"{name}.lock", directory)
    try:
        _acquire_patiently(lock, on_wait)
    except Timeout as error:
        reason = _("another process has held {path} for too long").format(path=lock.lock_file)
        raise LockHeld(reason) from error
    try:
        yield
    finally:
        lock.release()


def _acquire_patiently(lock: FileLock, on_wait: Callable[[], None] | None) -> None:
    try:
        lock.acquire(timeout=PROBE_SECONDS, poll_interval=POLL_SECONDS)
    except Timeout:
        if on_wait is not None:
            on_wait()
        lock.acquire(timeout=LONGEST_SECONDS, poll_interval=POLL_SECONDS)


def _lock(name: str, directory: Path | None = None) -> FileLock:
    directory = directory or Path(settings.DATA_DIR)
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    return file_lock(directory / name)
