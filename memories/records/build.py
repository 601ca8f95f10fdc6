"""Find the memories that a save repeats, build new rows, and assign tags and contexts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from core.caller import Caller
from core.errors import Conflict
from core.journal import Change
from memories.models import Context, Memory, Session, Tag
from nlp.summary import first_sentence
from nlp.text.tokens import detect, name_key

from .privacy.sealing import originals_of
from .sessions import device_of
from .validation import ValidatedSave

DEFAULT_TYPE = "note"
DEFAULT_IMPORTANCE = 0.5
REPEAT_WINDOW = timedelta(seconds=60)
# The column that two saves are compared by.
TEXT = "raw_text"


def build_memory(save: ValidatedSave, now: datetime) -> Memory:
    """Build an unsaved memory from a validated save, with defaults for absent fields."""
    item = save.item
    return Memory(
        user_id=save.user_id,
        namespace=save.namespace,
        device_id=device_of(save),
        external_id=item.external_id,
        source=save.source,
        raw_text=item.text,
        assistant_text=item.assistant_text,
        title=item.title or first_sentence(item.text),
        image_summaries=item.image_summaries,
        speaker=item.speaker.strip(),
        language=detect(item.text),
        content_hash=save.content_hash,
        memory_type=item.memory_type or DEFAULT_TYPE,
        category=item.category,
        client_context=item.client_context,
        extra_data=item.extra_data,
        importance_score=DEFAULT_IMPORTANCE if item.importance is None else item.importance,
        confidence=1.0 if item.confidence is None else item.confidence,
        trust=save.trust,
        is_order=save.is_order,
        pinned=item.pinned,
        searchable=item.searchable,
        latitude=item.latitude,
        longitude=item.longitude,
        about_start=save.about[0],
        about_end=save.about[1],
        created_at=save.created_at,
        recorded_at=now,
    )


@dataclass(slots=True)
class ExistingMemories:
    """Memories that a batch may repeat: stored memories, and earlier memories of the batch."""

    _by_external_id: dict[tuple[str, str], list[Memory]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _by_words: dict[tuple[str, str, str, str], list[Memory]] = field(
        default_factory=lambda: defaultdict(list)
    )
    # Texts as they were before they were masked, by memory: stored ones, and those of the batch.
    _originals: dict[UUID, str | None] = field(default_factory=dict)

    @classmethod
    def load(cls, caller: Caller, saves: Sequence[ValidatedSave]) -> "ExistingMemories":
        """Load the memories within reach that the saves of a batch may repeat, in two queries."""
        known = cls()
        own = Memory.objects.of(caller).filter(base_user=caller.base_user)
        own = own.select_related("session")
        if named := [save for save in saves if save.item.external_id]:
            for memory in own.filter(
                source__in={save.source for save in named},
                external_id__in={save.item.external_id for save in named},
            ).order_by("pk"):
                known.add(memory)
        said = [save for save in saves if not save.item.external_id]
        if said:
            times = [save.created_at for save in said]
            for memory in own.kept().filter(
                external_id=None,
                content_hash__in={save.content_hash for save in said},
                created_at__gte=min(times) - REPEAT_WINDOW,
                created_at__lte=max(times) + REPEAT_WINDOW,
            ):
                known.add(memory)
        return known

    def add_new(self, memory: Memory, save: ValidatedSave) -> None:
        """Add a memory of the batch, which later saves of it may repeat."""
        self._originals[memory.uid] = save.originals.get(TEXT)
        self.add(memory)

    def add(self, memory: Memory) -> None:
        """Add a memory that saves of the batch may repeat."""
        if memory.external_id:
            self._by_external_id[memory.source, memory.external_id].append(memory)
        else:
            place = (memory.session_id, memory.namespace, memory.content_hash, memory.speaker)
            self._by_words[place].append(memory)

    def by_external_id(self, save: ValidatedSave) -> Memory | None:
        """Return the memory with the external id of a save, if there is one within reach.

        Tokens that are bound to different places may each have stored one; that of the save's
        own place comes first.

        Raises:
            Conflict: the memory has another text.
        """
        if save.item.external_id is None:
            return None
        found = self._by_external_id[save.source, save.item.external_id]
        own_place = (save.user_id, save.namespace)
        here = (memory for memory in found if (memory.user_id, memory.namespace) == own_place)
        memory = next(here, found[0] if found else None)
        if memory is not None and self._has_other_text(memory, save):
            raise Conflict(
                format_lazy(
                    gettext_lazy(
                        "“{external_id}” is already there with another text;"
                        " change that memory, or use another id"
                    ),
                    external_id=save.item.external_id,
                ),
                field=f"{save.path}external_id",
                code="external_id_taken",
            )
        return memory

    def by_words(self, save: ValidatedSave, session: Session) -> Memory | None:
        """Return the memory with the same words, speaker, namespace and session within a minute.

        The words are those before they were masked, if they are kept: a second secret in the same
        sentence is another memory.
        The speaker is compared, since 「はい」 of two people are two memories; so is the
        namespace, since a token bound to a namespace must find its own save.
        """
        if save.item.external_id:
            return None
        speaker = save.item.speaker.strip()
        for memory in self._by_words[session.pk, save.namespace, save.content_hash, speaker]:
            is_near = abs(memory.created_at - save.created_at) <= REPEAT_WINDOW
            if is_near and save.originals.get(TEXT) in (None, self._original(memory)):
                return memory
        return None

    def _has_other_text(self, memory: Memory, save: ValidatedSave) -> bool:
        """Whether the texts differ; masked ones that are equal may have had other secrets."""
        if memory.content_hash != save.content_hash:
            return True
        given = save.originals.get(TEXT)
        return given is not None and self._original(memory) not in (None, given)

    def _original(self, memory: Memory) -> str | None:
        """Return the text of a memory before it was masked, if it is kept."""
        if memory.uid not in self._originals:
            self._originals[memory.uid] = originals_of(memory).get(TEXT)
        return self._originals[memory.uid]


def refuse_taken(memory: Memory, space: str) -> None:
    """Refuse to move a memory to a space that has another one of its external id."""
    there = Memory.objects.filter(
        base_user=memory.base_user,
        source=memory.source,
        external_id=memory.external_id,
        user_id=space,
        namespace=memory.namespace,
    )
    if memory.external_id and there.exclude(pk=memory.pk).exists():
        raise Conflict(
            format_lazy(
                gettext_lazy(
                    "the pack has another memory with the external id “{external_id}”;"
                    " forget one of the two first"
                ),
                external_id=memory.external_id,
            ),
            field="pack",
            code="external_id_taken",
        )


def assign_contexts(new: Sequence[tuple[Memory, ValidatedSave]], change: Change) -> None:
    """Assign contexts to new memories, before the memories are stored."""
    for user_id, group in _by_space(new).items():
        named = [
            (memory, name) for memory, save in group if (name := (save.item.context or "").strip())
        ]
        contexts = get_or_create_contexts(user_id, [name for _, name in named], change)
        for memory, name in named:
            memory.context = contexts[name_key(name)]


def assign_tags(new: Sequence[tuple[Memory, ValidatedSave]], change: Change) -> None:
    """Assign tags to new memories, after the memories are stored."""
    through = Memory.tags.through
    rows = []
    for user_id, group in _by_space(new).items():
        names = [name for _, save in group for name in save.item.tags]
        tags = get_or_create_tags(user_id, names, change)
        for memory, save in group:
            chosen = {tags[name_key(name)].pk for name in save.item.tags}
            rows += [through(memory_id=memory.pk, tag_id=tag_id) for tag_id in sorted(chosen)]
    through.objects.bulk_create(rows)


def _by_space(
    new: Sequence[tuple[Memory, ValidatedSave]],
) -> dict[str, list[tuple[Memory, ValidatedSave]]]:
    spaces: dict[str, list[tuple[Memory, ValidatedSave]]] = defaultdict(list)
    for memory, save in new:
        spaces[memory.user_id].append((memory, save))
    return spaces


Node = TypeVar("Node", Tag, Context)


def get_or_create_tags(user_id: str, names: Iterable[str], change: Change) -> dict[str, Tag]:
    """Return the tags of these names by folded key, in order; note created tags in ``change``."""
    return _get_or_create(Tag, user_id, names, change)


def get_or_create_contexts(
    user_id: str, names: Iterable[str], change: Change
) -> dict[str, Context]:
    """Return the contexts of these names by folded key, in order; note created contexts."""
    return _get_or_create(Context, user_id, names, change)


def _get_or_create(
    model: type[Node], user_id: str, names: Iterable[str], change: Change
) -> dict[str, Node]:
    wanted = {name_key(name): name.strip() for name in names}
    rows = model._default_manager.filter(user_id=user_id, name_key__in=list(wanted))
    found: dict[str, Node] = {row.name_key: row for row in rows}
    missing = [key for key in wanted if key not in found]
    made = model._default_manager.bulk_create(
        [
            model(user_id=user_id, name=wanted[key], name_key=key, created_at=change.at)
            for key in missing
        ]
    )
    change.created(made)
    found.update({row.name_key: row for row in made})
    return {key: found[key] for key in wanted}
