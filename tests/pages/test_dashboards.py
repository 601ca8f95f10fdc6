"""The page of the dashboards without a script: tables, links that lead to their rows."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from core.caller import Caller
from memories.models import Memory
from memories.schemas import SavedOut

from .conftest import Save

Fill = Callable[[int], list[SavedOut]]
LINKED = re.compile(r'<a href="(/dashboards/memories/[^"]*)">([\d,]+)</a>')


def test_every_linked_number_is_that_of_its_list(site: Client, fill: Fill) -> None:
    for at, saved in enumerate(fill(9)):
        written = datetime.now(UTC) - timedelta(days=at * 5)
        Memory.objects.filter(uid=saved.id).update(created_at=written)
    page = site.get("/dashboards/").content.decode()
    links = {(unescape(address), number) for address, number in LINKED.findall(page)}
    assert len(links) > 10
    for address, number in sorted(links)[:25]:
        shown = site.get(address)
        assert shown.context["found"].paginator.count == int(number.replace(",", "")), address


def test_an_empty_memory_says_what_will_be_here(site: Client) -> None:
    page = site.get("/dashboards/").content.decode()
    assert "will stand here" in page and "Nothing waits." in page
    assert "data-chart" in page  # what is stored can be counted at once
    assert page.count('class="dashboard card"') == 11


@pytest.mark.parametrize("days", ["7", "30", "365", "all"])
def test_period_and_pack_stay_in_every_address(site: Client, fill: Fill, days: str) -> None:
    fill(6)
    page = site.get(f"/dashboards/?pack=work&days={days}").content.decode()
    assert f'href="?pack=work&amp;days={days}" aria-current="true"' in page
    lists = re.findall(r'href="(/(?:dashboards/memories|inbox|entities)/\?[^"]*)"', page)
    assert lists and all("pack=work" in address for address in lists)


@pytest.mark.parametrize(
    "address",
    [
        "/dashboards/?days=8",
        "/dashboards/memories/?since=soon",
        "/dashboards/memories/?strength=10",
        "/dashboards/memories/?nothing=1",
        "/dashboards/memories/?since=2026-02-02&until=2026-01-01",
        "/searches/?since=never",
    ],
)
def test_bad_input_is_refused(site: Client, address: str) -> None:
    assert site.get(address).status_code == 400


def test_a_rate_of_few_is_not_a_percentage(site: Client, fill: Fill) -> None:
    fill(3)
    assert re.search(r"recalled=never\">\d / 3<", site.get("/dashboards/").content.decode())


def test_other_people_have_their_own(stranger: Client, fill: Fill) -> None:
    fill(3)
    assert "Person 1" not in stranger.get("/dashboards/").content.decode()
    assert stranger.get("/dashboards/memories/").context["found"].paginator.count == 0


def test_japanese(site: Client, owner: Caller, save: Save) -> None:
    save(owner, "田中さんと会議", pack="work", entities=[{"name": "田中", "type": "Person"}])
    page = site.get("/dashboards/", headers={"accept-language": "ja"}).content.decode()
    with override("ja"):
        assert "田中" in page and "月" in page


def test_the_number_of_queries_is_constant(queries_of: Callable[..., int], fill: Fill) -> None:
    fill(2)
    queries_of("/dashboards/")
    few = queries_of("/dashboards/")
    fill(12)
    assert queries_of("/dashboards/") == few


def test_japanese_sentences_have_japanese_signs_and_one_word_for_the_inbox(
    site: Client, fill: Fill
) -> None:
    fill(3)
    page = site.get("/dashboards/?days=7", headers={"accept-language": "ja"}).content.decode()
    assert "記憶3件、前の期間は0件。" in page
    assert "確認待ち" in page and "受信箱" not in page
