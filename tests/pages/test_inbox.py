"""The inbox without a script: one decision, many, standing ones, and never anybody else's."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from entities.models import Entity
from graph.models import EntityRelation, MemoryLink
from memories.inbox.proposals import create_proposals
from memories.models import InboxRule, Memory, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.proposals import Suggestion
from memories.services.update import invalidate
from tests.memories.inbox.conftest import NOW

from .conftest import Save

Wait = Callable[[int], list[Proposal]]


@pytest.fixture
def wait(owner: Caller, save: Save) -> Wait:
    """Let so many links wait, the surest first."""

    def _wait(count: int) -> list[Proposal]:
        start = Proposal.objects.count()
        saved = [save(owner, f"Heron {start + at}", pack="work") for at in range(count + 1)]
        wanted = [
            Suggestion(
                ProposalKind.LINK,
                "alice#work",
                {"source": str(one.id), "target": str(two.id), "type": "supports"},
                confidence=0.9 - (start + at) / 200,
                reason=f"because {start + at}",
                method="rules",
            )
            for at, (one, two) in enumerate(itertools.pairwise(saved))
        ]
        return create_proposals(wanted, now=NOW)

    return _wait


def post(site: Client, name: str, uid: Any = None, **fields: Any) -> Any:
    return site.post(reverse(name, args=[uid] if uid else []), fields, follow=True)


def test_deciding_goes_on_with_the_next_one(site: Client, wait: Wait) -> None:
    first, second, third = wait(3)
    page = site.get(reverse("inbox"))
    assert page.context["page"].card.proposal == first
    shown = page.context["page"]
    assert f'name="next" value="{second.uid}"' in page.text
    page = post(site, "inbox-decide", first.uid, decision="accept", next=shown.after_deciding)
    assert page.context["page"].card.proposal == second
    assert page.redirect_chain[0][0].endswith(f"at={second.uid}")
    page = site.get(reverse("inbox"), {"at": third.uid})
    assert page.context["page"].after_deciding == second.uid
    page = post(site, "inbox-decide", third.uid, decision="reject", kind="link", next=second.uid)
    assert page.context["page"].card.proposal == second
    assert "kind=link" in page.redirect_chain[0][0]
    assert page.context["page"].decided_today == 2
    assert MemoryLink.objects.filter(relation_type="supports").count() == 1


def test_what_is_hidden_leaves_the_rail_at_once(site: Client, owner: Caller, wait: Wait) -> None:
    [proposal] = wait(1)
    source = proposal.payload["source"]
    for post_to, waiting in (("memory-hide", 0), ("memory-restore", 1)):
        assert site.post(reverse(post_to, args=[source])).status_code == 302
        page = site.get(reverse("timeline"))
        assert page.context["frame"].inbox_count == waiting


def test_undo_shows_it_again(site: Client, wait: Wait) -> None:
    first, _second = wait(2)
    page = post(site, "inbox-decide", first.uid, decision="accept")
    [message] = get_messages(page.wsgi_request)
    assert message.extra_tags == reverse("inbox-undo-one", args=[first.uid])
    page = post(site, "inbox-undo")
    assert page.context["page"].card.proposal == first
    assert not MemoryLink.objects.filter(relation_type="supports").exists()
    assert site.post(reverse("inbox-undo")).status_code == 404


def test_edited_before_accepting(site: Client, owner: Caller, save: Save) -> None:
    save(owner, "田中とAozora", pack="work", entities=[{"name": "田中"}, {"name": "Aozora"}])
    ids = [str(entity.entity_id) for entity in Entity.objects.order_by("pk")]
    payload = {
        "source": ids[0], "target": ids[1], "type": "knows", "valid_from": "2026-05-01T00:00:00+09:00",
    }  # fmt: skip
    [proposal] = create_proposals(
        [Suggestion(ProposalKind.RELATION, "alice#work", payload)], now=NOW
    )
    page = site.get(reverse("inbox"), {"edit": "1"}).content.decode()
    assert 'name="edit.valid_from" value="2026-05-01"' in page
    edited = {"edit.type": "participates_in", "edit.valid_from": "2026-06-01", "edit.valid_to": ""}
    post(site, "inbox-decide", proposal.uid, decision="accept", **edited)
    relation = EntityRelation.objects.get()
    assert relation.relation_type_id == "participates_in"
    assert relation.valid_from is not None
    assert relation.valid_from.isoformat() == "2026-05-31T15:00:00+00:00"
    assert relation.valid_to is None


def test_selected_ones_together(site: Client, wait: Wait) -> None:
    rows = wait(4)
    page = site.get(reverse("inbox"), {"id": [str(rows[0].uid), str(rows[2].uid)]})
    assert page.context["page"].selected == 2
    page = post(site, "inbox-many", decision="reject", id=[str(rows[0].uid), str(rows[2].uid)])
    assert Proposal.objects.filter(status=ProposalStatus.REJECTED).count() == 2
    page = post(site, "inbox-undo")
    assert page.context["page"].open_total == 4


def test_all_of_a_kind_after_a_question(site: Client, wait: Wait) -> None:
    wait(3)
    asked = post(site, "inbox-many", decision="accept", scope="all", kind="link")
    assert "Accept 3 proposals?" in asked.content.decode()
    assert Proposal.objects.filter(status=ProposalStatus.OPEN).count() == 3
    page = post(site, "inbox-many", decision="accept", scope="all", kind="link", confirm="yes")
    assert page.context["page"].open_total == 0
    assert "Nothing of this kind waits" in page.content.decode()


def test_always_do_this(site: Client, wait: Wait) -> None:
    rows = wait(3)
    where = reverse("inbox-rule-new", args=[rows[0].uid])
    assert "It decides 3 that wait now" in site.get(where, {"decision": "reject"}).content.decode()
    page = site.post(where, {"decision": "reject"}, follow=True)
    rule = InboxRule.objects.get()
    assert page.context["page"].rules == [rule] and rule.uses == 3
    post(site, "inbox-rule-switch", rule.uid, active="false")
    assert not InboxRule.objects.get().is_active
    page = post(site, "inbox-rule-undo", rule.uid)
    assert page.context["page"].open_total == 3
    assert not InboxRule.objects.exists()


def test_what_has_gone_leaves_the_inbox_by_itself(site: Client, owner: Caller, wait: Wait) -> None:
    first, second, third = wait(3)
    invalidate(owner, first.payload["source"])
    page = site.get(reverse("inbox"), {"at": str(first.uid)})
    assert page.context["page"].card.proposal == second
    assert page.context["page"].open_total == 2
    assert third.uid in [row.proposal.uid for row in page.context["page"].queue]


def test_looking_changes_nothing(site: Client, wait: Wait) -> None:
    first, second, _third = wait(3)
    # A subject that went without a word to the inbox.
    Memory.objects.filter(uid=first.payload["source"]).update(invalidated_at=NOW)
    page = site.get(reverse("inbox"), {"at": str(first.uid)})
    assert page.context["page"].card.proposal == second
    assert page.context["page"].open_total == page.context["page"].waiting == 2
    first.refresh_from_db()
    assert first.status == ProposalStatus.OPEN
    post(site, "inbox-decide", first.uid, decision="accept")
    first.refresh_from_db()
    assert first.status == ProposalStatus.OBSOLETE


def test_the_queue_is_filled_behind_what_is_gone(
    site: Client, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memories.selectors.pages.inbox.QUEUE_LENGTH", 2)
    rows = wait(6)
    gone = [row.payload["source"] for row in (rows[0], rows[2])]
    Memory.objects.filter(uid__in=gone).update(invalidated_at=NOW)
    page = site.get(reverse("inbox")).context["page"]
    assert [row.proposal for row in page.queue][:2] == rows[3:5]
    assert page.open_total == 3


def test_other_peoples_do_not_exist(site: Client, stranger: Client, wait: Wait) -> None:
    [proposal] = wait(1)
    page = stranger.get(reverse("inbox"), {"at": str(proposal.uid)})
    assert page.context["page"].card is None and page.context["page"].open_total == 0
    for name in ("inbox-decide", "inbox-undo-one", "inbox-rule-new"):
        answered = stranger.post(reverse(name, args=[proposal.uid]), {"decision": "accept"})
        assert answered.status_code == 404
    stranger.post(reverse("inbox-many"), {"decision": "accept", "id": [str(proposal.uid)]})
    assert Proposal.objects.get().status == ProposalStatus.OPEN


def test_bad_addresses(site: Client, wait: Wait) -> None:
    [proposal] = wait(1)
    assert site.get(reverse("inbox"), {"at": "x", "id": "y", "kind": "z"}).status_code == 200
    assert (
        site.post(reverse("inbox-decide", args=[proposal.uid]), {"decision": "?"}).status_code
        == 400
    )


def test_as_many_queries_for_thirty_as_for_three(
    site: Client, wait: Wait, queries_of: Callable[..., int]
) -> None:
    wait(3)
    queries_of(reverse("inbox"))
    few = queries_of(reverse("inbox"))
    wait(27)
    assert queries_of(reverse("inbox")) <= few <= 26


def test_the_rail_counts_in_one_query(
    site: Client, wait: Wait, queries_of: Callable[..., int]
) -> None:
    queries_of("/packs/")
    none = queries_of("/packs/")
    wait(12)
    assert queries_of("/packs/") == none
    assert ">12</span>" in site.get("/packs/").content.decode().replace("\n", "")


def test_only_versions_of_one_text_are_marked(site: Client, owner: Caller, save: Save) -> None:
    first = save(owner, "The login page was down at noon.", pack="dev")
    second = save(owner, "The cause was an expired certificate.", pack="dev")
    ends = {"source": str(second.id), "target": str(first.id)}
    for type_ in ("explains", "supersedes"):
        link = Suggestion(ProposalKind.LINK, owner.space("dev"), {**ends, "type": type_})
        (proposal,) = create_proposals([link], now=NOW)
        shown = site.get(f"/inbox/?at={proposal.uid}").content.decode()
        assert ("<del" in shown) == (type_ == "supersedes"), type_


def test_what_a_decision_settled_is_said_and_listed(
    site: Client, owner: Caller, wait: Wait
) -> None:
    first, _second = wait(2)
    memory = first.payload["target"]
    asked = Suggestion(ProposalKind.SENSITIVE, "alice#work", {"memory": memory})
    create_proposals([asked], now=NOW)
    page = site.get(reverse("inbox"))
    assert reverse("inbox-settled") not in page.text
    invalidate(owner, memory)
    page = site.get(reverse("inbox"))
    assert "3 questions are no longer needed" in page.text
    listed = site.get(reverse("inbox-settled")).text
    assert "Heron 0 → Heron 1" in listed and "“Heron 1” was removed." in listed
    assert "by your last decision" not in listed
    history = site.get(reverse("history"), {"kind": "inbox"}).text
    assert "Link: no longer needed" in history


def test_the_last_decision_says_what_else_it_settled(
    site: Client, owner: Caller, save: Save
) -> None:
    for name in ("田中太郎", "Tanaka"):
        save(owner, f"{name} came.", pack="work", entities=[{"name": name, "type": "Person"}])
    keep, gone = (str(Entity.objects.get(name=name).entity_id) for name in ("田中太郎", "Tanaka"))
    merge, _doubt = create_proposals(
        [
            Suggestion(ProposalKind.MERGE_ENTITIES, "alice#work", {"keep": keep, "merge": gone}),
            Suggestion(ProposalKind.ENTITY, "alice#work", {"entity": gone}),
        ],
        now=NOW,
    )
    page = post(site, "inbox-decide", merge.uid, decision="accept")
    [message] = get_messages(page.wsgi_request)
    assert str(message) == "Accepted. It settled 1 other question."
    assert "1 question settled by your last decision" in page.text
    assert "by your last decision" in site.get(reverse("inbox-settled")).text
    page = post(site, "inbox-undo")
    assert page.context["page"].open_total == 2
