"""Lasting health conditions: read, told in every context, ended by words of recovery, and private."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from memories.enrichment import queue
from memories.models import Memory, State
from memories.schemas import ContextInput, SavedOut
from memories.schemas.states import StateInput
from memories.services.context import build_context
from memories.services.knowledge import state_create
from nlp.readers import PrivacyPolicy
from packs import registry

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the pack “lifelog” a policy for statements on health."""

    def _policy(health: str) -> None:
        spec = replace(registry.get("lifelog"), privacy=PrivacyPolicy(health=health))
        find = registry.find
        monkeypatch.setattr(
            registry, "find", lambda pack: spec if pack == "lifelog" else find(pack)
        )

    return _policy


def said(owner: Caller, save: Save, text: str, **more: Any) -> SavedOut:
    saved = save(owner, text, pack="lifelog", **more)
    queue.drain()
    return saved


def holding() -> set[tuple[str | None, str]]:
    rows = State.objects.filter(predicate="condition", superseded_at=None, valid_to=None)
    return set(rows.values_list("subject__name", "value"))


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("I have asthma, so no smoke.", "asthma", "The user has asthma."),
        ("I'm deaf in one ear.", "deaf in one ear", "The user is deaf in one ear."),
        ("喘息持ちなので煙はだめです。", "喘息", "喘息"),
    ],
)
def test_it_is_told_whatever_the_message_is_about(
    owner: Caller, save: Save, text: str, value: str, words: str
) -> None:
    said(owner, save, text)
    assert holding() == {(None, value)}
    context = build_context(owner, ContextInput(message="How do I restart the printer?")).markdown
    assert words in context and "## Standing preferences" in context


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I have asthma.", "I no longer have asthma."),
        ("I have eczema.", "My eczema is finally gone!"),
        ("I'm diabetic.", "I'm not diabetic anymore."),
        ("喘息があります。", "喘息は完治しました。"),
        ("アトピー持ちです。", "アトピーがやっと治りました。"),
    ],
)
def test_words_of_recovery_end_it(owner: Caller, save: Save, first: str, then: str) -> None:
    said(owner, save, first)
    assert holding()
    said(owner, save, then)
    ended = State.objects.filter(predicate="condition").exclude(valid_to=None).exists()
    assert not holding() and ended


def test_several_hold_at_once_and_relatives_have_their_own(owner: Caller, save: Save) -> None:
    said(owner, save, "I have ADHD and dyslexia.")
    said(owner, save, "母は糖尿病です。")
    mother = f"{owner.base_user}の母"
    assert holding() == {(None, "ADHD"), (None, "dyslexia"), (mother, "糖尿病")}


@pytest.mark.parametrize("word", ["has_condition", "illness", "Disease", "病気", "持病", "診断"])
def test_everyday_words_on_saves(owner: Caller, save: Save, word: str) -> None:
    saved = save(owner, "x", pack="lifelog", states=[{"predicate": word, "value": "asthma"}])
    assert holding() == {(None, "asthma")} and saved.notes == []


@pytest.mark.parametrize(
    "text",
    ["I have asthma.", "I'm red-green colour blind.", "片耳が聞こえません。", "持病は痛風です。"],
)
def test_where_health_is_masked_nothing_is_derived(
    owner: Caller, save: Save, policy: Any, text: str
) -> None:
    policy("mask")
    said(owner, save, text, states=[{"predicate": "illness", "value": "asthma"}])
    assert not holding() and not State.objects.filter(value__contains="asthma").exists()
    assert Memory.objects.get().extra_data["masked"] == ["health"]


def test_where_health_is_refused_a_condition_is(owner: Caller, save: Save, policy: Any) -> None:
    policy("refuse")
    with pytest.raises(InvalidInput) as refused:
        said(owner, save, "x", states=[{"predicate": "condition", "value": "asthma"}])
    assert [one.field for one in refused.value.problems] == ["states.0.value"]
    with pytest.raises(InvalidInput):
        save(owner, "I have asthma.", pack="lifelog")
    assert not Memory.objects.exists()


def test_where_health_is_kept_or_asked_about_it_is_derived(
    owner: Caller, save: Save, policy: Any
) -> None:
    policy("ask")
    said(owner, save, "I have asthma.")
    assert holding() == {(None, "asthma")}


def test_a_state_by_hand_is_masked_too(owner: Caller, policy: Any) -> None:
    policy("mask")
    given = StateInput(pack="lifelog", predicate="condition", value="asthma")
    state_create(owner, given)
    assert State.objects.get().value == "[health]"
