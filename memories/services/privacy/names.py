"""Read and mask what belongs to no single memory: tags, contexts, names of entities, searches."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from core.caller import Caller
from core.errors import Conflict
from entities.models import Entity, EntityAlias
from memories.models import Context, RetrievalRun, Tag
from memories.records.privacy.treatment import Treatment
from memories.schemas.groups import ContextNodePatch, TagPatch
from memories.schemas.privacy.scan import Place
from memories.services.groups import context_delete, context_rename, tag_delete, tag_rename

from .places import placed

SEPARATOR = ":"
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class NamedRow(ABC):
    """A row with text that several memories may share."""

    kind: ClassVar[str]
    place: ClassVar[Place]

    caller: Caller
    row: Any

    @property
    def space(self) -> str:
        """The space whose policy applies."""
        return str(self.row.user_id)

    @property
    @abstractmethod
    def texts(self) -> list[tuple[Place, str]]:
        """The texts of the row."""

    @property
    def ids(self) -> list[str]:
        """What a person looks at to find it."""
        uids = self.row.memories.order_by("pk").values_list("uid", flat=True)
        return [str(uid) for uid in uids[:MOST_SHOWN]]

    def mask(self, reason: str) -> bool:
        """Mask the row by its policy; return whether that could be done."""
        return False


@dataclass(frozen=True, slots=True)
class _Group(NamedRow):
    @property
    def texts(self) -> list[tuple[Place, str]]:
        return [(self.place, self.row.name)]

    def mask(self, reason: str) -> bool:
        """Rename it; a name of which nothing is left is taken off its memories."""
        name = Treatment.of(self.space).as_mask.name(self.row.name, "name")
        try:
            if name:
                self._rename(name, reason)
            else:
                self._delete()
        except Conflict:
            return False
        return True

    @abstractmethod
    def _rename(self, name: str, reason: str) -> None: ...

    @abstractmethod
    def _delete(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Tag(_Group):
    kind, place = "tag", Place.TAGS

    def _rename(self, name: str, reason: str) -> None:
        tag_rename(self.caller, self.row.pk, TagPatch(name=name, reason=reason))

    def _delete(self) -> None:
        tag_delete(self.caller, self.row.pk)


@dataclass(frozen=True, slots=True)
class _Context(_Group):
    kind, place = "context", Place.CONTEXTS

    def _rename(self, name: str, reason: str) -> None:
        context_rename(self.caller, self.row.pk, ContextNodePatch(name=name, reason=reason))

    def _delete(self) -> None:
        context_delete(self.caller, self.row.pk)


@dataclass(frozen=True, slots=True)
class _Entity(NamedRow):
    kind, place = "entity", Place.ENTITIES

    @property
    def texts(self) -> list[tuple[Place, str]]:
        row = self.row
        aliases = EntityAlias.objects.filter(entity=row).values_list("alias", flat=True)
        told = [row.name, row.description, row.reading, row.attributes, row.extra_data]
        return placed(self.place, [*told, *aliases])

    @property
    def ids(self) -> list[str]:
        return [str(self.row.entity_id)]


@dataclass(frozen=True, slots=True)
class _Search(NamedRow):
    kind, place = "search", Place.SEARCHES

    @property
    def space(self) -> str:
        """The first of the searched spaces whose policy masks, or the first."""
        spaces = [self.caller.space(pack) for pack in self.row.packs]
        masking = (space for space in spaces if not Treatment.of(space).is_idle)
        return next(masking, spaces[0])

    @property
    def texts(self) -> list[tuple[Place, str]]:
        return placed(self.place, [self.row.query, self.row.plan])

    @property
    def ids(self) -> list[str]:
        return [str(self.row.pk)]

    def mask(self, reason: str) -> bool:
        """Mask its words and filters, and drop its trace; the log of searches has no history."""
        row = self.row
        treatment = Treatment.of_spaces([self.caller.space(pack) for pack in row.packs])
        row.query, row.trace = treatment.text(row.query, "query"), None
        row.plan = treatment.value(row.plan, "plan")
        row.save(update_fields=["query", "trace", "plan"])
        return True


ROWS: tuple[tuple[type[NamedRow], type[Any]], ...] = (
    (_Tag, Tag), (_Context, Context), (_Entity, Entity), (_Search, RetrievalRun),
)  # fmt: skip


def named_keys(caller: Caller, packs: Sequence[str]) -> Iterator[str]:
    """Yield the keys of the rows to read: of some packs, or of all; searches may cross packs."""
    for kind, model in ROWS:
        if model is RetrievalRun:
            asked = model.objects.filter(base_user=caller.base_user)
            runs = asked.exclude(query="").exclude(packs=[])
            found = () if packs else runs.order_by("created_at").values_list("pk", flat=True)
        else:
            rows = model.objects.of(caller).order_by("pk")
            within = rows.filter(user_id__in=caller.spaces(packs)) if packs else rows
            found = within.values_list("pk", flat=True)
        yield from (f"{kind.kind}{SEPARATOR}{pk}" for pk in found)


def read_named(caller: Caller, key: str) -> NamedRow | None:
    """Return the row with a key; None if it is gone."""
    name, _separator, pk = key.partition(SEPARATOR)
    kind, model = next(row for row in ROWS if row[0].kind == name)
    row = model.objects.filter(pk=pk).first()
    return None if row is None else kind(caller, row)
