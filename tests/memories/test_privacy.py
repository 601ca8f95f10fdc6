"""A pack's privacy policy: sensitive text is kept, masked or refused before anything is stored."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from memories.models import Memory
from memories.schemas import SavedOut
from nlp.readers import PrivacyPolicy
from packs import registry

Save = Callable[..., SavedOut]
SECRET = "The password is hunter2!x9Q, do not lose it."


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the pack “dev” a policy."""

    def _policy(**values: str) -> None:
        spec, find = replace(registry.get("dev"), privacy=PrivacyPolicy(**values)), registry.find
        monkeypatch.setattr(registry, "find", lambda pack: spec if pack == "dev" else find(pack))

    return _policy


def stored(saved: SavedOut) -> Memory:
    return Memory.objects.get(uid=saved.id)


def test_by_default_what_was_said_is_kept(owner: Caller, save: Save) -> None:
    assert stored(save(owner, SECRET, pack="dev")).raw_text == SECRET


def test_masked_before_it_is_stored(owner: Caller, save: Save, policy: Any) -> None:
    policy(secrets="mask")
    memory = stored(save(owner, SECRET, pack="dev"))
    assert "hunter2" not in memory.raw_text and "[password]" in memory.raw_text
    assert memory.extra_data["masked"] == ["password"]
    assert "hunter2" in stored(save(owner, SECRET, pack="work")).raw_text


def test_refused_by_name(owner: Caller, save: Save, policy: Any) -> None:
    policy(secrets="refuse")
    with pytest.raises(InvalidInput) as refused:
        save(owner, SECRET, pack="dev")
    (problem,) = refused.value.problems
    assert (problem.field, problem.code) == ("text", "sensitive")
    assert "hunter2" not in problem.detail and not Memory.objects.exists()
