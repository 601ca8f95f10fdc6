"""The page of what is known, without a script."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.schemas import PreferencesPatch
from accounts.services.users import preferences_revise
from core.caller import Caller
from memories.models import Proposal, State
from memories.schemas.states import StateInput
from memories.services.knowledge import state_create

from .conftest import Save

URL = "/states/"
TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.fixture
def known(owner: Caller, save: Save) -> None:
    """Ken's work, a home that was left, and something to do."""
    save(
        owner, "Ken works at Acme", pack="work",
        entities=[{"name": "Ken", "type": "Person"}, {"name": "Acme", "type": "Organization"}],
        states=[{"subject": "Ken", "predicate": "works_for", "value": "Acme"}],
    )  # fmt: skip
    moves = (("Kyoto", 2015), ("Osaka", 2020))
    for place, year in moves:
        since = datetime(year, 1, 1, tzinfo=TOKYO)
        home = {"predicate": "lives_in", "value": place, "valid_from": since, "pack": "lifelog"}
        state_create(owner, StateInput(**home))
    state_create(owner, StateInput(kind="task", value="renew the passport", due_at=since))


def shown(site: Client, query: str = "") -> str:
    answer = site.get(f"{URL}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_works(site: Client, known: None) -> None:
    text = shown(site)
    assert text.index("renew the passport") < text.index("Osaka") < text.index("Acme")
    assert text.index("Acme") < text.index("Kyoto"), "the past comes last"
    assert "You lived in Kyoto from 2015 until 2020 (ended)." in text
    assert "You have lived in Osaka since 2020." in text
    assert "Ken works at Acme." in text
    assert "To do by 1 January 2020: renew the passport." in text and "overdue" in text


def test_sentences_are_in_the_readers_language(site: Client, owner: Caller, known: None) -> None:
    preferences_revise(owner, PreferencesPatch(language="ja"))
    text = shown(site)
    assert "2015年から2020年までKyotoに住んでいました（終了）。" in text
    assert "KenはAcmeで働いています。" in text


def test_pages_of_a_memory_and_of_an_entity_say_what_is_known(site: Client, known: None) -> None:
    acme = State.objects.get(value="Acme")
    (memory,) = acme.evidence.all()
    for address in (
        reverse("memory-detail", args=[memory.uid]),
        reverse("entity-detail", args=[acme.subject_id]),
    ):
        assert "Ken works at Acme." in site.get(address).content.decode()


def test_a_contradiction_is_marked_until_it_is_decided(
    site: Client, owner: Caller, save: Save, settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    save(owner, "My birthday is 1 May.", pack="lifelog", session_id="a")
    save(owner, "My birthday is 2 May.", pack="lifelog", session_id="b")
    text = shown(site)
    assert "Your birthday is 1 May (not settled)." in text
    assert "Your birthday is 2 May (not settled)." in text
    Proposal.objects.filter(kind="contradiction").update(status="rejected")
    assert "Your birthday is 1 May." in shown(site)


def test_nothing_yet(site: Client, owner: Caller) -> None:
    assert "Nothing is known yet" in shown(site)


def test_on_a_day(site: Client, known: None) -> None:
    text = shown(site, "?held=2016-05-01")
    assert "Kyoto" in text and "Osaka" not in text and "passport" not in text
    assert site.get(f"{URL}?held=2016-99-01").status_code == 400


def test_tasks_only(site: Client, owner: Caller, known: None) -> None:
    soon = timezone.now() + timedelta(days=3)
    state_create(owner, StateInput(kind="task", value="book a table", due_at=soon))
    late = shown(site, "?tasks=overdue")
    assert "renew the passport" in late and "book a table" not in late and "Osaka" not in late
    due = shown(site, "?tasks=due")
    assert "book a table" in due and "passport" not in due
    assert "There are no such tasks." in shown(site, "?tasks=done")
    for wrong in ("tasks=late", "tasks=due&held=2016-05-01"):
        assert site.get(f"{URL}?{wrong}").status_code == 400


def test_of_one_person(site: Client, known: None) -> None:
    ken = State.objects.get(value="Acme").subject_id
    text = shown(site, f"?entity={ken}")
    assert "Acme" in text and "Osaka" not in text
    assert site.get(f"{URL}?entity=x").status_code == 404


@pytest.mark.parametrize(
    ("name", "value", "column"),
    [
        ("state-done", "renew the passport", "completed_at"),
        ("state-ended", "Osaka", "valid_to"),
        ("state-not-so", "Acme", "superseded_at"),
    ],
)
def test_changing_and_undoing(
    site: Client, known: None, name: str, value: str, column: str
) -> None:
    state = State.objects.get(value=value, superseded_at=None)
    answer = site.post(reverse(name, args=[state.uid]), {"next": URL}, follow=True)
    assert answer.redirect_chain == [(URL, 302)]
    state.refresh_from_db()
    assert getattr(state, column) is not None
    undo = reverse("state-undo", args=[state.uid])
    assert undo in answer.content.decode()
    site.post(undo)
    state.refresh_from_db()
    assert getattr(state, column) is None


def test_others_see_nothing(site: Client, other: Caller, known: None) -> None:
    state_create(other, StateInput(value="secret of Bob", predicate="likes"))
    assert "secret of Bob" not in shown(site)
    theirs = State.objects.get(value="secret of Bob")
    assert site.post(reverse("state-not-so", args=[theirs.uid])).status_code == 404


def test_an_end_by_a_message_is_shown_and_taken_back(
    site: Client, owner: Caller, save: Save, settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    save(owner, "I live in Osaka.", pack="lifelog", session_id="a")
    save(owner, "I moved to Kyoto.", pack="lifelog", session_id="b")
    assert "ended by “moved to Kyoto”" in site.get(URL).content.decode()
    osaka = State.objects.get(value="Osaka", superseded_at=None)
    answer = site.post(reverse("state-keep", args=[osaka.uid]), {"next": URL}, follow=True)
    assert "It still holds." in answer.content.decode()
    osaka.refresh_from_db()
    assert osaka.valid_to is None and osaka.validation_status == "accepted"
