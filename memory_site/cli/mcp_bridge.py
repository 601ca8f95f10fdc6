"""``wasurena mcp``: the bridge from standard input and output to the running server."""

import os
import subprocess
import sys
import time
from argparse import Namespace
from pathlib import Path

from django.conf import settings

from .daemon import Daemon, ask_health, base_url, running_daemon
from .failures import CommandFailed
from .language import _

START_SECONDS = 60.0
RIVAL_SECONDS = 10.0
POLL_SECONDS = 0.2


def run(options: Namespace) -> int:
    """Bridge standard input and output to the server until the client leaves."""
    from memory_site.mcp.stdio import run_bridge

    url = _server_url()
    run_bridge(url, os.environ.get("WASURENA_TOKEN") or _bridge_token())
    return 0


def _server_url() -> str:
    """Return the address of a server that answers, starting our own if need be.

    Raises:
        CommandFailed: ``WASURENA_URL`` names another machine's server, and it does not answer.
    """
    given = os.environ.get("WASURENA_URL", "").rstrip("/")
    if given and ask_health(given):
        return given
    if given and given != base_url(settings.HOST, settings.PORT):
        raise CommandFailed(_("no server answers at {url}").format(url=given))
    return (running_daemon() or start_daemon()).url


def start_daemon() -> Daemon:
    """Start the server in the background, where it outlives this client.

    Raises:
        CommandFailed: it does not answer in time; its log says why.
    """
    process, started = _spawn(), time.monotonic()
    # One that ended at once may have lost the port to a rival, started by a second client.
    while time.monotonic() - started < (START_SECONDS if process.poll() is None else RIVAL_SECONDS):
        if daemon := running_daemon():
            return daemon
        time.sleep(POLL_SECONDS)
    raise CommandFailed(
        _("the server did not start: {reason} ({log})").format(
            reason=_last_words(), log=_log_path()
        )
    )


def _last_words() -> str:
    lines = _log_path().read_text("utf-8", errors="replace").splitlines()
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


def _log_path() -> Path:
    return Path(settings.DATA_DIR) / "daemon.log"


def _bridge_token() -> str:
    path = Path(settings.DATA_DIR) / "bridge_token"
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError as error:
        raise CommandFailed(
            _("{path} is missing; start “wasurena up” once").format(path=path)
        ) from error
