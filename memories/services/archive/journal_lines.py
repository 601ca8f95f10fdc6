"""The journal in an archive: entries name rows as the lines of the other members do."""

from typing import Any

from core.journal import registry
from core.models import Revision

from .tables import columns_of, numbered_models
from .values import Encoder, Line

PAYLOADS = ("before", "after")


def numbered_kind(kind: str) -> Any:
    """Return the model whose rows entries of this kind name by number, or None."""
    known = registry.find(kind)
    if known is None or known.public_id != "pk":
        return None
    return known.model if known.model in numbered_models() else None


def entry_line(encoder: Encoder, entry: Revision) -> Line:
    """Return a journal entry as it stands in the archive."""
    columns = {name: getattr(entry, name) for name in columns_of(Revision) if name != "id"}
    line = encoder.values(Revision, columns)
    for name in PAYLOADS:
        line[name] = encoder.payload(entry.target_type, columns[name])
    if (model := numbered_kind(entry.target_type)) is not None and entry.target_id.isdecimal():
        line["target_id"] = str(encoder.number(model, int(entry.target_id)))
    return line
