"""Find the server of this data directory, and start it for a client."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from core.db.instance import instance_of
from memory_site.cli.database.files import exclusive, server_is_locked
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed, note
from memory_site.tls import context_for

from .record import read

HEALTH_SECONDS = 2.0
CANNOT_STORE = 503
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
START_SECONDS = 60.0
POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Daemon:
    """A server that has answered: its address, process and health."""

    url: str
    pid: int | None
    health: dict[str, Any]


def base_url(host: str, port: int) -> str:
    """Return the address by which this machine reaches a server listening there."""
    reachable = ANY_ADDRESS.get(host, host)
    scheme = "https" if settings.CERTIFICATE else "http"
    return (
        f"{scheme}://[{reachable}]:{port}" if ":" in reachable else f"{scheme}://{reachable}:{port}"
    )


def read_record() -> dict[str, Any]:
    """Return the record of this directory's server; empty if there is none."""
    return read(Path(settings.DATA_DIR))


def running_daemon() -> Daemon | None:
    """Return the server of this data directory, if it answers.

    Another Wasurena may have taken the port since: only the directory's own server counts.
    """
    record = read_record()
    url = str(record.get("url") or base_url(settings.HOST, settings.PORT))
    health = ask_health(url)
    if health is None or not is_own_server(health):
        return None
    return Daemon(url, record.get("pid"), health)


def is_own_server(health: dict[str, Any]) -> bool:
    """Tell whether an answer of ``/health`` comes from the server of this data directory."""
    instance = instance_of(Path(settings.DATA_DIR))
    return instance is not None and health.get("instance") == instance


def ask_health(url: str) -> dict[str, Any] | None:
    """Return what ``/health`` answers; None if nobody, or somebody else, listens."""
    # A proxy from the environment must not see requests to this machine.
    secured = urllib.request.HTTPSHandler(context=context_for(url))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), secured)
    try:
        with opener.open(f"{url}/health", timeout=HEALTH_SECONDS) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as refusal:
        answer = _body_of(refusal)
    except (OSError, ValueError):
        return None
    return answer if isinstance(answer, dict) and "status" in answer else None


def _body_of(refusal: urllib.error.HTTPError) -> Any:
    """Return what a server says that cannot store anything, and runs none the less."""
    try:
        return json.load(refusal) if refusal.code == CANNOT_STORE else None
    except (OSError, ValueError):
        return None


def ensure_daemon() -> Daemon:
    """Return the server of this data directory, starting it in the background if none runs.

    Raises:
        CommandFailed: it does not answer in time; the text says why.
    """
    return running_daemon() or _start_or_wait()


def _start_or_wait() -> Daemon:
    """Start the server, or wait for the one that another client is starting."""
    waiting = _("waiting for the server that another assistant starts…")
    with exclusive("start", on_wait=lambda: note(f"wasurena: {waiting}")):
        if daemon := running_daemon():
            return daemon
        # Somebody may have typed `wasurena up` a moment ago.
        if server_is_locked():
            note(f"wasurena: {_('waiting for the server that is starting…')}")
            return _wait_for_answer(None, 0)
        begins_at = _log_size()
        return _wait_for_answer(_spawn(), begins_at)


def _wait_for_answer(process: "subprocess.Popen[bytes] | None", log_begins_at: int) -> Daemon:
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
            raise CommandFailed(_start_failure(log_begins_at))
        time.sleep(POLL_SECONDS)
    raise CommandFailed(
        _("the server (process {pid}) has not answered for {seconds} s; it may still be starting")
        .format(pid=read_record().get("pid", "?"), seconds=int(START_SECONDS))
    )  # fmt: skip


def _start_failure(log_begins_at: int) -> str:
    return _("the server did not start: {reason} ({log})").format(
        reason=_last_log_line(log_begins_at), log=_log_path()
    )


def _last_log_line(begins_at: int) -> str:
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
