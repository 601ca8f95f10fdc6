"""Handle a memory whose pack is unknown."""

from typing import Annotated
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pydantic import Field

from core.schemas import Text
from memories.inbox.preview import EditField, Effect, Preview
from memories.inbox.subjects import SubjectCache, SubjectIds
from memories.models import ProposalKind
from memories.records.lookup import memory_get
from memories.records.update import move, update_memory
from memories.schemas import MemoryPatch
from packs import registry
from packs.schemas import PackId

from .base import DecisionContext, Payload, ProposalHandler


class UnclassifiedPayload(Payload):
    """The memory, and its likely pack and category."""

    memory: UUID
    pack: PackId | None = None
    category: Annotated[Text, Field(max_length=64)] | None = None


class UnclassifiedHandler(ProposalHandler[UnclassifiedPayload]):
    """Accepting moves the memory to the pack and category; rejecting leaves it."""

    kind = ProposalKind.UNCLASSIFIED
    payload = UnclassifiedPayload
    conditions = ("pack", "category")

    def subject_ids(self, payload: UnclassifiedPayload) -> SubjectIds:
        """Return the memory."""
        return SubjectIds(memories=(payload.memory,))

    def key(self, payload: UnclassifiedPayload) -> str:
        """Return the memory's id."""
        return str(payload.memory)

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
