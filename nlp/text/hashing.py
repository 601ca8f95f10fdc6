"""The hash by which identical texts are told."""

import hashlib


def content_hash(text: str) -> str:
    """Return the hash that tells identical texts."""
    return hashlib.sha256(text.encode()).hexdigest()
