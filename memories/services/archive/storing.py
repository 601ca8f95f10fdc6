"""Import an archive: all of it in one transaction, or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO

from django.db import DataError, IntegrityError, transaction
from django.db.models import Exists, ForeignKey, Model, OuterRef
from django.utils import timezone

from accounts.models import Profile
from core import jobs
from core.caller import Caller, Scope
from core.db.sqlite.numbering import reserve_numbers
from core.errors import InvalidInput
from core.models import Revision
from entities.styling import forget_types
from memories import index
from memories.models import Memory, State
from memories.records.lookup import require_whole_space

from .decoding import Decoder, LineProblem, Places
from .journal_storing import store_journal
from .matching import Conflicting, Item, Matcher, Matches, items
from .reading import Archive, opened, refuse
from .tables import Table, columns_of, file_of, is_type, members_of

REFUSED = (IntegrityError, DataError, OverflowError, ValueError, TypeError)


@dataclass(slots=True)
class MemberCount:
    """What became of the lines of a member."""

    created: int = 0
    unchanged: int = 0
    left_out: int = 0


@dataclass(slots=True)
class ImportedArchive:
    """What an import did, or would do: counts by member, and the rows that say something else."""

    is_check: bool
    members: dict[str, MemberCount] = field(default_factory=dict)
    conflict_count: int = 0
    conflicts: list[Conflicting] = field(default_factory=list)


class _Check(Exception):
    """Ends the transaction of a dry run."""


def import_archive(
    caller: Caller, file: BinaryIO, *, is_check: bool = False, now: datetime | None = None
) -> ImportedArchive:
    """Store what an archive holds for a person, who may have memories already.

    Rows are found again by their ids, or by what makes them one (a tag by its name): importing an
    archive twice changes nothing. Rows that say something else here stay as they are, and what was
    forgotten here stays forgotten. ``is_check`` stores nothing.

    Raises:
        Forbidden: the caller is not the owner.
        InvalidInput: the archive is broken, newer than the program, or holds rows of another
            person of this installation; nothing was stored.
    """
    caller.require(Scope.WRITE)
    caller.require_owner()
    require_whole_space(caller)
    with opened(file) as archive:
        archive.check()
        importer = _Import(archive, caller, now or timezone.now(), is_check)
        try:
            with transaction.atomic():
                importer.run()
                if is_check:
                    raise _Check
        except _Check:
            pass
        forget_types()
        return importer.result


@dataclass(slots=True)
class _Import:
    archive: Archive
    caller: Caller
    now: datetime
    is_check: bool
    result: ImportedArchive = field(init=False)
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.result = ImportedArchive(self.is_check)
        self.places = Places(self.caller.base_user)

    def run(self) -> None:
        decoder = Decoder(self.places)
        tables = [table for table in self.archive.tables() if table.model is not Revision]
        for table in self.archive.tables():
            count = self.archive.member(table).numbers if table.is_numbered else 0
            self.places.counts[table.model] = count
            if table.model._meta.pk.get_internal_type() == "BigAutoField":
                self.places.first[table.model] = reserve_numbers(table.model, count)
        matcher = Matcher(self.archive, decoder)
        for table in tables:
            if not table.is_setting:
                matcher.match(table)
        for table in tables:
            self._store(table, decoder, matcher.matches)
        for table in tables:
            self._check_references(table)
        self._journal(decoder)
        self.result.conflicts = matcher.matches.conflicts
        self.result.conflict_count = matcher.matches.conflict_count
        if not self.is_check:
            self._index()

    def _journal(self, decoder: Decoder) -> None:
        for table in self.archive.tables():
            if table.model is Revision:
                created = store_journal(self.archive, table, decoder)
                lines = self.archive.member(table).lines
                self.result.members[table.member] = MemberCount(created, lines - created)

    def _store(self, table: Table, decoder: Decoder, matches: Matches) -> None:
        here, left_out = matches.here[table.member], matches.left_out[table.member]
        skipped = here | left_out
        created = 0
        if table.is_setting:
            created = self._take_setting(table, decoder)
        else:
            for batch in items(self.archive, table, decoder, skipped, left_out):
                store_rows(table, batch, self.caller.base_user)
                store_members(table, batch, decoder)
                created += len(batch)
        lines = self.archive.member(table).lines
        unchanged = lines - created - len(left_out)
        self.result.members[table.member] = MemberCount(created, unchanged, len(left_out))

    def _take_setting(self, table: Table, decoder: Decoder) -> int:
        """Take settings over if the person has none."""
        rows = table.rows_of(self.caller.base_user)
        created = 0
        if table.model is Profile:
            return self._take_profile(table, rows, decoder)
        if rows.exists():
            return 0
        for batch in items(self.archive, table, decoder, set(), set()):
            store_rows(table, batch, self.caller.base_user)
            created += len(batch)
        return created

    def _take_profile(self, table: Table, rows: Any, decoder: Decoder) -> int:
        if Memory.objects.of(self.caller).exists():
            return 0
        changed = 0
        for batch in items(self.archive, table, decoder, set(), set()):
            for item in batch:
                changed += rows.update(
                    **{name: getattr(item.row, name) for name in item.line if name != "id"}
                )
        return changed

    def _check_references(self, table: Table) -> None:
        """Refuse the import if a new row refers to nothing."""
        first = self.places.first.get(table.model)
        rows = table.rows_of(self.caller.base_user)
        fresh = rows.filter(pk__gte=first) if first else rows
        for column in columns_of(table.model).values():
            if not isinstance(column, ForeignKey):
                continue
            targets = column.related_model._base_manager.filter(
                **{column.target_field.attname: OuterRef(column.attname)}
            )
            lost = fresh.filter(**{f"{column.name}__isnull": False}).filter(~Exists(targets))
            if (row := lost.order_by("pk").first()) is not None:
                raise self._dangling(table, row, column)
        for name, many in members_of(table.model).items():
            self._check_members(table, fresh, name, many)

    def _check_members(self, table: Table, fresh: Any, name: str, many: Any) -> None:
        own, other = many.m2m_column_name(), many.m2m_reverse_name()
        rows = many.remote_field.through._base_manager.filter(**{f"{own}__in": fresh.values("pk")})
        target = many.related_model._base_manager.filter(pk=OuterRef(other))
        lost = rows.filter(~Exists(target)).order_by("pk").values_list(own, flat=True).first()
        if lost is not None:
            raise self._refused(table, {"id": lost}, f"“{name}” refers to nothing")

    def _dangling(self, table: Table, row: Any, column: Any) -> InvalidInput:
        what = f"“{column.attname}” refers to nothing"
        if is_type(column.related_model):
            what = f"there is no type “{getattr(row, column.attname)}” here"
        named = {"id": row.pk}
        if table.public_id:
            named[table.public_id] = getattr(row, table.public_id)
        return self._refused(table, named, what)

    def _refused(self, table: Table, named: dict[str, Any], what: str) -> InvalidInput:
        """Return the error with the line of a row, which is read once more."""
        first = self.places.first.get(table.model, 1)
        for number, line in self.archive.lines(table):
            is_it = table.is_numbered and line.get("id") == named["id"] - first + 1
            if is_it or (
                table.public_id and line.get(table.public_id) == str(named.get(table.public_id))
            ):
                return refuse(what, "no_such_row", member=file_of(table), line=number)
        return refuse(what, "no_such_row", member=file_of(table))

    def _index(self) -> None:
        first = self.places.first
        last = first.get(Memory, 1) - 1
        memories = Memory.objects.of(self.caller).findable().with_rendering().order_by("pk")
        while batch := list(memories.filter(pk__gt=last)[:BATCH]):
            index.put(batch, now=self.now)
            last = batch[-1].pk
        last = first.get(State, 1) - 1
        states = State.objects.of(self.caller).select_related("subject").order_by("pk")
        while rows := list(states.filter(pk__gt=last)[:BATCH]):
            index.put_states(rows, now=self.now)
            last = rows[-1].pk
        jobs.wake("embed")
        jobs.wake("enrich")


BATCH = 500


def store_rows(table: Table, batch: Sequence[Item], base_user: str) -> None:
    """Insert the rows of a batch; a refused one is named."""
    for item in batch:
        if is_type(table.model) and not str(item.row.pk).endswith(f"#{base_user}"):
            raise _named(table, item, "only a person's own types can be imported")
    times = [_own_times(item.row) for item in batch]
    try:
        with transaction.atomic():
            table.model._base_manager.bulk_create([item.row for item in batch])
    except REFUSED:
        for item in batch:
            _store_alone(table, item)
    for item, given in zip(batch, times, strict=True):
        if given:
            table.model._base_manager.filter(pk=item.row.pk).update(**given)


def _own_times(row: Model) -> dict[str, Any]:
    """Return the times that Django would replace by that of the import."""
    return {
        column.attname: getattr(row, column.attname)
        for column in row._meta.concrete_fields
        if getattr(column, "auto_now", False) or getattr(column, "auto_now_add", False)
    }


def _store_alone(table: Table, item: Item) -> None:
    try:
        with transaction.atomic():
            table.model._base_manager.bulk_create([item.row])
    except REFUSED as error:
        raise _named(table, item, f"the database refuses it: {error}") from error


def store_members(table: Table, batch: Sequence[Item], decoder: Decoder) -> None:
    """Insert the many-to-many members of new rows."""
    for name, many in members_of(table.model).items():
        through = many.remote_field.through
        own, other = many.m2m_column_name(), many.m2m_reverse_name()
        rows: list[Model] = []
        for item in batch:
            try:
                keys = decoder.members(table.model, item.line)[name]
            except LineProblem as problem:
                raise _named(table, item, str(problem)) from problem
            if len(set(keys)) != len(keys) or len(keys) > MOST_MEMBERS:
                raise _named(table, item, f"“{name}” names a row twice, or too many")
            rows += [through(**{own: item.row.pk, other: key}) for key in keys]
        through._base_manager.bulk_create(rows, batch_size=BATCH)


MOST_MEMBERS = 100_000


def _named(table: Table, item: Item, what: str) -> InvalidInput:
    return refuse(what, "invalid_line", member=file_of(table), line=item.number)
