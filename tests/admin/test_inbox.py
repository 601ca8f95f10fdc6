"""The inbox in the admin: piles by kind, decided and taken back through the services."""

import html
import itertools

from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from graph.models import MemoryLink
from memories.inbox import bulk
from memories.inbox.proposals import create_proposals
from memories.models import BulkDecision, InboxRule, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.proposals import Suggestion

from .conftest import House, save

LIST = "admin:memories_proposal_changelist"


def act(site: Client, action: str, *proposals: Proposal) -> None:
    chosen = {"action": action, "_selected_action": [row.pk for row in proposals]}
    assert site.post(reverse(LIST), chosen).status_code == 302


def test_piles_show_what_is_asked(site: Client, house: House) -> None:
    shown = site.get(reverse("admin:memories_inbox")).content.decode()
    assert f"{house.memories[0]} → {house.memories[2]}" in html.unescape(shown)
    assert "Link (1)" in shown


def test_accepted_and_taken_back(site: Client, house: House) -> None:
    proposal = Proposal.objects.get()
    act(site, "accept", proposal)
    link = MemoryLink.objects.get(relation_type="extends")
    assert link.validation_by == "system:admin:root"
    act(site, "take_back", proposal)
    assert not MemoryLink.objects.filter(relation_type="extends").exists()
    act(site, "reject", proposal)
    act(site, "accept", proposal)  # decided already: said so, and nothing changed
    assert Proposal.objects.get().status == ProposalStatus.REJECTED


def test_rules_are_switched_off_and_removed(site: Client, house: House) -> None:
    where = reverse("admin:memories_inboxrule_changelist")
    rule = InboxRule.objects.get()
    site.post(where, {"action": "switch_off", "_selected_action": [rule.pk]})
    assert not InboxRule.objects.get().is_active
    site.post(where, {"action": "remove", "_selected_action": [rule.pk]})
    assert not InboxRule.objects.exists()


def test_staff_see_and_decide_their_own_only(house: House, bob: User) -> None:
    bob.is_staff = True
    bob.save()
    bob.user_permissions.set(Permission.objects.filter(codename__contains="proposal"))
    client = Client()
    client.force_login(bob)
    assert str(house.memories[0]) not in html.unescape(client.get(reverse(LIST)).content.decode())
    act(client, "accept", Proposal.objects.get())
    assert Proposal.objects.get().status == ProposalStatus.OPEN


def test_the_list_asks_as_often_for_more_rows(site: Client, house: House, alice: User) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert site.get(reverse(LIST)).status_code == 200
        return len(queries)

    few = count()
    rows = save(alice, *(f"note {at}" for at in range(8)))
    create_proposals(
        [
            Suggestion(
                ProposalKind.LINK,
                one.user_id,
                {"source": str(one.uid), "target": str(two.uid), "type": "supports"},
            )
            for one, two in itertools.pairwise(rows)
        ],
        now=timezone.now(),
    )
    assert count() <= few


def test_more_than_fifty_are_decided_by_a_job(site: Client, house: House, alice: User) -> None:
    InboxRule.objects.update(is_active=False)
    rows = save(alice, *(f"note {at}" for at in range(60)))
    wanted = [
        Suggestion(ProposalKind.SENSITIVE, row.user_id, {"memory": str(row.uid)}) for row in rows
    ]
    made = create_proposals(wanted, now=timezone.now())
    act(site, "reject", *made)
    started = BulkDecision.objects.get(total=60)
    assert started.base_user == "alice" and not started.items.exclude(outcome="waiting").exists()
    bulk.drain()
    rejected = Proposal.objects.filter(status=ProposalStatus.REJECTED)
    assert set(rejected.values_list("decided_by", flat=True)) == {"system:admin:root"}
    assert rejected.count() == 60
