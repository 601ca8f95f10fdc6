"""``wasurena save``."""

import sys
from argparse import Namespace
from typing import Any

from memories.schemas import MemoryInput, parsed
from memories.services.remember import StillEmbedding, remember

from .database import prepare_database
from .output import say, say_json
from .owner import caller_named


def save(options: Namespace) -> int:
    """Remember one text."""
    prepare_database()
    item = parsed(MemoryInput, _memory_fields(options))
    try:
        saved = remember(caller_named(options.user), item, source="cli", wait=True)
    except StillEmbedding as late:
        saved = late.saved.results[0]
    if options.json:
        say_json(saved.model_dump(mode="json"))
    else:
        say(f"{saved.action} {saved.id} ({saved.pack})")
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
