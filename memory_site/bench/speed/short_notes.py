"""Time saves of short notes, which a server derives before it answers them."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from .clients import SAVE, Client, Timing, quantiles

NOTES = Path(__file__).parent.parent / "datasets" / "short_notes.json"
# A person or an assistant pauses; what the save before left is done by then.
PAUSE_SECONDS = 0.2
# The rules are compiled in the background after a start.
WARM_SECONDS = 30.0


def short_notes(client: Client) -> Iterator[Timing]:
    """Save notes in both languages one by one; also tell which share was derived at once."""
    texts: list[str] = json.loads(NOTES.read_text("utf-8"))
    _wait_until_warm(client)
    took, derived = [], 0
    for number, text in enumerate(texts):
        started = time.perf_counter()
        answer = _saved(client, text, f"short-{time.time_ns()}-{number}")
        took.append(time.perf_counter() - started)
        derived += bool(answer["now"] or answer["entities"] or answer["links"])
        time.sleep(PAUSE_SECONDS)
    share = {"share": derived / len(texts)}
    label = _("save of a short note; the share that says what was derived")
    yield Timing("short_note", label, {**quantiles(took), **share})


def _saved(client: Client, text: str, session: str) -> dict[str, Any]:
    body = {"text": text, "session_id": session, "speaker": "user"}
    answer: dict[str, Any] = json.loads(client.post(SAVE, body))
    return answer


def _wait_until_warm(client: Client) -> None:
    until, number = time.monotonic() + WARM_SECONDS, 0
    while time.monotonic() < until:
        number += 1
        text = f"Rowan works for Aozora {number}, since {time.time_ns()}."
        if _saved(client, text, f"warm-{time.time_ns()}")["now"]:
            return
        time.sleep(1.0)
