"""The item number of a memory or a state, and the text of a state that is indexed."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from memories.models import ItemKind, State

Items = NDArray[np.int64]

# The same encoding in SQL: of a row of search_documents, and of a row m of vector_metadata.
DOCUMENT_ITEM = "item_id * 2 + (kind = 'state')"
VECTOR_ITEM = "coalesce(m.memory_id * 2, m.state_id * 2 + 1)"
# The condition that a row of search_documents belongs to the item number ``value``.
DOCUMENT_OF_ITEM = (
    "kind = CASE value %% 2 WHEN 0 THEN 'memory' ELSE 'state' END AND item_id = value / 2"
)


def encode(pk: int, kind: ItemKind = ItemKind.MEMORY) -> int:
    """Return the item number of a memory or state."""
    return pk * 2 + (kind == ItemKind.STATE)


def encode_all(pks: Iterable[int] | Items, kind: ItemKind = ItemKind.MEMORY) -> Items:
    """Return the item numbers of memories or states as an array."""
    keys = pks if isinstance(pks, np.ndarray) else np.array(list(pks), dtype=np.int64)
    return keys * 2 + (kind == ItemKind.STATE)


def decode(item: int) -> tuple[ItemKind, int]:
    """Return the kind and the primary key of an item."""
    pk, is_state = divmod(item, 2)
    return (ItemKind.STATE if is_state else ItemKind.MEMORY), pk


def decode_all(items: Items) -> tuple[NDArray[np.bool_], Items]:
    """Return which items are memories, and the primary keys of all of them."""
    return items % 2 == 0, items // 2


def state_text(state: State) -> str:
    """Return the body of a state, or its parts in their order; the subject goes before both.

    The subject has to be loaded.
    """
    subject = state.subject.name if state.subject else ""
    told = (state.predicate.replace("_", " "), state.value)
    said = state.body or " ".join(part for part in told if part)
    return said if subject in said else f"{subject}: {said}"
