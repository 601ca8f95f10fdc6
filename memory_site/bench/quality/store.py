"""Store a scope in the product and ask its questions, as a person's assistant would."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.services.users import caller_of_user, user_create
from core.caller import Caller
from memories.schemas import MemoryInput, SearchInput, SearchMode, parsed
from memories.services.save import remember_batch
from memories.services.search import recall
from memory_site.bench.datasets.corpus import Item, Question, Scope

BATCH = 1_000
DEPTH = 50
PACK = "lifelog"
# Questions are asked a day after the last thing was said.
LATER = timedelta(days=1)
Searcher = Callable[[Question], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Stored:
    """A scope in the database: whose it is, and when its questions are asked."""

    scope: Scope
    caller: Caller
    now: datetime

    def searcher(self, mode: SearchMode) -> Searcher:
        """Return how the product answers here; it has read its index already."""
        recall(self.caller, SearchInput(query="?", mode=mode), record=False, now=self.now)

        def search(question: Question) -> Sequence[str]:
            request = SearchInput(query=question.text, limit=DEPTH, mode=mode)
            now = question.asked_at or self.now
            found = recall(self.caller, request, record=False, now=now)
            return [hit.memory.external_id or "" for hit in found.results]

        return search


def store(scope: Scope, *, user_name: str) -> Stored:
    """Make a person and have them remember everything of a scope, findable by every route."""
    user, _ = user_create(name=user_name)
    caller = caller_of_user(user)
    for at in range(0, len(scope.items), BATCH):
        batch = [_input(item) for item in scope.items[at : at + BATCH]]
        remember_batch(caller, batch, wait=True)
    said = [item.said_at for item in scope.items if item.said_at is not None]
    return Stored(scope, caller, max(said, default=timezone.now()) + LATER)


def _input(item: Item) -> MemoryInput:
    fields: dict[str, Any] = {"text": item.text, "external_id": item.id, "pack": PACK}
    fields["speaker"] = item.speaker
    if item.session:
        fields["session_id"] = item.session
    if item.said_at:
        fields["created_at"] = item.said_at
    return parsed(MemoryInput, fields)
