"""What an assistant would be given, as a page."""

from django.test import Client
from django.urls import reverse

from core.caller import Caller
from memories.models import Memory, RetrievalRun

from .conftest import Save

PAGE = "/context/"


def shown(site: Client, **asked: str) -> str:
    answer = site.get(PAGE, asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_works(site: Client, owner: Caller, save: Save) -> None:
    uid = save(owner, "the heron <b>stood</b> there").id
    page = shown(site, message="heron", token_budget="400")
    assert "the heron &lt;b&gt;stood&lt;/b&gt; there" in page
    assert f'<a href="{reverse("memory-detail", args=[uid])}">{uid}</a>' in page
    assert "of 400 tokens" in page


def test_looking_leaves_no_trace(site: Client, owner: Caller, save: Save) -> None:
    save(owner, "the heron")
    shown(site, message="heron")
    assert not RetrievalRun.objects.exists() and Memory.objects.get().usage_count == 0


def test_without_a_message_it_asks_for_one(site: Client) -> None:
    page = shown(site)
    assert "context-message" in page and "tokens</span>" not in page


def test_nothing_known(site: Client) -> None:
    assert "Nothing is remembered about this" in shown(site, message="heron")


def test_no_room(site: Client, owner: Caller, save: Save) -> None:
    save(owner, "the heron stood in the pond for all of the afternoon, and nobody else was there")
    assert "no room for even one memory" in shown(site, message="heron", token_budget="50")


def test_a_bad_budget_is_named_at_its_field(site: Client) -> None:
    answer = site.get(PAGE, {"message": "heron", "token_budget": "5"})
    assert answer.status_code == 422
    assert 'id="context-budget-problem"' in answer.content.decode()


def test_nobody_sees_anothers(stranger: Client, owner: Caller, save: Save) -> None:
    save(owner, "alice's heron")
    assert "alice" not in shown(stranger, message="heron")
