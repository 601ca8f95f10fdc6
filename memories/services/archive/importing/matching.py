"""Find the rows of an archive that are here already, belong to another person, or were forgotten."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q
from django.utils.translation import gettext as _

from core.errors import InvalidInput
from core.journal import registry
from core.models import Action, Revision

from ..reading import Archive
from ..refusals import refuse
from ..tables import Table, file_of, owned_by, public_id_of
from ..values import Line
from .decoding import Decoder, LeftOut, LineProblem, Places, public_key

BATCH = 500


@dataclass(slots=True)
class Item:
    """A line with its row; ``given`` is the line before it was cleaned."""

    number: int
    line: Line
    row: Any
    given: Line


@dataclass(slots=True)
class Matches:
    """Which lines are not stored: by member, those that are here already and those left out."""

    here: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    left_out: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    # The lines whose rows say something else here: the space and the public id of the row here.
    differing: dict[str, dict[int, tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def is_stored(self, table: Table, number: int) -> bool:
        """Return whether a line becomes a new row."""
        return number not in self.here[table.member] | self.left_out[table.member]


def items(
    archive: Archive, table: Table, decoder: Decoder, skipped: set[int], left_out: set[int]
) -> Iterable[list[Item]]:
    """Yield the rows of a member in batches; lines without which another cannot be are noted."""
    batch: list[Item] = []
    for number, line in archive.lines(table):
        if number in skipped:
            continue
        try:
            kept = decoder.cleaned(table, number, line)
            batch.append(Item(number, kept, decoder.row(table.model, kept), line))
        except LeftOut:
            left_out.add(number)
            _place(decoder.places, table, line, None, None)
        except LineProblem as problem:
            raise refuse(
                str(problem), "invalid_line", member=file_of(table), line=number
            ) from problem
        except (TypeError, AttributeError, ValueError) as error:
            raise refuse(
                _("a value has another shape"), "invalid_line", member=file_of(table), line=number
            ) from error
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


@dataclass(slots=True)
class Matcher:
    """Compares the lines of an archive with the rows of a person."""

    archive: Archive
    decoder: Decoder
    matches: Matches = field(default_factory=Matches)

    @property
    def places(self) -> Places:
        """Where rows of the archive are here."""
        return self.decoder.places

    def match(self, table: Table) -> None:
        """Find the lines of a member that are not to be stored.

        Raises:
            InvalidInput: a line is invalid, or has the id of another person's row.
        """
        left_out = self.matches.left_out[table.member]
        is_filled = table.rows_of(self.places.base_user).exists()
        seen: set[Any] = set()
        for batch in items(self.archive, table, self.decoder, set(), left_out):
            _check_unique(table, batch, seen)
            rest = self._without_parts(table, batch)
            rest = self._by_public_id(table, rest)
            rest = self._without_forgotten(table, rest)
            for names in table.unique_columns if is_filled else ():
                rest = self._by_columns(table, rest, names)

    def _without_parts(self, table: Table, batch: Sequence[Item]) -> list[Item]:
        """Leave out parts of rows that are here already: those keep the parts that they have."""
        if not table.part_of:
            return list(batch)
        column: Any = table.model._meta.get_field(table.part_of.removesuffix("_id"))
        first = self.places.first[column.related_model]
        kept = [item for item in batch if getattr(item.row, table.part_of) >= first]
        for item in batch:
            if getattr(item.row, table.part_of) < first:
                self._note_here(table, item, None, None, {})
        return kept

    def _by_public_id(self, table: Table, batch: Sequence[Item]) -> list[Item]:
        name = table.public_id
        if not name or not batch:
            return list(batch)
        rows = table.model._base_manager.filter(
            **{f"{name}__in": [getattr(item.row, name) for item in batch]}
        )
        own = set(
            rows.filter(owned_by(table.model, self.places.base_user)).values_list(name, flat=True)
        )
        stored = {row[name]: row for row in rows.values(name, "pk", *_compared(table))}
        rest = []
        for item in batch:
            public = getattr(item.row, name)
            if public not in stored:
                rest.append(item)
                continue
            if public not in own:
                raise _belongs_to_another(table, item, public)
            self._note_here(table, item, stored[public]["pk"], public, stored[public])
        return rest

    def _without_forgotten(self, table: Table, batch: Sequence[Item]) -> list[Item]:
        """Leave out what was forgotten here, and what rests on nothing else."""
        gone = self._forgotten(table, batch)
        rest = []
        for item in batch:
            given = item.line.get(table.rests_on) if table.rests_on else None
            lost = given and not self.decoder.members(table.model, item.line)[table.rests_on]
            if lost or str(getattr(item.row, table.public_id or "pk")) in gone:
                self.matches.left_out[table.member].add(item.number)
                _place(self.places, table, item.line, None, None)
            else:
                rest.append(item)
        return rest

    def _forgotten(self, table: Table, batch: Sequence[Item]) -> set[str]:
        known = registry.find(table.model._meta.model_name or "")
        if known is None or not table.public_id:
            return set()
        ids = [str(getattr(item.row, table.public_id)) for item in batch]
        journal = Revision.objects.filter(owned_by(Revision, self.places.base_user))
        return forgotten(journal, known.kind, ids)

    def _by_columns(
        self, table: Table, batch: Sequence[Item], names: tuple[str, ...]
    ) -> list[Item]:
        """Find rows by the columns of which the table holds each combination once."""
        values = {item.number: tuple(getattr(item.row, name) for name in names) for item in batch}
        about = Q()
        for at, name in enumerate(names):
            about &= Q(**{f"{name}__in": {value[at] for value in values.values()} - {None}})
        rows = table.rows_of(self.places.base_user).filter(about)
        if is_versioned(table.model):
            rows = rows.filter(superseded_at=None)
        columns = {"pk", table.public_id or "pk", *_compared(table), *names}
        stored = {tuple(row[name] for name in names): row for row in rows.values(*columns)}
        rest = []
        for item in batch:
            current = getattr(item.row, "superseded_at", None) is None
            row = stored.get(values[item.number]) if current else None
            if row is None:
                rest.append(item)
            else:
                self._note_here(table, item, row["pk"], row[table.public_id or "pk"], row)
        return rest

    def _note_here(
        self, table: Table, item: Item, key: Any, public: Any, stored: Mapping[str, Any]
    ) -> None:
        self.matches.here[table.member].add(item.number)
        _place(self.places, table, item.line, key, public)
        # An owner may have put back what the policy of the pack masks.
        if any(
            stored[name] not in (getattr(item.row, name), item.given.get(name))
            for name in table.texts
        ):
            place = (stored["user_id"], str(public))
            self.matches.differing[table.member][item.number] = place


def _check_unique(table: Table, batch: Sequence[Item], seen: set[Any]) -> None:
    """Refuse an id that an earlier line of the member has; ``seen`` are theirs."""
    for item in batch if table.public_id else ():
        public = getattr(item.row, table.public_id)
        if public in seen:
            text = _("the id {id} is there twice").format(id=public)
            raise refuse(text, "twice", member=file_of(table), line=item.number)
        seen.add(public)


def _belongs_to_another(table: Table, item: Item, public: Any) -> InvalidInput:
    text = _(
        "the id {id} belongs to another person here; import the file as that person,"
        " or into another installation"
    ).format(id=public)
    return refuse(text, "belongs_to_another", member=file_of(table), line=item.number)


def _compared(table: Table) -> tuple[str, ...]:
    return (*table.texts, "user_id") if table.texts else ()


def is_versioned(model: type[Model]) -> bool:
    """Return whether rows are superseded by others, which take over their unique columns."""
    return any(column.attname == "superseded_at" for column in model._meta.concrete_fields)


def forgotten(journal: Any, kind: str, ids: Sequence[str]) -> set[str]:
    """Return those of these rows that were forgotten, as a person's journal tells."""
    entries = journal.filter(target_type=kind, target_id__in=ids)
    erased = entries.filter(Q(action=Action.ERASE) | Q(erased_at__isnull=False))
    return set(erased.values_list("target_id", flat=True))


def _place(places: Places, table: Table, line: Line, key: Any, public: Any) -> None:
    """Note where a row is: by its number, and by its public id."""
    name = public_key(table.model, line)
    if name is not None:
        places.found[table.model][name] = public if isinstance(name, str) else key
    if (column := public_id_of(table.model)) and line.get(column) is not None:
        places.found[table.model][line[column]] = None if public is None else str(public)
