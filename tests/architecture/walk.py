"""Count the files that one request passes through, from the adapter to the database.

``python -m tests.architecture.walk`` saves, searches and decides once to warm up, and then once
more with a profiler: every product file of which a function is called between the first call in
the adapter and its last return counts once. The site (``memory_site``), the base classes of
adapters, the database backend and work in the background thread do not count. ``--list`` names
the files.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
APPS = ("memories", "graph", "entities", "accounts", "packs", "core", "nlp")
ADAPTERS = "memories/interfaces/"
BASES = ("core/interfaces/", "core/db/sqlite/")


def files_passed(act: Callable[[], Any]) -> list[str]:
    """Return the product files in which ``act`` calls a function, in order of the first call."""
    passed: dict[str, None] = {}
    counted: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        path = frame.f_code.co_filename.removeprefix(f"{ROOT}/")
        is_adapter = path.startswith(ADAPTERS)
        if event == "call" and path.startswith(APPS) and (passed or is_adapter):
            passed[path] = None
        elif event == "return" and is_adapter:
            counted.update(passed)

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return [path for path in counted if not path.startswith(BASES)]


def walks() -> dict[str, list[str]]:
    """Return the files of a save, a search and an accepted proposal, each over its own adapter."""
    from django.test import Client
    from django.urls import reverse

    client = Client(headers={"host": "localhost"})
    _log_in(client)
    found: dict[str, list[str]] = {}
    for at in range(2):
        texts = [f"Tanaka moved the meeting {at} to Friday", f"The meeting {at} was canceled"]
        ids = [_save(client, text).json()["id"] for text in texts]
        link = {"source": ids[0], "target": ids[1], "type": "explains"}
        suggested = {"proposals": [{"kind": "link", "payload": link, "confidence": 0.7}]}
        answer = _post(client, "/api/inbox/", suggested)
        uid = answer.json()["results"][0]["id"]
        address = reverse("inbox-decide", args=[uid])
        found = {
            "save": files_passed(lambda: _save(client, "Sato prefers tea")),
            "search": files_passed(
                lambda: _post(client, "/api/memories/search/", {"query": "meeting"})
            ),
            "decide": files_passed(lambda at=address: client.post(at, {"decision": "accept"})),
        }
    return found


def _save(client: Any, text: str) -> Any:
    return _post(client, "/api/memories/", {"text": text, "pack": "work"})


def _post(client: Any, address: str, body: dict[str, Any]) -> Any:
    answer = client.post(address, json.dumps(body), content_type="application/json")
    assert answer.status_code < 300, (address, answer.status_code, answer.content[:300])
    return answer


def _log_in(client: Any) -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    client.force_login(User.objects.create_superuser("walker", password="walked-2026"))


def main() -> None:
    """Print how many files each walk passes."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.conf import settings

    settings.BACKGROUND_MODE = "thread"
    for name, files in walks().items():
        print(f"{name}: {len(files)}")  # noqa: T201
        if "--list" in sys.argv:
            print(*(f"  {path}" for path in files), sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
