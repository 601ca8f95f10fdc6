"""Read all texts of memories, names and searches that a save would have masked, by place."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from entities.models import Mention
from graph.models import EntityRelation, MemoryLink
from memories.models import Memory, Proposal, ProposalStatus, State
from memories.schemas.privacy.scan import Place

Texts = dict[int, list[tuple[Place, str]]]
# Columns of a memory, as a save names them.
COLUMNS = (
    (Place.TEXT, "raw_text"), (Place.TEXT, "assistant_text"), (Place.TEXT, "title"),
    (Place.TEXT, "summary_text"), (Place.TEXT, "micro_summary"), (Place.SPEAKER, "speaker"),
    (Place.IMAGE_SUMMARIES, "image_summaries"), (Place.CLIENT_CONTEXT, "client_context"),
    (Place.EXTRA_DATA, "extra_data"), (Place.EXTERNAL_ID, "external_id"),
    (Place.NAMESPACE, "namespace"), (Place.DEVICE_ID, "device_id"),
)  # fmt: skip
# Rows that belong to a memory: their place, the column of the memory, and those of the texts.
PARTS: tuple[tuple[Place, Any, str, tuple[str, ...]], ...] = (
    (Place.STATES, State.objects, "evidence", ("value", "body")),
    (Place.MENTIONS, Mention.objects, "memory", ("surface", "context_window")),
    (Place.LINKS, MemoryLink.objects, "src_memory", ("notes",)),
    (Place.RELATIONS, EntityRelation.objects, "evidence", ("reason",)),
    (Place.INBOX, Proposal.objects.filter(status=ProposalStatus.OPEN), "evidence", ("payload",)),
)


def texts_of(memories: Sequence[Memory]) -> Texts:
    """Return the texts of memories and of their parts by key; made-up ids of sessions are none."""
    found: Texts = defaultdict(list)
    for memory in memories:
        for place, column in COLUMNS:
            found[memory.pk] += placed(place, getattr(memory, column))
        if not memory.session.is_implicit:
            found[memory.pk] += placed(
                Place.SESSION_ID, [memory.session.key, memory.session.context]
            )
    keys = [memory.pk for memory in memories]
    for place, rows, column, names in PARTS:
        for pk, *values in rows.filter(**{f"{column}__in": keys}).values_list(column, *names):
            found[pk] += placed(place, values)
    return found


def placed(place: Place, value: Any) -> list[tuple[Place, str]]:
    """Return each text of a value with its place; texts are masked one by one too."""
    return [(place, text) for text in _texts_in(value) if text]


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield name
            yield from _texts_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts_in(one)
