"""``wasurena mcp``: bridge standard input and output to the running server."""

import os
from argparse import Namespace
from pathlib import Path

from django.conf import settings

from memory_site.cli.database.files import BRIDGE_TOKEN_FILE
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed
from memory_site.cli.serving.daemon import ask_health, base_url, ensure_daemon, is_own_server
from memory_site.mcp.connection import Connection


def run(options: Namespace) -> int:
    """Bridge standard input and output to the server until the client leaves."""
    from memory_site.mcp.stdio import run_bridge

    run_bridge(connect(), connect)
    return 0


def connect() -> Connection:
    """Return the server that answers and the token for it, starting our own server if need be.

    Raises:
        CommandFailed: no server answers and none can be started, or it is another directory's.
    """
    token = os.environ.get("WASURENA_TOKEN", "")
    url = _given_server(has_token=bool(token)) or ensure_daemon().url
    return Connection(url, token or _bridge_token())


def _given_server(*, has_token: bool) -> str | None:
    """Return the address that ``WASURENA_URL`` names; None if the server is ours to start."""
    given = os.environ.get("WASURENA_URL", "").rstrip("/")
    if not given:
        return None
    health = ask_health(given)
    if health is None:
        if given == base_url(settings.HOST, settings.PORT):
            return None
        raise CommandFailed(_("no server answers at {url}").format(url=given))
    if not has_token and not is_own_server(health):
        raise CommandFailed(
            _(
                "the server at {url} has other data than {path}; set WASURENA_TOKEN to a token"
                " of that server"
            ).format(url=given, path=settings.DATA_DIR)
        )
    return given


def _bridge_token() -> str:
    path = Path(settings.DATA_DIR) / BRIDGE_TOKEN_FILE
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError as error:
        raise CommandFailed(
            _("{path} is missing; start “wasurena up” once").format(path=path)
        ) from error
    except UnicodeDecodeError as error:
        text = _("{path} is damaged; start “wasurena up” once, which writes it anew")
        raise CommandFailed(text.format(path=path)) from error
