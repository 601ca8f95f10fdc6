"""The memory that a checked save becomes, before it is stored."""

from datetime import datetime

from memories.models import Memory, Trust
from nlp.summary import first_sentence
from nlp.text.script import detect

from .mentions import ROLES
from .sessions import device_of
from .validation import Draft

DEFAULT_TYPE = "note"
DEFAULT_IMPORTANCE = 0.5


def memory_of(draft: Draft, now: datetime) -> Memory:
    """Return a new memory with what the caller gave, and defaults for what was left open."""
    item = draft.item
    return Memory(
        user_id=draft.user_id,
        namespace=draft.namespace,
        device_id=device_of(draft),
        external_id=item.external_id,
        source=draft.source,
        raw_text=item.text,
        assistant_text=item.assistant_text,
        title=item.title or first_sentence(item.text),
        image_summaries=item.image_summaries,
        speaker=item.speaker.strip(),
        language=detect(item.text),
        content_hash=draft.content_hash,
        memory_type=item.memory_type or DEFAULT_TYPE,
        category=item.category,
        client_context=item.client_context,
        extra_data=item.extra_data,
        importance_score=DEFAULT_IMPORTANCE if item.importance is None else item.importance,
        confidence=1.0 if item.confidence is None else item.confidence,
        trust=_trust(draft),
        pinned=item.pinned,
        searchable=item.searchable,
        latitude=item.latitude,
        longitude=item.longitude,
        about_start=draft.about[0],
        about_end=draft.about[1],
        created_at=draft.created_at,
        recorded_at=now,
    )


def _trust(draft: Draft) -> Trust:
    if draft.source == "import":
        return Trust.IMPORTED
    is_role = draft.item.speaker.casefold() in ROLES - {"user", "owner", "me"}
    return Trust.ASSISTANT if is_role else Trust.OWNER
