"""Write journal entries so that they name rows as the other lines of an archive do."""

from core.models import Revision

from ..tables import PAYLOADS, columns_of, numbered_kind
from ..values import Encoder, Line


def entry_line(encoder: Encoder, entry: Revision) -> Line:
    """Return a journal entry as it stands in the archive."""
    columns = {name: getattr(entry, name) for name in columns_of(Revision) if name != "id"}
    line = encoder.values(Revision, columns)
    for name in PAYLOADS:
        line[name] = encoder.payload(entry.target_type, columns[name])
    if (model := numbered_kind(entry.target_type)) is not None and entry.target_id.isdecimal():
        line["target_id"] = str(encoder.number(model, int(entry.target_id)))
    return line
