"""What memories themselves give reason to ask: sensitive text, and a pack nothing spoke for."""

from collections.abc import Sequence
from typing import Any

from memories.models import Memory, ProposalKind
from memories.schemas.inbox import Suggestion
from nlp.privacy.detect import detect
from packs import classification

METHOD = "rules"
# What is less sure than this is not worth a question.
LEAST_SURE = 0.7
UNSURE = 0.3


def sensitive_in(memory: Memory) -> Suggestion | None:
    """Return the question about secrets and personal data in a memory that may be recalled."""
    if not memory.searchable:
        return None
    found = [one for one in detect(memory.raw_text) if one.confidence >= LEAST_SURE]
    if not found:
        return None
    spans = [[one.start, one.end, one.what] for one in found]
    return _suggestion(
        memory,
        ProposalKind.SENSITIVE,
        {"memory": str(memory.uid), "spans": spans},
        max(one.confidence for one in found),
    )


def unclassified(memory: Memory, enabled: Sequence[str]) -> Suggestion | None:
    """Return the question where a memory belongs; only for one whose pack nobody named.

    ``enabled`` are the packs that were to choose from. None where their hints spoke.
    """
    if classification.classify(memory.raw_text, enabled) is not None:
        return None
    payload = {"memory": str(memory.uid), "pack": memory.pack}
    return _suggestion(memory, ProposalKind.UNCLASSIFIED, payload, UNSURE)


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
