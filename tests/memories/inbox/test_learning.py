"""An answer about a pack, given twice for the same words, is offered as a rule that can be removed."""

from uuid import UUID

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from memories.enrichment.suggestions import suggest_pack
from memories.inbox.proposals import create_proposals
from memories.models import InboxRule, Proposal, ProposalStatus
from memories.services.forget import forget
from memories.services.inbox import Decision, decide, rule_delete

from .conftest import NOW, Save, memory_of

PACKS = ["work", "dev", "lifelog"]


def ask(caller: Caller, save: Save, text: str) -> Proposal:
    """Save a note without a pack, and ask where it belongs."""
    suggestion = suggest_pack(memory_of(save(caller, text)), PACKS)
    assert suggestion is not None, text
    return create_proposals([suggestion], now=NOW)[0]


def browser() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="alice"))
    return client


def test_the_hints_are_those_of_the_packs_and_quote_no_memory(owner: Caller, save: Save) -> None:
    asked = ask(owner, save, "妹と会議の話をした。")
    assert len(asked.payload["hints"]) == 2
    assert all("|" in hint for hint in asked.payload["hints"])
    assert "話をした" not in str(asked.payload)


def test_the_second_same_answer_offers_a_rule_and_the_rule_answers_the_third(
    owner: Caller, save: Save
) -> None:
    site, offer = browser(), "Always answer so"
    first, second = (ask(owner, save, f"妹と会議の話をした。{at}") for at in "一二")
    other = ask(owner, save, "妹に締め切りの話をした。")
    decide(owner, other.uid, Decision.ACCEPT)
    decide(owner, first.uid, Decision.ACCEPT)
    assert offer not in site.get(reverse("inbox")).text
    decide(owner, second.uid, Decision.ACCEPT)
    page = site.get(reverse("inbox")).text
    assert offer in page and "You gave this answer 2 times" in page
    where = reverse("inbox-rule-new", args=[second.uid])
    assert "words: " in site.get(where, {"decision": "accept"}).text
    assert site.post(where, {"decision": "accept"}).status_code == 302
    assert offer not in site.get(reverse("inbox")).text
    third = ask(owner, save, "妹が会議に来た。")
    assert (third.status, third.rule) == (ProposalStatus.ACCEPTED, InboxRule.objects.get())
    elsewhere = ask(owner, save, "妹と納期の話をした。")
    assert elsewhere.status == ProposalStatus.OPEN
    rule_delete(owner, InboxRule.objects.get().uid, undo=True)
    third.refresh_from_db()
    assert third.status == ProposalStatus.OPEN
    assert ask(owner, save, "妹も会議に出た。").status == ProposalStatus.OPEN


def test_forgetting_leaves_no_word_in_a_rule(owner: Caller, save: Save) -> None:
    asked = ask(owner, save, "妹と会議の話をした。")
    decide(owner, asked.uid, Decision.REJECT)
    site = browser()
    site.post(reverse("inbox-rule-new", args=[asked.uid]), {"decision": "reject"})
    forget(owner, [UUID(asked.payload["memory"])], confirm=True)
    assert "話をした" not in str(InboxRule.objects.get().condition)
