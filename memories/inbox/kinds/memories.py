"""Handle memories of an unknown pack, and possible duplicates."""

from collections.abc import Mapping
from typing import Annotated, Any, Self
from uuid import UUID

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core.schemas import Text
from memories.inbox.preview import EditField, Effect, Preview, SubjectCache, SubjectIds
from memories.models import ProposalKind
from memories.records.changes.move import move
from memories.records.changes.update import update_memory
from memories.records.duplicates import collapse
from memories.records.lookup import memory_get
from memories.schemas import MemoryPatch
from packs import registry
from packs.schemas import PackId
from packs.selection import matching_hints

from .base import DecisionContext, Payload, ProposalHandler


class UnclassifiedPayload(Payload):
    """The memory, its likely pack and category, and the hints of both packs that its text matches.

    The hints are patterns that the packs declare, not words of the memory: a rule may compare them.
    """

    memory: UUID
    pack: PackId | None = None
    category: Annotated[Text, Field(max_length=64)] | None = None
    hints: list[Annotated[Text, Field(max_length=2_000)]] = Field(
        default_factory=list, max_length=100
    )


class UnclassifiedHandler(ProposalHandler[UnclassifiedPayload]):
    """Accepting moves the memory to the pack and category; rejecting leaves it."""

    kind = ProposalKind.UNCLASSIFIED
    payload = UnclassifiedPayload
    conditions = ("pack", "category", "hints")

    def subject_ids(self, payload: UnclassifiedPayload) -> SubjectIds:
        """Return the memory."""
        return SubjectIds(memories=(payload.memory,))

    def key(self, payload: UnclassifiedPayload) -> str:
        """Return the memory's id."""
        return str(payload.memory)

    def completed(
        self, payload: UnclassifiedPayload, subjects: SubjectCache
    ) -> UnclassifiedPayload:
        """Set the hints, whatever a caller sent."""
        memory = subjects.memories[payload.memory]
        packs = [pack for pack in (memory.pack, payload.pack) if pack]
        hints = matching_hints(memory.raw_text, packs)
        return payload.model_copy(update={"hints": hints})

    def preview(self, payload: UnclassifiedPayload, subjects: SubjectCache) -> Preview:
        """Ask whether the memory belongs to the pack."""
        memory = subjects.memories[payload.memory]
        now, then = memory.pack, payload.pack or memory.pack
        effects = [Effect(_("Pack"), registry.pack_name(now), registry.pack_name(then))]
        if payload.category:
            before, after = _category(memory.category), _category(payload.category)
            effects.append(Effect(_("Category"), before, after))
        return Preview(
            question=_("Does this belong to “%(pack)s”?") % {"pack": registry.pack_name(then)},
            accepting=_("It moves to “%(pack)s”.") % {"pack": registry.pack_name(then)}
            if now != then
            else _("It stays in “%(pack)s”.") % {"pack": registry.pack_name(then)},
            rejecting=_("It stays where it is, in “%(pack)s”.") % {"pack": registry.pack_name(now)},
            effects=tuple(effects),
        )

    def fields(self, payload: UnclassifiedPayload, subjects: SubjectCache) -> list[EditField]:
        """Offer the packs and the categories."""
        memory = subjects.memories[payload.memory]
        packs = [(pack, registry.pack_name(pack)) for pack in registry.pack_ids()]
        categories = [
            ("", "–"),
            *((word.key, _category(word.key)) for word in registry.categories()),
        ]
        return [
            EditField("pack", _("Pack"), payload.pack or memory.pack, packs),
            EditField("category", _("Category"), payload.category or memory.category, categories),
        ]

    def accept(self, context: DecisionContext[UnclassifiedPayload]) -> None:
        """Move the memory, and set its category."""
        payload, memory = context.payload, memory_get(context.caller, context.payload.memory)
        category = memory.category if payload.category is None else payload.category
        if payload.pack and payload.pack != memory.pack:
            move(
                context.caller,
                memory.uid,
                payload.pack,
                category=category,
                reason=context.reason,
                now=context.now,
            )
        elif category != memory.category:
            patch = MemoryPatch(category=category, reason=context.reason)
            update_memory(context.caller, memory.uid, patch, now=context.now)


def _category(key: str) -> str:
    language = get_language() or "en"
    words = (word.name.in_language(language) for word in registry.categories() if word.key == key)
    return next(words, key or "–")


class DuplicatePayload(Payload):
    """A memory and the ``canonical`` one that says the same."""

    memory: UUID
    canonical: UUID

    @model_validator(mode="after")
    def _are_two(self) -> Self:
        if self.memory == self.canonical:
            raise PydanticCustomError(
                "self_fold", gettext_noop("a memory is no duplicate of itself")
            )
        return self


class DuplicateHandler(ProposalHandler[DuplicatePayload]):
    """Accepting folds one memory into the other; searches show one, both stay."""

    kind = ProposalKind.DUPLICATE
    payload = DuplicatePayload

    def subject_ids(self, payload: DuplicatePayload) -> SubjectIds:
        """Return both memories, first the one to show."""
        return SubjectIds(memories=(payload.canonical, payload.memory))

    def key(self, payload: DuplicatePayload) -> str:
        """Return both ids, sorted."""
        return "|".join(sorted((str(payload.memory), str(payload.canonical))))

    def preview(self, payload: DuplicatePayload, subjects: SubjectCache) -> Preview:
        """Ask whether both say the same."""
        shown, folded = subjects.memories[payload.canonical], subjects.memories[payload.memory]
        return Preview(
            question=_("Do these two say the same?"),
            accepting=_("Searches show the first one; the second stays, folded into it."),
            rejecting=_("Keep both and don't ask again."),
            effects=(Effect(_("Shown by searches"), f"{folded} / {shown}", str(shown)),),
            compared=(payload.canonical, payload.memory),
        )

    def fields(self, payload: DuplicatePayload, subjects: SubjectCache) -> list[EditField]:
        """Offer a choice of the memory to show."""
        ends = [
            (str(uid), str(subjects.memories[uid])) for uid in (payload.canonical, payload.memory)
        ]
        return [EditField("canonical", _("Show this one"), str(payload.canonical), ends)]

    def edited(self, payload: DuplicatePayload, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Swap both memories if the user chose to show the other one."""
        shown = values.get("canonical")
        if shown != str(payload.memory) or "memory" in values:
            return values
        return {"canonical": shown, "memory": str(payload.canonical)}

    def accept(self, context: DecisionContext[DuplicatePayload]) -> None:
        """Fold the memory into the canonical one."""
        payload = context.payload
        collapse(
            context.caller,
            payload.memory,
            into=payload.canonical,
            reason=context.reason,
            now=context.now,
        )
