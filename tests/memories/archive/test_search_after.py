"""What was imported is searched as what was exported: the same memories in the same order."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.caller import Caller
from core.journal.replay import verify
from memories.index.embedding_jobs import drain
from memories.schemas import SearchInput
from memories.services.privacy.person import erase_person, person_preview
from memories.services.search import recall
from memory_site.bench.datasets.readers import Question, jsonl
from memory_site.bench.quality.answers import store
from tests.bench import test_regression

from .conftest import exported, imported

CORPUS = jsonl(Path(test_regression.__file__).with_name("regression.jsonl"))
DEPTH = 10


def answers(caller: Caller, questions: Sequence[Question], now: datetime) -> list[list[str]]:
    """Return the external ids of the hits of each question, in order."""
    found = [
        recall(
            caller, SearchInput(query=question.text, limit=DEPTH), record=False,
            now=question.asked_at or now,
        )
        for question in questions
    ]  # fmt: skip
    return [[str(hit.memory.id) for hit in one.results] for one in found]


@pytest.mark.parametrize("scope", CORPUS.scopes, ids=lambda scope: scope.id)
def test_the_same_memories_in_the_same_order(db: None, scope: object) -> None:
    stored = store(scope, user_name="alice")  # type: ignore[arg-type]
    questions = stored.scope.questions
    before = answers(stored.caller, questions, stored.now)
    raw = exported(stored.caller)
    erase_person(stored.caller, confirm=person_preview(stored.caller).confirmation)

    user, _password = user_create(name="alice")
    caller = caller_of_user(user)
    imported(caller, raw)
    assert drain() > 0

    assert answers(caller, questions, stored.now) == before
    assert any(before) and verify().differences == ()
