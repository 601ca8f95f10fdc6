"""Deciding more than a page of proposals: the job, its progress, cancel and undo, in the browser."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from memories.inbox import bulk
from memories.inbox.proposals import create_proposals
from memories.models import BulkDecision, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.proposals import Suggestion
from memories.services.inbox import Decision, decide
from tests.memories.conftest import SaveAll, save_all
from tests.memories.inbox.conftest import NOW

__all__ = ["save_all"]
COUNT = 60


@pytest.fixture
def many(owner: Caller, save_all: SaveAll) -> list[Proposal]:
    """Sixty memories that might be hidden."""
    saved = save_all(owner, [f"Heron {at}" for at in range(COUNT)], pack="work").results
    wanted = [
        Suggestion(ProposalKind.SENSITIVE, "alice#work", {"memory": str(one.id)}) for one in saved
    ]
    return create_proposals(wanted, now=NOW)


def post(site: Client, address: str, **fields: Any) -> Any:
    return site.post(address, fields, follow=True)


def reject_all(site: Client) -> Any:
    return post(
        site, reverse("inbox-many"), decision="reject", scope="all", kind="sensitive", confirm="yes"
    )


def progress(site: Client, **headers: str) -> Any:
    return site.get(reverse("inbox-bulk", args=[BulkDecision.objects.get().uid]), headers=headers)


def test_progress_is_shown_until_all_are_decided(site: Client, many: list[Proposal]) -> None:
    page = reject_all(site)
    assert "0 of 60 decided" in page.text and 'aria-live="polite"' in page.text
    assert 'hx-trigger="every 2s"' in page.text
    bulk.drain(seconds=0)
    part = progress(site, **{"HX-Request": "true"})
    assert "10 of 60 decided" in part.text and "<html" not in part.text
    assert 'id="inbox-count"' in part.text and ">50</span>" in part.text.replace("\n", "")
    bulk.drain()
    whole = progress(site)
    assert "60 of 60 decided" in whole.text and "hx-trigger" not in whole.text.split("bulk-line")[1]
    assert "Undo all of them" in whole.text
    assert "60 of 60 decided" in site.get(reverse("inbox")).text


def test_one_undo_takes_all_back(site: Client, many: list[Proposal]) -> None:
    reject_all(site)
    bulk.drain()
    page = post(site, reverse("inbox-undo"))
    assert "The decisions are being undone." in page.text and "0 of 60 undone" in page.text
    bulk.drain()
    assert Proposal.objects.filter(status=ProposalStatus.OPEN).count() == COUNT
    assert "60 of 60 undone" in progress(site).text


def test_cancel_and_what_could_not_be_decided(
    site: Client, owner: Caller, many: list[Proposal]
) -> None:
    reject_all(site)
    decide(owner, many[0].uid, Decision.ACCEPT)
    bulk.drain(seconds=0)
    uid = BulkDecision.objects.get().uid
    page = post(site, reverse("inbox-bulk-cancel", args=[uid]))
    assert "Canceled." in page.text and "1 could not be decided" in page.text
    assert "Heron 0" in page.text and "It was accepted meanwhile." in page.text
    post(site, reverse("inbox-bulk-undo", args=[uid]))
    bulk.drain()
    assert Proposal.objects.filter(status=ProposalStatus.OPEN).count() == COUNT - 1


def test_it_speaks_japanese(site: Client, many: list[Proposal]) -> None:
    reject_all(site)
    bulk.drain()
    page = progress(site, **{"accept-language": "ja"})
    assert "60件中60件を判断しました" in page.text and "すべて取り消す" in page.text


def test_somebody_else_does_not_see_it(
    site: Client, stranger: Client, many: list[Proposal]
) -> None:
    reject_all(site)
    assert progress(stranger).status_code == 404
    assert "inbox-bulk" not in stranger.get(reverse("inbox")).text
    for name in ("inbox-bulk-cancel", "inbox-bulk-undo"):
        where = reverse(name, args=[BulkDecision.objects.get().uid])
        assert stranger.post(where).status_code == 404
