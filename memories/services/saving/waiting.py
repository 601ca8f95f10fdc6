"""Wait until a save is embedded and enriched, within a time limit."""

import logging
import time
from collections.abc import Collection, Sequence

from memories.enrichment import queue
from memories.enrichment.response import add_enrichment_to_response
from memories.index import embedding_jobs
from memories.models import Memory, derives
from memories.schemas import BatchOut

WAIT_SECONDS = 10.0
# A waiting save of a larger batch waits for its vectors only, not for enrichment.
DERIVED_WHILE_WAITING = 20

logger = logging.getLogger(__name__)


def wait_for_results(out: BatchOut, memories: Sequence[Memory]) -> BatchOut:
    """Wait for embedding and enrichment; return ``out`` with what they made and what is pending.

    The memories are stored already: an error while waiting does not fail the save.
    """
    pks = [memory.pk for memory in memories]
    deadline = time.monotonic() + WAIT_SECONDS
    is_derived_too = len(pks) <= DERIVED_WHILE_WAITING and derives()
    unembedded, underived = set(pks), set(pks) if is_derived_too else set()
    try:
        unembedded = embedding_jobs.wait_for(pks, timeout=WAIT_SECONDS)
        if is_derived_too:
            left = max(0.0, deadline - time.monotonic())
            underived = queue.wait_for(pks, timeout=left)
            out = add_enrichment_to_response(out, memories)
    except Exception:
        logger.exception("a save was stored, but waiting for its embedding or enrichment failed")
    return BatchOut(
        results=[
            saved.model_copy(update={"pending": _pending(pk, unembedded, underived)})
            for pk, saved in zip(pks, out.results, strict=True)
        ]
    )


def _pending(pk: int, unembedded: Collection[int], underived: Collection[int]) -> list[str]:
    waiting = {"embedding": unembedded, "derivation": underived}
    return [step for step, pks in waiting.items() if pk in pks]
