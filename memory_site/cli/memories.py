"""``wasurena save``."""

import sys
from argparse import Namespace
from functools import partial
from typing import Any

from core.jobs import background
from memories.index import embedding_jobs
from memories.schemas import MemoryInput, parsed
from memories.services.save import remember

from .database import prepare_database
from .output import say, say_json
from .owner import caller_named

# For the states that were derived, when no server runs.
BACKLOG_SECONDS = 2.0


def save(options: Namespace) -> int:
    """Remember one text."""
    prepare_database()
    item = parsed(MemoryInput, _memory_fields(options))
    # Its own vector comes first: a backlog is the work of the server.
    with background.paused("embed", "enrich"):
        saved = remember(caller_named(options.user), item, source="cli", wait=True)
    if options.json:
        say_json(saved.model_dump(mode="json"))
    else:
        say(f"{saved.action} {saved.id} ({saved.pack})")
    # The save is told: whatever fails from here on is no failure of it.
    background.run("embed", partial(embedding_jobs.drain, seconds=BACKLOG_SECONDS))
    return 0


def _memory_fields(options: Namespace) -> dict[str, Any]:
    text = sys.stdin.read() if options.text == "-" else options.text
    given = {
        "pack": options.pack,
        "memory_type": options.memory_type,
        "context": options.context,
        "tags": options.tag,
    }
    return {"text": text, **{name: value for name, value in given.items() if value}}
