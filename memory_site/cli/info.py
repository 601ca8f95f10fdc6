"""``wasurena info``: where things lie and what runs them."""

import os
import platform
from argparse import Namespace
from pathlib import Path
from typing import Any

import sqlcipher3
from django.conf import settings

from memories.search import reranking
from packs import registry

from .daemon import base_url, running_daemon
from .language import _
from .output import say, say_json
from .versions import installed_version

LIBRARIES = ("Django", "sqlcipher3", "sqlite-vec", "django-q2", "mcp", "fastembed", "uvicorn")


def run(options: Namespace) -> int:
    """Show paths and versions; nothing is created."""
    facts = _facts()
    if options.json:
        say_json(facts)
        return 0
    for name, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join(f"{key} {inner}" for key, inner in value.items())
        if isinstance(value, bool):
            value = _("yes") if value else _("no")
        say(f"{name:<16} {value}")
    return 0


def _facts() -> dict[str, Any]:
    daemon = running_daemon()
    return {
        "version": installed_version(),
        "data_dir": str(settings.DATA_DIR),
        "database": str(settings.DATABASE_PATH),
        "encrypted": bool(settings.DATABASE_KEY),
        "configuration": _configuration_file() or _("none"),
        "address": daemon.url if daemon else base_url(settings.HOST, settings.PORT),
        "embedding_model": settings.EMBEDDING_MODEL,
        "reranker": reranking.status(),
        "packs": ", ".join(registry.pack_ids()),
        "python": platform.python_version(),
        "sqlite": sqlcipher3.dbapi2.sqlite_version,
        "libraries": {name: installed_version(name) for name in LIBRARIES},
    }


def _configuration_file() -> str | None:
    file = Path(os.environ.get("WASURENA_CONFIG") or settings.DATA_DIR / "wasurena.toml")
    return str(file) if file.exists() else None
