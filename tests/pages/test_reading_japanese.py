"""What pages show a Japanese reader: who spoke, when, what a relative is, and the way to each page."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from entities.models import Entity
from memory_site.web.context_processors import NAVIGATION

Save = Callable[..., Any]
SAID = "2025-09-23T22:40:00+09:00"


@pytest.fixture
def japanese(owner: Caller) -> Client:
    """The browser of alice, in Japanese."""
    client = Client(headers={"accept-language": "ja"})
    client.force_login(User.objects.get(username="alice"))
    return client


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def body(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_settings_lead_to_every_page_that_phones_leave_out_of_the_rail(japanese: Client) -> None:
    links = body(japanese, "/settings/").partition('class="card link-list"')[2]
    hidden = [reverse(item.name) for item in NAVIGATION if not item.on_phone]
    assert [address for address in hidden if f'href="{address}"' not in links] == []


def test_roles_of_a_conversation_are_said_in_words(
    japanese: Client, owner: Caller, save: Save
) -> None:
    save(owner, "お彼岸で墓参り。", speaker="user", session_id="a")
    save(owner, "お墓参りの作法です。", speaker="assistant", session_id="a")
    save(owner, "本堂でお待ちします。", speaker="住職", session_id="a")
    page = body(japanese, "/timeline/")
    assert ">自分</a>" in page and ">アシスタント</a>" in page and ">住職</a>" in page
    assert ">user</a>" not in page and ">assistant</a>" not in page


def test_a_person_is_shown_with_what_they_are_and_since_when(
    japanese: Client, owner: Caller, save: Save
) -> None:
    save(owner, "義母のトキさんと墓参り。", pack="lifelog", created_at=SAID)
    toki = Entity.objects.get(name="トキ")
    page = body(japanese, f"/entities/{toki.entity_id}/")
    assert "トキはあなたの義母です。" in page
    mentioned = page.partition("最後の言及")[2][:200] + page.partition("初出")[2][:200]
    assert mentioned.count("2025年9月23日") >= 2 and "分前" not in mentioned


def test_a_memory_says_whole_days_without_hours_and_no_internal_marks(
    japanese: Client, owner: Caller, save: Save
) -> None:
    saved = save(owner, "発表会は12月7日。", created_at=SAID)
    page = body(japanese, f"/memories/{saved.id}/")
    told = page.partition("内容の時期</dt>")[2].partition("</dd>")[0]
    assert "2025年12月7日" in told and "00:00" not in told
    assert "pack_guess" not in page and "追加データ" not in page
