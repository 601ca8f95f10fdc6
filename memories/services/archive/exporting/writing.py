"""Write an archive: a zip file with one member for each table, line by line."""

import hashlib
import json
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO

from django.conf import settings
from django.db.models import Max, Min, Model
from django.utils import timezone

from core.caller import Caller, Scope
from core.db.sqlite.read_snapshot import read_snapshot
from core.journal.changes import ExactEncoder
from core.models import Revision
from memories.search.log import flush

from .journal import entry_line
from .manifest import MANIFEST, SCHEMA_VERSION, Manifest, Member
from .tables import TABLES, Table, columns_of, file_of, members_of, numbered_models
from .values import Encoder, Line, Spans

BATCH = 500
# The same rows give the same bytes whenever they are written.
FIXED_TIME = (1980, 1, 1, 0, 0, 0)


def export_archive(caller: Caller, file: BinaryIO, *, now: datetime | None = None) -> Manifest:
    """Write all that a person has, as of one moment, and return the manifest.

    ``file`` need not be seekable. Memory does not grow with the number of rows.

    Raises:
        Forbidden: the caller is not the owner.
    """
    caller.require(Scope.READ)
    caller.require_owner()
    flush()
    with read_snapshot():
        return _Writer(caller).write(file, now or timezone.now())


@dataclass(slots=True)
class _Writer:
    caller: Caller
    spans: Spans = field(default_factory=Spans)

    def write(self, file: BinaryIO, now: datetime) -> Manifest:
        self._measure()
        encoder = Encoder(self.caller.base_user, self.spans.number)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            members = [self._member(archive, table, encoder) for table in TABLES]
            manifest = Manifest(
                schema_version=SCHEMA_VERSION,
                product=settings.VERSION,
                person=self.caller.base_user,
                exported_at=now,
                members=members,
            )
            archive.writestr(_entry(MANIFEST), manifest.model_dump_json(indent=2) + "\n")
        return manifest

    def _rows(self, table: Table) -> Any:
        return table.rows_of(self.caller.base_user)

    def _measure(self) -> None:
        """Find the first and the last number of each table, also of rows that only entries name."""
        for table in TABLES:
            if table.model in numbered_models():
                ends = self._rows(table).aggregate(Min("pk"), Max("pk"))
                for key in ends.values():
                    if key is not None:
                        self.spans.note(table.model, key)
        noting = Encoder(self.caller.base_user, self.spans.note)
        for table in TABLES:
            if table.model is Revision or table.member.startswith("graph_"):
                for _line in self._lines(table, noting):
                    pass

    def _member(self, archive: zipfile.ZipFile, table: Table, encoder: Encoder) -> Member:
        digest, size, count = hashlib.sha256(), 0, 0
        with archive.open(_entry(file_of(table)), "w", force_zip64=True) as member:
            for line in self._lines(table, encoder):
                raw = canonical(line)
                member.write(raw)
                digest.update(raw)
                size, count = size + len(raw), count + 1
        return Member(
            name=file_of(table),
            lines=count,
            numbers=self.spans.count(table.model),
            bytes=size,
            sha256=digest.hexdigest(),
        )

    def _lines(self, table: Table, encoder: Encoder) -> Iterator[Line]:
        for batch in _batches(self._rows(table)):
            if table.model is Revision:
                yield from (entry_line(encoder, entry) for entry in batch)
                continue
            held = [self._values(table, row) for row in batch]
            _add_members(table.model, held, batch)
            yield from (encoder.values(table.model, values) for values in held)

    def _values(self, table: Table, row: Model) -> dict[str, Any]:
        return {
            name: getattr(row, name)
            for name in columns_of(table.model)
            if name not in table.omitted and (name != "id" or not _is_unnumbered(table))
        }


def _is_unnumbered(table: Table) -> bool:
    return not table.is_numbered and table.public_id != "id"


def canonical(line: Line) -> bytes:
    """Return a line as bytes: sorted names, no spaces, UTF-8."""
    text = json.dumps(
        line, cls=ExactEncoder, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, FIXED_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _batches(rows: Any) -> Iterator[list[Any]]:
    """Yield all rows by key, and hold no more than a batch of them."""
    last: Any = None
    ordered = rows.order_by("pk")
    while batch := list((ordered if last is None else ordered.filter(pk__gt=last))[:BATCH]):
        yield batch
        last = batch[-1].pk


def _add_members(model: type[Model], held: list[dict[str, Any]], batch: list[Any]) -> None:
    """Add the keys of many-to-many members to the values of rows."""
    for name, many in members_of(model).items():
        own, other = many.m2m_column_name(), many.m2m_reverse_name()
        through = many.remote_field.through._default_manager
        pairs = through.filter(**{f"{own}__in": [row.pk for row in batch]})
        found: dict[Any, list[Any]] = defaultdict(list)
        for key, member in pairs.values_list(own, other).order_by(own, other):
            found[key].append(member)
        for row, values in zip(batch, held, strict=True):
            values[name] = found[row.pk]
