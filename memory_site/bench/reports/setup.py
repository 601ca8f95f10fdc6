"""Describe what a figure was measured with: machine, versions, model, plan."""

import os
import platform
from collections.abc import Mapping
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
from django.utils.translation import gettext as _
from sqlcipher3 import dbapi2

from memories.models import EmbeddingModel, ModelStatus

from .tables import Table

GIGABYTE = 1024**3


def machine() -> dict[str, str]:
    """Return the processor, its cores, the memory, and the versions of what runs on it."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count() or "?"),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "SQLite": dbapi2.sqlite_version,
        "numpy": np.__version__,
        "wasurena": _version("wasurena"),
        "load before": _load(),
        "date": date.today().isoformat(),
    }


def model() -> str:
    """Return the name and version of the embedding model in use."""
    active = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    return f"{active.name} {active.version} ({active.dimension})" if active else "none"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return "unknown"
    return f"{size / GIGABYTE:.0f} GB"


def _load() -> str:
    """Return how many processes wanted to run in the last minute: figures need an idle machine."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def setup_table(facts: Mapping[str, str]) -> Table:
    """Return what the figures were measured with."""
    return Table(_("Measured with"), [_("what"), ""], [[name, facts[name]] for name in facts])
