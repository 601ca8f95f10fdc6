"""Suggest proposals about a memory's own text: sensitive data, and an unknown pack."""

from collections.abc import Sequence
from typing import Any

from memories.models import Memory, ProposalKind
from memories.schemas.inbox import Suggestion
from nlp.privacy.detect import detect
from packs.selection import classify

METHOD = "rules"
# Findings below this confidence are ignored.
MIN_CONFIDENCE = 0.7
UNCLASSIFIED_CONFIDENCE = 0.3


def suggest_sensitive(memory: Memory) -> Suggestion | None:
    """Return a suggestion to hide a memory that contains secrets or personal data."""
    if not memory.searchable:
        return None
    found = [one for one in detect(memory.raw_text) if one.confidence >= MIN_CONFIDENCE]
    if not found:
        return None
    spans = [[one.start, one.end, one.what] for one in found]
    return _suggestion(
        memory,
        ProposalKind.SENSITIVE,
        {"memory": str(memory.uid), "spans": spans},
        max(one.confidence for one in found),
    )


def suggest_pack(memory: Memory, enabled: Sequence[str]) -> Suggestion | None:
    """Return a suggestion to choose the pack of a memory that was saved without one.

    ``enabled`` are the packs to choose from. Return None if their hints decide it.
    """
    if classify(memory.raw_text, enabled) is not None:
        return None
    payload = {"memory": str(memory.uid), "pack": memory.pack}
    return _suggestion(memory, ProposalKind.UNCLASSIFIED, payload, UNCLASSIFIED_CONFIDENCE)


def _suggestion(
    memory: Memory, kind: ProposalKind, payload: dict[str, Any], confidence: float
) -> Suggestion:
    return Suggestion(
        kind=kind,
        user_id=memory.user_id,
        namespace=memory.namespace,
        key=str(memory.uid),
        payload=payload,
        confidence=confidence,
        method=METHOD,
        evidence=(memory.pk,),
    )
