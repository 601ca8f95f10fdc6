"""Import an archive: all of it in one transaction, or nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Profile
from core import jobs
from core.caller import Caller, Scope
from core.db.sqlite.numbering import reserve_numbers
from core.encryption import Opening
from core.journal import Change
from core.models import Revision
from entities.styling import forget_types
from memories import index
from memories.models import Memory, State
from memories.records.lookup import require_whole_space
from memories.records.privacy.treatment import Treatment

from ..protection import unprotected
from ..reading import Archive, opened
from ..tables import Table
from .clean.lines import Cleaner
from .conflicts import Conflicting, ask, listed
from .decoding import Decoder, Places
from .forgotten_names import drop_forgotten_names
from .journal import store_journal
from .known_entries import EntryFate
from .matching import BATCH, Item, Matcher, Matches, items
from .references import ReferenceCheck
from .restoring import bring_back
from .rows import store_members, store_rows
from .treated import CleanedLines, check_refused, count_cleaned, follow_masked
from .undoing import note_import


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
    # How many questions the inbox has about them.
    asked: int = 0
    # How many new rows are not as the file has them.
    cleaned: CleanedLines = field(default_factory=CleanedLines)
    # Memories of an undone import that were brought back, and those that stay hidden here.
    restored: int = 0
    hidden: int = 0
    # The change by which it is undone; none if nothing new was stored.
    change_id: UUID | None = None


class _Check(Exception):
    """Ends the transaction of a dry run."""


# Called with what is done (“check”, “store”, “index”), and the lines done and in all.
Report = Callable[[str, int, int], None]


def _say_nothing(_stage: str, _done: int, _total: int) -> None:
    """Report to nobody."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to import: what opens the file, whether it is only checked, and who hears of progress."""

    is_check: bool = False
    opening: Opening = field(default_factory=Opening)
    name: str = ""
    report: Report = _say_nothing


def import_archive(
    caller: Caller,
    file: BinaryIO,
    options: ImportOptions | None = None,
    *,
    now: datetime | None = None,
) -> ImportedArchive:
    """Store what an archive holds for a person, who may have memories already.

    Rows are found again by their ids, or by what makes them one (a tag by its name): importing an
    archive twice changes nothing; one that was undone is brought back. Rows that say something
    else here stay as they are, and are asked about; what was forgotten here stays forgotten. Words
    are held to what a save may store. With ``is_check`` nothing is stored.

    Raises:
        Forbidden: the caller is not the owner.
        NotOpened: the archive is encrypted with something else.
        InvalidInput: the archive is broken, newer than the program, holds rows of another person
            of this installation, or words that a pack refuses; nothing was stored.
    """
    check_may_import(caller)
    options = options or ImportOptions()
    with unprotected(file, options.opening, options.name) as plain, opened(plain) as archive:
        archive.check(options.report)
        importer = _Import(archive, caller, now or timezone.now(), options)
        try:
            with transaction.atomic():
                importer.run()
                if options.is_check:
                    raise _Check
        except _Check:
            pass
        forget_types()
        return importer.result


def check_may_import(caller: Caller) -> None:
    """Raise Forbidden unless the caller may import: the owner, who may write everywhere."""
    caller.require(Scope.WRITE)
    caller.require_owner()
    require_whole_space(caller)


@dataclass(slots=True)
class _Import:
    archive: Archive
    caller: Caller
    now: datetime
    options: ImportOptions
    result: ImportedArchive = field(init=False)
    places: Places = field(init=False)
    done: int = 0
    # By the key of a new memory, what masked it.
    masked: dict[int, Treatment] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.result = ImportedArchive(self.options.is_check)
        self.places = Places(self.caller.base_user)

    def run(self) -> None:
        decoder = Decoder(self.places, Cleaner(self.caller, self.now))
        tables = [table for table in self.archive.tables() if table.model is not Revision]
        for table in self.archive.tables():
            count = self.archive.member(table).numbers if table.is_numbered else 0
            self.places.counts[table.model] = count
            if table.model._meta.pk.get_internal_type() == "BigAutoField":
                self.places.first[table.model] = reserve_numbers(table.model, count)
        back = bring_back(self.caller, self.archive, self.now)
        self.result.restored, self.result.hidden = back.restored, back.hidden
        self.result.change_id = back.change_id
        matcher = Matcher(self.archive, decoder)
        for table in tables:
            # Packs come early: their policies decide about the words of the rest.
            if not table.is_setting:
                matcher.match(table)
                check_refused(table, decoder.cleaner, matcher.matches)
            self._store(table, decoder, matcher.matches)
        self._drop_names(matcher.matches)
        checker = ReferenceCheck(self.archive, self.places)
        for table in tables:
            checker.check(table)
        self._journal(decoder)
        self.result.cleaned = count_cleaned(tables, decoder.cleaner, matcher.matches)
        self.result.conflict_count, self.result.conflicts = listed(self.archive, matcher.matches)
        self._conclude(decoder, matcher.matches)
        if self.options.is_check:
            self.result.change_id = None
        else:
            self._index()

    def _conclude(self, decoder: Decoder, matches: Matches) -> None:
        """Ask about what differs, and note the import so that it can be undone."""
        change = Change(self.caller, self.now, _("Import of an archive"))
        asked = ask(self.caller, self.archive, decoder, matches, change.change_id, self.now)
        self.result.asked = asked
        follow_masked(self.masked, change_id=change.change_id, now=self.now)
        created = {name: one.created for name, one in self.result.members.items() if one.created}
        if created or asked:
            note_import(change, self.archive.manifest, self.places, created)
            change.write()
            self.result.change_id = change.change_id

    def _report(self, lines: int) -> None:
        self.done += lines
        total = sum(member.lines for member in self.archive.manifest.members)
        self.options.report("store", self.done, total)

    def _drop_names(self, matches: Matches) -> None:
        dropped = drop_forgotten_names(self.archive, matches, self.places)
        for name, count in dropped.items():
            if count:
                self.result.members[name].created -= count
                self.result.members[name].left_out += count

    def _journal(self, decoder: Decoder) -> None:
        for table in self.archive.tables():
            if table.model is Revision:
                done = store_journal(self.archive, table, decoder)
                lines = self.archive.member(table).lines
                self.result.members[table.member] = MemberCount(
                    done[EntryFate.NEW],
                    done[EntryFate.HERE],
                    lines - done[EntryFate.NEW] - done[EntryFate.HERE],
                )
                self._report(lines)

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
                self._note_masked(table, batch, decoder.cleaner)
                created += len(batch)
        lines = self.archive.member(table).lines
        unchanged = lines - created - len(left_out)
        self.result.members[table.member] = MemberCount(created, unchanged, len(left_out))
        self._report(lines)

    def _note_masked(self, table: Table, batch: Sequence[Item], cleaner: Cleaner) -> None:
        masked = cleaner.changes[table.member].masked if table.model is Memory else {}
        self.masked |= {one.row.pk: masked[one.number] for one in batch if one.number in masked}

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
