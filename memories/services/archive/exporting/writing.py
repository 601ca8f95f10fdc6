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
from django.utils.translation import gettext as _

from core.caller import Caller, Scope
from core.db.sqlite.read_snapshot import read_snapshot
from core.journal.changes import ExactEncoder
from core.models import Revision
from memories.models import Thread
from memories.schemas.archive import ExportPart
from memories.search.log import flush

from ..manifest import MANIFEST, SCHEMA_VERSION, ChosenPart, Manifest, Member
from ..refusals import refuse
from ..tables import IMPORT_KIND, TABLES, Table, columns_of, file_of, members_of, numbered_models
from ..values import Encoder, Line, Numbering, Spans
from .journal import entry_line
from .parts import ChosenRows, part_of

BATCH = 500
ALL = ExportPart()
# The same rows give the same bytes whenever they are written.
FIXED_TIME = (1980, 1, 1, 0, 0, 0)


def export_archive(
    caller: Caller, file: BinaryIO, asked: ExportPart = ALL, *, now: datetime | None = None
) -> Manifest:
    """Write all that a person has, or a part of it, as of one moment, and return the manifest.

    ``file`` need not be seekable. Memory does not grow with the number of rows, but for the keys
    of a part.

    Raises:
        Forbidden: the caller is not the owner.
        InvalidInput: there is no such pack, or a row was not written.
    """
    caller.require(Scope.READ)
    caller.require_owner()
    flush()
    with read_snapshot():
        part = None if asked.is_all else part_of(caller, asked)
        manifest = _Writer(caller, asked, part).write(file, now or timezone.now())
        if part is None:
            _require_all(manifest, caller.base_user)
    return manifest


def _require_all(manifest: Manifest, base_user: str) -> None:
    """Compare the lines with the rows of the same moment."""
    lines = {member.name: member.lines for member in manifest.members}
    missing = [
        table.member
        for table in TABLES
        # Entries of imports belong to the installation.
        if table.model is not Revision and lines[file_of(table)] < table.rows_of(base_user).count()
    ]
    if missing:
        text = _("the archive lacks rows that are stored: {tables}; make it again")
        raise refuse(text.format(tables=", ".join(missing)), "incomplete")


@dataclass(slots=True)
class _Writer:
    caller: Caller
    asked: ExportPart
    part: ChosenRows | None
    spans: Spans = field(default_factory=Spans)

    def write(self, file: BinaryIO, now: datetime) -> Manifest:
        self._measure()
        encoder = self._encoder(self.spans.number)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            members = [self._member(archive, table, encoder) for table in TABLES]
            manifest = Manifest(
                schema_version=SCHEMA_VERSION,
                product=settings.VERSION,
                person=self.caller.base_user,
                exported_at=now,
                part=self._said(),
                members=members,
            )
            text = manifest.model_dump_json(indent=2, exclude_none=True) + "\n"
            archive.writestr(_entry(MANIFEST), text)
        return manifest

    def _encoder(self, number: Numbering) -> Encoder:
        if self.part is None:
            return Encoder(self.caller.base_user, number)
        return Encoder(self.caller.base_user, number, self.part.holds)

    def _said(self) -> ChosenPart | None:
        if self.part is None:
            return None
        return ChosenPart(
            packs=self.asked.pack, since=self.asked.since, namespace=self.asked.namespace or None
        )

    def _rows(self, table: Table) -> Any:
        return table.rows_of(self.caller.base_user)

    def _measure(self) -> None:
        """Find the first and the last number of each table, also of rows that only entries name."""
        for table in TABLES:
            if table.model in numbered_models():
                for key in self._ends(table):
                    self.spans.note(table.model, key)
        noting = self._encoder(self.spans.note)
        for table in TABLES:
            if table.model is Revision or table.member.startswith("graph_"):
                for _line in self._lines(table, noting):
                    pass

    def _ends(self, table: Table) -> list[int]:
        """Return the lowest and the highest key of the rows that are written."""
        if self.part is not None and (chosen := self.part.keys.get(table.model)) is not None:
            keys = [key for key in chosen if isinstance(key, int)]
            return [min(keys), max(keys)] if keys else []
        found = self._rows(table).aggregate(Min("pk"), Max("pk"))
        return [key for key in found.values() if key is not None]

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
        for read in _batches(self._rows(table)):
            batch = self._kept(table, read)
            if table.model is Revision:
                yield from (entry_line(encoder, entry) for entry in batch)
                continue
            held = [self._values(table, row) for row in batch]
            _add_members(table.model, held, batch)
            yield from (encoder.values(table.model, values) for values in held)

    def _kept(self, table: Table, batch: list[Any]) -> list[Any]:
        """Return the rows of a batch that are written."""
        part = self.part
        if table.model is Revision:
            batch = [entry for entry in batch if entry.target_type != IMPORT_KIND]
            return batch if part is None else [one for one in batch if part.is_about(one)]
        if part is None:
            return batch
        kept = [row for row in batch if part.holds(table.model, row.pk)]
        for row in kept:
            if table.model is Thread and row.pk not in part.titled:
                row.title = ""
        return kept

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
