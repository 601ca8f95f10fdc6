"""Starting the server of this data directory for a client, and finding it again."""

import os
import subprocess
import sys
import time
from pathlib import Path

from django.conf import settings

from .daemon import Daemon, read_record, running_daemon
from .failures import CommandFailed
from .language import _
from .locks import exclusive, server_is_locked
from .output import note

START_SECONDS = 60.0
POLL_SECONDS = 0.2


def ensure_daemon() -> Daemon:
    """Return the server of this data directory, starting it in the background if none runs.

    Raises:
        CommandFailed: it does not answer in time; the text says why.
    """
    return running_daemon() or _start_in_turn()


def _start_in_turn() -> Daemon:
    """Start the server, or wait for the one that another client is starting."""
    waiting = _("waiting for the server that another assistant starts…")
    with exclusive("start", on_wait=lambda: note(f"wasurena: {waiting}")):
        if daemon := running_daemon():
            return daemon
        # Somebody may have typed `wasurena up` a moment ago.
        if server_is_locked():
            note(f"wasurena: {_('waiting for the server that is starting…')}")
            return _answering(None, 0)
        begins_at = _log_size()
        return _answering(_spawn(), begins_at)


def _answering(process: "subprocess.Popen[bytes] | None", log_begins_at: int) -> Daemon:
    """Return the server once it answers.

    Raises:
        CommandFailed: it ended, or took too long.
    """
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if daemon := running_daemon():
            return daemon
        has_ended = process is None or process.poll() is not None
        if has_ended and not server_is_locked():
            # It may have begun to answer, or have ended, since it was asked.
            if daemon := running_daemon():
                return daemon
            raise CommandFailed(_not_started(log_begins_at))
        time.sleep(POLL_SECONDS)
    raise CommandFailed(
        _("the server (process {pid}) has not answered for {seconds} s; it may still be starting")
        .format(pid=read_record().get("pid", "?"), seconds=int(START_SECONDS))
    )  # fmt: skip


def _not_started(log_begins_at: int) -> str:
    return _("the server did not start: {reason} ({log})").format(
        reason=_last_words(log_begins_at), log=_log_path()
    )


def _last_words(begins_at: int) -> str:
    """Return the last line that a server wrote since it was started."""
    with _log_path().open("rb") as log:
        log.seek(begins_at)
        lines = log.read().decode("utf-8", "replace").splitlines()
    return lines[-1].removeprefix("wasurena: ") if lines else "?"


def _spawn() -> "subprocess.Popen[bytes]":
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(_log_path(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "ab") as log:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "memory_site.cli", "up", "--no-banner"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def _log_size() -> int:
    path = _log_path()
    return path.stat().st_size if path.exists() else 0


def _log_path() -> Path:
    return Path(settings.DATA_DIR) / "daemon.log"
