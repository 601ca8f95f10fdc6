"""The running server: where it says that it runs, and asking it."""

import json
import os
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from core.db.instance import instance_of

HEALTH_SECONDS = 2.0
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


@dataclass(frozen=True, slots=True)
class Daemon:
    """A server that has answered: its address, process and what it says of itself."""

    url: str
    pid: int | None
    health: dict[str, Any]


def base_url(host: str, port: int) -> str:
    """Return the address by which this machine reaches a server listening there."""
    reachable = ANY_ADDRESS.get(host, host)
    return f"http://[{reachable}]:{port}" if ":" in reachable else f"http://{reachable}:{port}"


def record_path() -> Path:
    """Return the file in which a running server says where it listens."""
    return Path(settings.DATA_DIR) / "daemon.json"


@contextmanager
def recorded(url: str) -> Iterator[None]:
    """Keep the record of this process for as long as it starts and serves."""
    path = record_path()
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(json.dumps({"url": url, "pid": os.getpid()}), "utf-8")
    draft.replace(path)
    try:
        yield
    finally:
        if read_record().get("pid") == os.getpid():
            path.unlink(missing_ok=True)


def read_record() -> dict[str, Any]:
    try:
        record = json.loads(record_path().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def running_daemon() -> Daemon | None:
    """Return the server of this data directory, if it answers.

    Another Wasurena may have taken the port since: only the directory's own server counts.
    """
    record = read_record()
    url = str(record.get("url") or base_url(settings.HOST, settings.PORT))
    health = ask_health(url)
    if health is None or not is_own(health):
        return None
    return Daemon(url, record.get("pid"), health)


def is_own(health: dict[str, Any]) -> bool:
    """Tell whether an answer of ``/health`` comes from the server of this data directory."""
    instance = instance_of(Path(settings.DATA_DIR))
    return instance is not None and health.get("instance") == instance


def ask_health(url: str) -> dict[str, Any] | None:
    """Return what ``/health`` answers; None where nobody, or somebody else, listens."""
    # A proxy from the environment must not see requests to this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/health", timeout=HEALTH_SECONDS) as response:
            answer = json.load(response)
    except (OSError, ValueError):
        return None
    return answer if isinstance(answer, dict) and "status" in answer else None
