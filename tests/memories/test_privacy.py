"""A pack's privacy policy: sensitive text is kept, masked or refused before anything is stored."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from core.caller import Caller
from core.errors import InvalidInput
from memories.models import Memory, RetrievalRun
from memories.schemas import ContextInput, SavedOut, SearchFilters, SearchInput
from memories.schemas.inputs import sensitive_label
from memories.search import log
from memories.services.context import build_context
from memories.services.search import recall
from nlp.privacy.policy import EXAMPLE, FINDERS
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


@pytest.mark.parametrize("kind", [*FINDERS, EXAMPLE])
def test_every_kind_is_documented_and_has_a_label_in_both_languages(kind: str) -> None:
    assert f"`{kind}`" in Path("docs/packs.md").read_text("utf-8")
    with translation.override("en"):
        english = sensitive_label(kind)
    with translation.override("ja"):
        japanese = sensitive_label(kind)
    assert english != kind or kind in ("password", "health")
    assert not japanese.isascii()


def test_a_patient_number_is_masked_as_personal_data(
    owner: Caller, save: Save, policy: Any
) -> None:
    policy(personal_data="mask")
    memory = stored(save(owner, "患者IDは00329184です", pack="dev"))
    assert memory.raw_text == "患者IDは[medical_record]です"


KEY = "ghp_Qm3TzV8kLp2WxR7nYb4HsD9fJc6Ga1Ue0ZiN"


@pytest.mark.parametrize("field", ["external_id", "session_id", "device_id", "namespace"])
def test_an_identifier_with_a_secret_is_told(
    owner: Caller, save: Save, policy: Any, field: str
) -> None:
    given: dict[str, Any] = {"pack": "dev", field: KEY}
    assert save(owner, "Nothing odd.", **given).warnings == []
    policy(secrets="mask")
    told = save(owner, "Still nothing.", **given | {"external_id": f"{KEY}b"}).warnings
    assert any(field in one for one in told) and KEY not in str(told)
    assert save(owner, "Really nothing.", pack="dev", external_id="chat-1").warnings == []


def test_an_identifier_with_a_secret_is_refused(owner: Caller, save: Save, policy: Any) -> None:
    policy(secrets="refuse")
    with pytest.raises(InvalidInput) as refused:
        save(owner, "Nothing odd.", pack="dev", session_id=KEY)
    assert [one.field for one in refused.value.problems] == ["session_id"]


def test_a_note_does_not_repeat_a_secret(owner: Caller, save: Save, policy: Any) -> None:
    policy(secrets="mask")
    saved = save(owner, "Nothing odd.", pack="dev", category=KEY)
    assert [one.field for one in saved.notes] == ["category"] and KEY not in str(saved)


def test_the_log_of_searches_keeps_no_secret(owner: Caller, policy: Any) -> None:
    filters = SearchFilters(tags=[KEY])
    recall(owner, SearchInput(query=f"what is {KEY} for", filters=filters))
    log.flush()
    assert KEY in RetrievalRun.objects.get().query
    RetrievalRun.objects.all().delete()
    policy(secrets="ask", personal_data="refuse")
    recall(owner, SearchInput(query=f"what is {KEY} for", filters=filters))
    build_context(owner, ContextInput(message="Wem gehört sato.hanako@gmail.com?"))
    recall(owner, SearchInput(query=f"what is {KEY} for", packs=["work"]))
    log.flush()
    runs = RetrievalRun.objects.order_by("created_at")
    assert [run.query for run in runs] == [
        "what is [api_key] for", "Wem gehört [email]?", f"what is {KEY} for",
    ]  # fmt: skip
    assert KEY not in str([run.plan for run in runs])
