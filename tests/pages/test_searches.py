"""Searches in the browser, without a script: thumbs, why these, and what feedback changes."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from core.caller import Caller
from memories.models import Feedback, RetrievalRun, SearchTuning
from memories.schemas import SavedOut
from memories.search import log
from memories.services.update import invalidate

from .conftest import Save

HTMX = {"hx-request": "true"}


@pytest.fixture
def saved(owner: Caller, save: Save) -> SavedOut:
    return save(owner, "The heron by the river", pack="work", speaker="Maria")


def run_of(site: Client) -> RetrievalRun:
    """Search by a full page, and return what that left."""
    assert site.get("/?q=heron").status_code == 200
    log.flush()
    return RetrievalRun.objects.latest("created_at")


def test_from_the_results_to_why(site: Client, saved: SavedOut) -> None:
    page = site.get("/?q=heron").content.decode()
    address = re.search(r'href="(/searches/[0-9a-f-]{36}/)"', page)
    assert address and "Why these?" in page
    shown = site.get(address[1])
    text = shown.content.decode()
    assert shown.status_code == 200 and "The heron by the river" in text
    for told in (
        "How the question was understood",
        "What each step kept",
        "Step by step",
        "The plan",
    ):
        assert told in text
    assert "From 50 judged results of 20 searches on" in text


def test_what_was_typed_is_recorded_only_when_asked_about(site: Client, saved: SavedOut) -> None:
    typed = site.get("/?q=heron", headers=HTMX).content.decode()
    log.flush()
    assert not RetrievalRun.objects.exists() and "/searches/why/?q=heron" in typed
    assert "/searches/judge/?q=heron" in typed
    shown = site.get("/searches/why/?q=heron", follow=True)
    assert shown.redirect_chain and "What was answered" in shown.content.decode()
    part = site.post(
        "/searches/judge/?q=heron", {"memory": saved.id, "vote": "up"}, headers=HTMX
    ).content.decode()
    assert 'aria-pressed="true"' in part and Feedback.objects.get().useful is True
    assert str(Feedback.objects.get().run_id) in part


def test_what_is_not_known_is_said(site: Client, saved: SavedOut) -> None:
    page = site.get("/?q=What+is+Professor+Hartmann's+phone+number+at+the+river?").content.decode()
    assert "Nothing stored answers this." in page and "Not stored: Professor Hartmann" in page
    assert "Vectors are not available" not in page
    assert "Nothing stored answers this." not in site.get("/?q=heron").content.decode()


def test_why_needs_a_question(site: Client, saved: SavedOut) -> None:
    assert site.get("/searches/why/").status_code == 400
    assert site.get("/?mode=bogus").status_code == 400
    assert not RetrievalRun.objects.exists()


def test_thumbs_change_and_are_taken_back(site: Client, saved: SavedOut) -> None:
    run = run_of(site)

    def press(**button: Any) -> str:
        sent = site.post(f"/searches/{run.pk}/judge/", {"memory": saved.id, **button}, headers=HTMX)
        assert sent.status_code == 200
        return sent.content.decode()

    assert 'value="none"' in press(vote="up") and "of 5" in press(rating="4")
    press(vote="down")
    assert 'aria-pressed="true"' not in press(vote="none")
    given = list(Feedback.objects.order_by("pk").values_list("useful", "rating"))
    assert given == [(True, None), (True, 4), (False, None), (None, None)]


def test_the_whole_search_without_a_script(site: Client, saved: SavedOut) -> None:
    run = run_of(site)
    sent = site.post(f"/searches/{run.pk}/judge/", {"vote": "down", "next": "/searches/"})
    assert sent.status_code == 302 and sent.headers["Location"] == "/searches/"
    assert Feedback.objects.get().memory is None
    assert "judged" in site.get("/searches/?words=her").content.decode()
    assert "No searches yet" in site.get("/searches/?words=zzz").content.decode()


@pytest.mark.parametrize(
    "button", [{"rating": "9"}, {"rating": "x"}, {"memory": "x", "vote": "up"}]
)
def test_what_no_button_sends(site: Client, saved: SavedOut, button: dict[str, str]) -> None:
    run = run_of(site)
    assert site.post(f"/searches/{run.pk}/judge/", button).status_code == 400
    assert not Feedback.objects.exists()


def test_isolation(site: Client, stranger: Client, saved: SavedOut) -> None:
    run = run_of(site)
    assert stranger.get(f"/searches/{run.pk}/").status_code == 404
    assert stranger.post(f"/searches/{run.pk}/judge/", {"vote": "up"}).status_code == 404
    assert "heron" not in stranger.get("/searches/").content.decode()
    assert Client().get(f"/searches/{run.pk}/").status_code == 302


def test_a_hidden_memory_is_not_told(site: Client, owner: Caller, saved: SavedOut) -> None:
    run = run_of(site)
    invalidate(owner, saved.id)
    page = site.get(f"/searches/{run.pk}/").content.decode()
    assert "The heron by the river" not in page and "Nothing that you may see now." in page


def test_a_trace_that_is_gone_says_so(site: Client, saved: SavedOut) -> None:
    run = run_of(site)
    RetrievalRun.objects.update(trace=None)
    assert "no longer kept" in site.get(f"/searches/{run.pk}/").content.decode()


def test_feedback_is_switched_off_and_on(site: Client, saved: SavedOut) -> None:
    site.post("/searches/tuning/", {"wanted": "off"})
    assert "you switched that off" in site.get("/status/").content.decode()
    site.post("/searches/tuning/", {"wanted": "on"})
    site.post("/searches/tuning/", {"wanted": "reset"})
    assert "you switched that off" not in site.get("/status/").content.decode()
    assert list(SearchTuning.objects.order_by("pk").values_list("step", flat=True)) == [
        "off", "on", "reset",
    ]  # fmt: skip
    assert site.post("/searches/tuning/", {"wanted": "more"}).status_code == 400


def test_whether_searches_help_is_on_the_status_page(site: Client, saved: SavedOut) -> None:
    run = run_of(site)
    site.post(f"/searches/{run.pk}/judge/", {"memory": saved.id, "rating": "4"})
    page = site.get("/status/").content.decode()
    assert "Do searches help?" in page and "100%" in page and "of 90% aimed for" in page
    assert "4.0" in page and "1 / 1" in page


def test_queries_do_not_grow(
    site: Client, queries_of: Callable[..., int], fill: Callable[[int], list[SavedOut]]
) -> None:
    fill(15)
    site.get("/?q=river")
    log.flush()
    few = RetrievalRun.objects.latest("created_at").pk
    queries_of(f"/searches/{few}/")
    small, listed = queries_of(f"/searches/{few}/"), queries_of("/searches/")
    fill(20)
    for _ in range(10):
        site.get("/?q=river")
    log.flush()
    many = RetrievalRun.objects.latest("created_at").pk
    assert queries_of(f"/searches/{many}/") == small and queries_of("/searches/") == listed


class TestTimes:
    @pytest.fixture
    def yesterday(self, owner: Caller, save: Save) -> None:
        at = datetime.now(owner.zone).replace(hour=12) - timedelta(days=1)
        save(owner, "Fed the herons", pack="work", created_at=at.isoformat())
        save(owner, "Painted the heron house", pack="work")

    @pytest.mark.usefixtures("yesterday")
    def test_the_time_is_a_chip_that_can_be_dropped(self, site: Client) -> None:
        page = site.get("/?q=what+did+I+do+yesterday").content.decode()
        assert "Fed the herons" in page and "Painted the heron house" not in page
        assert "yesterday: " in page and "Asia/Tokyo" in page
        dropped = re.search(r'href="(\?[^"]*time=any[^"]*)"', page)
        assert dropped
        page = site.get("/" + dropped[1].replace("&amp;", "&")).content.decode()
        assert "at any time" in page and 'name="time" value="any"' in page
        assert "yesterday: " not in page

    @pytest.mark.usefixtures("yesterday")
    def test_nothing_of_a_time_is_said(self, site: Client) -> None:
        page = site.get("/?q=heron+in+1999").content.decode()
        assert "Nothing is stored of this time." in page and "outside this time" in page

    def test_another_value_is_refused(self, site: Client) -> None:
        assert site.get("/?q=heron&time=sometime").status_code in (400, 422)

    def test_what_was_replaced_names_what_replaced_it(
        self, site: Client, owner: Caller, save: Save
    ) -> None:
        old = save(owner, "The heron nests in the oak", pack="work", session_id="a")
        links = [{"target_id": str(old.id), "type": "supersedes"}]
        new = save(owner, "The heron nests in the elm", pack="work", session_id="b", links=links)
        page = site.get("/?q=heron+nests").content.decode()
        assert page.index("in the elm") < page.index("in the oak")
        assert f'href="/memories/{new.id}/"' in page and "replaced " in page
