"""The privacy page: nothing is forgotten unseen, and what was typed stands in no address."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from core import jobs
from core.caller import Caller
from memories.models import Memory
from memories.records.privacy.sealing import seal_originals
from memories.schemas import SavedOut, SearchInput
from memories.services.privacy import forgetting, work
from memories.services.search import recall

PAGE = "/privacy/"
Save = Callable[..., SavedOut]


@pytest.fixture
def stored(owner: Caller, save: Save) -> None:
    save(owner, "Rowan waits for rain.", pack="lifelog")
    save(owner, "Rowan has the key 4711.", pack="work", pinned=True)
    save(owner, "The harbor is closed.", pack="work")


def hidden_fields(shown: str) -> dict[str, Any]:
    form = shown[shown.index('id="preview"') :].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(?!csrf)(\w+)" value="([^"]*)"', form))


def test_show_confirm_and_gone(site: Client, stored: None) -> None:
    assert PAGE in site.get("/settings/").content.decode()
    assert site.get(PAGE).status_code == 200
    shown = site.post(f"{PAGE}forget/", {"matching": "rowan"}).content.decode()
    assert "1 memory would be forgotten" in shown and "1 memory that is pinned" in shown
    assert "Rowan waits for rain." in shown and Memory.objects.count() == 3
    done = site.post(f"{PAGE}forget/", hidden_fields(shown))
    assert done.status_code == 302 and "rowan" not in done["Location"].lower()
    assert Memory.objects.count() == 2


def test_what_changed_is_shown_again(site: Client, stored: None, owner: Caller, save: Save) -> None:
    shown = site.post(f"{PAGE}forget/", {"matching": "rowan"}).content.decode()
    save(owner, "Rowan again.", pack="work")
    again = site.post(f"{PAGE}forget/", hidden_fields(shown))
    assert again.status_code == 409 and Memory.objects.count() == 4
    told = again.content.decode()
    assert "look again" in told and "2 memories would be forgotten" in told


def test_nothing_said_is_refused(site: Client, stored: None) -> None:
    refused = site.post(f"{PAGE}forget/", {"matching": " "})
    assert refused.status_code == 422 and "at least one condition" in refused.content.decode()
    assert Memory.objects.count() == 3


def test_many_show_their_progress(
    site: Client, stored: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "FORGOTTEN_AT_ONCE", 1)
    shown = site.post(f"{PAGE}forget/", {"everything": "yes", "pinned": "yes"}).content.decode()
    with jobs.background.paused("privacy"):
        done = site.post(f"{PAGE}forget/", hidden_fields(shown))
    progress = site.get(done["Location"]).content.decode()
    assert "0 of 3 forgotten" in progress and 'hx-trigger="every 2s"' in progress
    assert "0 of 3" in site.get(PAGE).content.decode()
    work.drain()
    part = site.get(done["Location"], headers={"HX-Request": "true"}).content.decode()
    assert "3 of 3 forgotten" in part and "hx-trigger" not in part and "<html" not in part


def test_jobs_of_others_do_not_exist(
    site: Client, stranger: Client, stored: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "FORGOTTEN_AT_ONCE", 1)
    shown = site.post(f"{PAGE}forget/", {"everything": "yes"}).content.decode()
    done = site.post(f"{PAGE}forget/", hidden_fields(shown))
    assert stranger.get(done["Location"]).status_code == 404


def test_the_original_is_shown_once_and_kept_by_nothing(
    site: Client, owner: Caller, save: Save, tmp_path: Any, settings: Any
) -> None:
    settings.DATA_DIR = tmp_path
    saved = save(
        owner, "The password is [password].", pack="work", extra_data={"masked": ["password"]}
    )
    memory = Memory.objects.get(uid=saved.id)
    address = f"/memories/{saved.id}/"
    assert "Show the original" not in site.get(address).content.decode()
    seal_originals([(memory, {"raw_text": "The password is hunter2."})], now=timezone.now())
    shown = site.get(address).content.decode()
    assert "Show the original" in shown and "hunter2" not in shown
    revealed = site.post(f"{address}reveal/")
    assert "hunter2" in revealed.content.decode() and "no-store" in revealed["Cache-Control"]
    assert "hunter2" not in site.get("/history/").content.decode()
    assert site.post(f"/api/memories/{saved.id}/reveal/").status_code == 200


def test_a_scan_counts_and_links(site: Client, owner: Caller, save: Save) -> None:
    saved = save(owner, "The password is hunter2!x9Q, do not lose it.", pack="work")
    done = site.post(f"{PAGE}scan/")
    shown = site.get(done["Location"]).content.decode()
    assert "1 of 1 read" in shown and f"/memories/{saved.id}/" in shown and "hunter2" not in shown


def test_a_scan_links_names_and_searches(site: Client, owner: Caller, save: Save) -> None:
    key = "ghp_Qm3TzV8kLp2WxR7nYb4HsD9fJc6Ga1Ue0ZiN"
    box = [{"name": f"Box {key}", "type": "Device"}]
    [entity] = save(owner, "It is on.", pack="work", entities=box).entities
    run = recall(owner, SearchInput(query=f"where is {key}?", packs=["work"])).run_id
    shown = site.get(site.post(f"{PAGE}scan/")["Location"]).content.decode()
    assert f"/entities/{entity.id}/" in shown and f"/searches/{run}/" in shown
    assert "people and things" in shown and key not in shown
