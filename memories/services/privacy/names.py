"""Read and mask what belongs to no single memory: tags, contexts, names of entities, searches."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from core.caller import Caller
from core.errors import Conflict
from entities.models import Entity
from memories.models import Context, RetrievalRun, Tag
from memories.records.privacy.treatment import Treatment
from memories.schemas.groups import ContextNodePatch, TagPatch
from memories.schemas.privacy.scan import Place
from memories.services.groups import context_delete, context_rename, tag_delete, tag_rename
from nlp.privacy.policy import keeps_everything
from nlp.readers import PrivacyPolicy

from .places import placed

SEPARATOR = ":"
MOST_SHOWN = 5
PolicyOf = Callable[[str], PrivacyPolicy]


@dataclass(frozen=True, slots=True)
class NamedRow(ABC):
    """A row with text that several memories may share."""

    kind: ClassVar[str]
    place: ClassVar[Place]

    caller: Caller
    row: Any
    policy_of: PolicyOf

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
        told = [row.name, row.description, row.reading, row.attributes, row.extra_data]
        return placed(self.place, [*told, *(one.alias for one in row.aliases.all())])

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
        masking = (space for space in spaces if not keeps_everything(self.policy_of(space)))
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


# The kinds of rows, in the order in which they are read, and what is read along.
ROWS: tuple[tuple[type[NamedRow], type[Any], tuple[str, ...]], ...] = (
    (_Tag, Tag, ()), (_Context, Context, ()), (_Entity, Entity, ("aliases",)),
    (_Search, RetrievalRun, ()),
)  # fmt: skip


def named_keys(caller: Caller, packs: Sequence[str]) -> Iterator[str]:
    """Yield the keys of the rows to read: of some packs, or of all; searches may cross packs."""
    for kind, model, _along in ROWS:
        if model is RetrievalRun:
            asked = model.objects.filter(base_user=caller.base_user)
            runs = asked.exclude(query="").exclude(packs=[])
            found = () if packs else runs.order_by("created_at").values_list("pk", flat=True)
        else:
            rows = model.objects.of(caller).order_by("pk")
            within = rows.filter(user_id__in=caller.spaces(packs)) if packs else rows
            found = within.values_list("pk", flat=True)
        yield from (f"{kind.kind}{SEPARATOR}{pk}" for pk in found)


def read_named(caller: Caller, keys: Sequence[str], policy_of: PolicyOf) -> Iterator[NamedRow]:
    """Yield the rows with these keys that are still there."""
    named = [key.split(SEPARATOR, 1) for key in keys]
    for kind, model, along in ROWS:
        wanted = [pk for name, pk in named if name == kind.kind]
        rows = model.objects.prefetch_related(*along).in_bulk(wanted) if wanted else {}
        found = {str(pk): row for pk, row in rows.items()}
        yield from (kind(caller, found[pk], policy_of) for pk in wanted if pk in found)
