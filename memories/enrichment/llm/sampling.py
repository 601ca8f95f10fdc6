"""Ask the model of an MCP client instead of an endpoint, with the same prompt and validation."""

import logging
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core import jobs
from core.caller import Caller, Scope
from memories.models import SHORTEST_TEXT, DerivationJob, LlmJob, derives
from memories.records.lookup import memory_get

from .answer import answer_to_store, local_time_of, name_dropped
from .client import Message
from .endpoint import UnusableAnswer
from .prompt import build_messages, load_vocabulary
from .response import parse_answer, parse_json_object

logger = logging.getLogger(__name__)


def sampling_messages(caller: Caller, uid: UUID) -> Sequence[Message]:
    """Return the messages to ask about a saved memory; empty if it must not be asked."""
    memory = memory_get(caller, uid)
    is_wanted = settings.LLM_SAMPLING and not settings.LLM_URL and derives()
    if not is_wanted or not memory.is_findable or len(memory.raw_text) < SHORTEST_TEXT:
        return ()
    if LlmJob.objects.filter(memory=memory, content_hash=memory.content_hash).exists():
        return ()
    return build_messages(memory.raw_text, local_time_of(memory), load_vocabulary(memory.user_id))


def store_sampled_answer(caller: Caller, uid: UUID, text: str, *, model: str = "") -> bool:
    """Store the answer of the client's model and enqueue its memory; return whether it is usable."""
    caller.require(Scope.WRITE)
    memory, now = memory_get(caller, uid), timezone.now()
    try:
        answer = parse_answer(parse_json_object(text))
    except UnusableAnswer as error:
        logger.info("the client's model: %s", error)
        return False
    dropped = name_dropped(memory, answer)
    with transaction.atomic():
        LlmJob.objects.update_or_create(
            memory=memory,
            defaults={
                "content_hash": memory.content_hash,
                "enqueued_at": now,
                "answered_at": now,
                "answer": answer_to_store(answer, dropped),
                "dropped": dropped.total(),
                "model": model[:128],
            },
        )
        DerivationJob.objects.enqueue([memory.pk], now=now)
        jobs.wake("enrich")
    return True
