"""Choose the pack of each save: named, or guessed by its session, context, words or the usual one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import F

from accounts.services.users import default_pack
from core.caller import Caller, pack_of
from memories.index.pack_similarity import pack_similarity
from memories.models import Context, Memory, MemoryQuerySet, Session
from memories.schemas import MemoryInput
from nlp.text.tokens import name_key
from packs.guessing import Company, PackGuess, PackReason, guess_pack
from packs.selection import enabled_packs, named_pack, usual_pack

# Key in ``extra_data``: why the pack was guessed, or that a person moved the memory.
PACK_GUESS = "pack_guess"
CORRECTED = "corrected"
# The latest saves of a session or context say where it belongs.
LATEST = 20


class _Filed(NamedTuple):
    """One memory: its pack, what its mark says, and when it was changed last."""

    pack: str
    mark: str | None
    changed_at: datetime | None


def pack_of_text(caller: Caller, pack: str | None, text: str) -> str:
    """Return the named pack, or the one that fits ``text``.

    Raises:
        InvalidInput: the named pack is not installed.
        Forbidden: the token allows neither the named pack nor any enabled one.
    """
    if pack:
        return named_pack(caller, pack)
    return Filing.load(caller, [MemoryInput.model_construct(text=text)]).guess_text(text).pack


def guessed_by(memory: Memory) -> PackReason | None:
    """Return why the pack of a memory was guessed; None if somebody named it."""
    mark = memory.extra_data.get(PACK_GUESS)
    return PackReason(mark) if isinstance(mark, str) and mark in set(PackReason) else None


@dataclass(slots=True)
class Filing:
    """What the saves of a batch are filed by; loaded once."""

    caller: Caller
    enabled: list[str]
    chosen: str
    similarity: dict[str, Mapping[str, float]] = field(default_factory=dict)
    # By the caller's session id, and by the key of the context's name; the latest first.
    sessions: dict[str, list[_Filed]] = field(default_factory=lambda: defaultdict(list))
    contexts: dict[str, list[_Filed]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def load(cls, caller: Caller, items: Iterable[MemoryInput]) -> "Filing":
        """Read what the saves that name no pack stand with, and how near they are to packs."""
        filing = cls(caller, enabled_packs(caller), default_pack(caller))
        if left_open := [item for item in items if not item.pack]:
            filing._read_sessions({item.session_id for item in left_open if item.session_id})
            filing._read_contexts({name_key(item.context) for item in left_open if item.context})
            filing._compare(list(dict.fromkeys(item.text for item in left_open)))
        return filing

    def pack(self, item: MemoryInput, *, field: str) -> tuple[str, PackGuess | None]:
        """Return the pack of a save, and the guess if it names none; later saves follow it.

        Raises:
            InvalidInput: the named pack is not installed.
            Forbidden: the token allows neither the named pack nor any enabled one.
        """
        if item.pack:
            pack, guess = named_pack(self.caller, item.pack, field=field), None
        else:
            guess = self.guess_text(item.text, self._company(item), field=field)
            pack = guess.pack
        self._note(item, _Filed(pack, guess.reason if guess else None, None))
        return pack, guess

    def guess_text(
        self, text: str, company: Sequence[Company] = (), *, field: str = "pack"
    ) -> PackGuess:
        """Return the pack of a text that nobody named, and why."""
        usual = usual_pack(self.enabled, self.chosen, field=field)
        near = self.similarity.get(text, {})
        return guess_pack(text, self.enabled, near, company=company, usual=usual)

    def _compare(self, texts: Sequence[str]) -> None:
        self.similarity = dict(
            zip(texts, pack_similarity(texts, self.enabled), strict=True)
            if len(self.enabled) > 1
            else ()
        )

    def _read_sessions(self, keys: set[str]) -> None:
        if keys:
            rows = Session.objects.of(self.caller).filter(key__in=keys).order_by("-last_activity")
            for key, pk in rows.values_list("key", "pk"):
                self.sessions[key] += _latest(self._memories().filter(session=pk))

    def _read_contexts(self, keys: set[str]) -> None:
        if keys:
            rows = Context.objects.of(self.caller).filter(name_key__in=keys)
            for key, pk in rows.values_list("name_key", "pk"):
                self.contexts[key] += _latest(self._memories().filter(context=pk))

    def _memories(self) -> MemoryQuerySet:
        return Memory.objects.of(self.caller).filter(invalidated_at=None)

    def _company(self, item: MemoryInput) -> list[Company]:
        session = self.sessions.get(item.session_id or "", ())
        context = self.contexts.get(name_key(item.context), ()) if item.context else ()
        found = (_elected(session, PackReason.SESSION), _elected(context, PackReason.CONTEXT))
        return [company for company in found if company]

    def _note(self, item: MemoryInput, filed: _Filed) -> None:
        if item.session_id:
            self.sessions[item.session_id].insert(0, filed)
        if item.context:
            self.contexts[name_key(item.context)].insert(0, filed)


def _latest(memories: MemoryQuerySet) -> list[_Filed]:
    rows = memories.order_by("-pk").values_list(
        "user_id", F(f"extra_data__{PACK_GUESS}"), "updated_at"
    )
    return [_Filed(pack_of(space), mark, at) for space, mark, at in rows[:LATEST]]


def _elected(filed: Sequence[_Filed], reason: PackReason) -> Company | None:
    """Return the pack of a session or context: corrected last, else named most, else guessed most."""
    moved = [one for one in filed if one.mark == CORRECTED and one.changed_at]
    if moved:
        latest = max(moved, key=lambda one: str(one.changed_at))
        return Company(latest.pack, reason, is_told=True)
    named = Counter(one.pack for one in filed if one.mark is None)
    guessed = Counter(one.pack for one in filed)
    votes = named or guessed
    # Of as many, the latest come first.
    return Company(votes.most_common(1)[0][0], reason, bool(named)) if votes else None
