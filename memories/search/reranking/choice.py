"""Which reranker the settings name."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Choice:
    """A model of fastembed's catalogue, or of a local directory under any name."""

    name: str
    directory: Path | None
    may_download: bool
    threads: int


def is_on() -> bool:
    """Return whether the settings name a reranker; it may still be missing on this machine."""
    return chosen() is not None


def chosen() -> Choice | None:
    """Return what the settings name; None if reranking is off."""
    name, directory = settings.RERANKER_MODEL.strip(), settings.RERANKER_MODEL_DIR
    if not name:
        return None
    return Choice(
        name,
        directory=Path(directory).expanduser().resolve() if directory else None,
        may_download=settings.RERANKER_DOWNLOAD,
        threads=settings.EMBEDDING_THREADS,
    )
