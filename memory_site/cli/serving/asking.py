"""Have the running server do a command, and show what it would have shown here.

Setting Django up takes most of a command's time, and the server has done it. Whatever is in
the way (no server, another version, other settings), the command is done here instead.
"""

import json
import os
import sys
from argparse import Namespace
from typing import Any

from core.db.instance import instance_of
from memory_site.cli.environment import spoken_language
from memory_site.settings.paths import data_directory

from .record import is_proven, proof, read, traits

COMMANDS = frozenset({"status", "search"})
ADDRESS = "/cli"
PROOF = "X-Wasurena-Proof"
# A search under load takes a fraction of it; who answers later may have died.
PATIENCE_SECONDS = 10.0
# What rich reads to choose colors, beside the size.
DRAWING = ("TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
USUAL_SIZE = (80, 25)


def ask(options: Namespace) -> int | None:
    """Print the server's answer and return its exit code; None if the server is not to be asked."""
    if options.command not in COMMANDS or os.name != "posix":
        return None
    data_dir = data_directory()
    record, instance = read(data_dir), instance_of(data_dir)
    alike = traits(data_dir).items() <= record.items()
    if not (alike and instance and record.get("key") and record.get("url")):
        return None
    if str(record["url"]).startswith("https:"):
        # Which certificate is ours is a setting, and reading those is what takes the time.
        return None
    answer = _exchange(str(record["url"]), str(record["key"]), question(options, instance))
    return None if answer is None else _shown(answer)


def question(options: Namespace, instance: str) -> bytes:
    """Return what a server is told: what to do, of which data, and how to write it."""
    told = {
        "instance": instance,
        "options": vars(options),
        "language": spoken_language(),
        "terminal": _terminal(),
    }
    return json.dumps(told).encode()


def _shown(answer: dict[str, Any]) -> int:
    for is_error, text in answer["parts"]:
        stream = sys.stderr if is_error else sys.stdout
        stream.write(text)
        stream.flush()
    return int(answer["code"])


def _exchange(url: str, key: str, body: bytes) -> dict[str, Any] | None:
    """Return the answer of the server that has the key; None from any other, or for a refusal."""
    from http.client import HTTPConnection, HTTPException
    from urllib.parse import urlsplit

    asked = proof(key, body)
    # Not by way of a proxy from the environment, which must not see requests to this machine.
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_SECONDS)
    try:
        connection.request("POST", ADDRESS, body, {PROOF: asked})
        response = connection.getresponse()
        content = response.read()
    except (OSError, HTTPException, ValueError):
        return None
    finally:
        connection.close()
    given = response.headers.get(PROOF, "")
    if response.status != 200 or not is_proven(given, key, asked.encode(), content):
        return None
    answer: dict[str, Any] = json.loads(content)
    return answer


def _terminal() -> dict[str, Any]:
    """Return what a table's width and colors depend on."""
    is_terminal = sys.stdout.isatty()
    columns, lines = _size(is_terminal)
    sizes = {"COLUMNS": str(columns), "LINES": str(lines)}
    given = {name: os.environ[name] for name in (*sizes, *DRAWING) if name in os.environ}
    return {
        "environment": sizes | given,
        "is_terminal": is_terminal,
        "encoding": sys.stdout.encoding or "utf-8",
    }


def _size(is_terminal: bool) -> tuple[int, int]:
    """Return the size as rich finds it."""
    if is_terminal and os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return USUAL_SIZE
    for stream in (0, 1, 2):
        try:
            columns, lines = os.get_terminal_size(stream)
            # A pseudo-terminal may say 0.
            return columns or USUAL_SIZE[0], lines or USUAL_SIZE[1]
        except OSError:
            continue
    return USUAL_SIZE
