"""Vectors of texts that were just compared, so that saving them does not embed them again."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from threading import Lock

import numpy as np

from .base import Embedder, ModelSpec, Vectors

# Half a megabyte of the packaged model's vectors.
MOST = 256
# A pass of the model; between two of them the caller may renew its lease.
PASS_CHUNKS = 256
# By digest: no text stays in memory that may be forgotten.
_kept: "OrderedDict[tuple[ModelSpec, bytes], Vectors]" = OrderedDict()
_lock = Lock()


def keep_recent(spec: ModelSpec, texts: Sequence[str], vectors: Vectors) -> None:
    """Keep the vectors of the latest texts in this process."""
    with _lock:
        for text, vector in zip(texts[-MOST:], vectors[-MOST:], strict=True):
            _kept[spec, _digest(text)] = vector
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def embed_texts(
    embedder: Embedder, texts: Sequence[str], *, renew: Callable[[], None] = lambda: None
) -> Vectors:
    """Return a row for each text; those that were just compared are taken, and kept no longer.

    Texts are embedded in passes of ``PASS_CHUNKS``; ``renew`` is called before each of them.
    """
    with _lock:
        rows = [_kept.pop((embedder.spec, _digest(text)), None) for text in texts]
    missing = [at for at, row in enumerate(rows) if row is None]
    for start in range(0, len(missing), PASS_CHUNKS):
        renew()
        places = missing[start : start + PASS_CHUNKS]
        for at, vector in zip(places, embedder.passages([texts[at] for at in places]), strict=True):
            rows[at] = vector
    return np.stack([row for row in rows if row is not None])


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()
