"""“Always do this”: for what waits, for what comes, and taken back again."""

import pytest

from core.caller import Caller
from core.errors import Forbidden, InvalidInput, NotFound
from core.journal.replay import verify
from core.models import Revision
from graph.models import MemoryLink
from memories.inbox.decisions import Decision
from memories.inbox.rules import draft_from, rule_create, rule_delete, rule_preview, rule_switch
from memories.models import InboxRule, Proposal, ProposalKind, ProposalStatus
from memories.schemas import SavedOut
from memories.services.inbox import RuleDraft

from .conftest import Suggest, all_rows

Pair = tuple[SavedOut, SavedOut]


def links(owner: Caller, pair: Pair, suggest: Suggest) -> list[Proposal]:
    ends = {"source": str(pair[0].id), "target": str(pair[1].id)}
    return [
        suggest(owner, "link", {**ends, "type": name}, confidence=sure, method=method)
        for name, sure, method in (
            ("supports", 0.8, "rules"),
            ("extends", 0.8, "rules"),
            ("explains", 0.8, "llm"),
        )
    ]


def rule(decision: Decision, sure: float = 0.0, **condition: str) -> RuleDraft:
    return RuleDraft("alice#work", ProposalKind.LINK, decision, condition, sure)


def test_a_rule_decides_what_waits_and_what_comes(
    owner: Caller, pair: Pair, suggest: Suggest
) -> None:
    waiting = links(owner, pair, suggest)
    wanted = rule(Decision.REJECT, method="rules")
    assert rule_preview(owner, wanted) == waiting[:2]
    assert not InboxRule.objects.exists()
    made = rule_create(owner, wanted)
    assert [row.pk for row in made.decided] == [row.pk for row in waiting[:2]]
    assert made.rule.uses == 2
    ends = {"source": str(pair[1].id), "target": str(pair[0].id)}
    late = suggest(owner, "link", {**ends, "type": "supports"})
    late.refresh_from_db()
    assert (late.status, late.decided_by) == (ProposalStatus.REJECTED, "system:rule")
    assert late.rule == made.rule
    made.rule.refresh_from_db()
    assert made.rule.uses == 3
    assert Proposal.objects.get(pk=waiting[2].pk).status == ProposalStatus.OPEN


def test_all_conditions_must_hold(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    links(owner, pair, suggest)
    narrow = rule(Decision.ACCEPT, 0.8, method="rules", type="supports")
    assert len(rule_preview(owner, narrow)) == 1
    assert rule_preview(owner, rule(Decision.ACCEPT, 0.81)) == []
    made = rule_create(owner, narrow)
    assert MemoryLink.objects.filter(relation_type="supports").exists()
    assert made.decided[0].change_id is not None


def test_always_do_this_speaks_of_the_proposal_it_was_made_of(
    owner: Caller, pair: Pair, suggest: Suggest
) -> None:
    proposal = links(owner, pair, suggest)[0]
    draft = draft_from(proposal, Decision.ACCEPT)
    assert draft.condition == {"type": "supports", "method": "rules"}
    assert rule_preview(owner, draft) == [proposal]
    assert draft_from(proposal, Decision.REJECT).min_confidence == 0.0


def test_a_rule_that_is_off_decides_nothing(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    made = rule_create(owner, rule(Decision.REJECT))
    rule_switch(owner, made.rule.uid, is_active=False)
    assert {row.status for row in links(owner, pair, suggest)} == {ProposalStatus.OPEN}


def test_removing_with_undo_leaves_everything_as_it_was(
    owner: Caller, pair: Pair, suggest: Suggest
) -> None:
    links(owner, pair, suggest)
    before = all_rows()
    made = rule_create(owner, rule(Decision.ACCEPT))
    assert len(made.decided) == 3
    assert len(rule_delete(owner, made.rule.uid, undo=True)) == 3
    assert all_rows() == before
    entries = Revision.objects.filter(target_type="inboxrule").order_by("pk")
    assert list(entries.values_list("action", flat=True)) == ["CREATE", "DELETE"]


@pytest.mark.parametrize("undo", [False, True])
def test_the_journal_still_tells_the_tables_after_a_rule_that_decided_is_removed(
    owner: Caller, pair: Pair, suggest: Suggest, undo: bool
) -> None:
    links(owner, pair, suggest)
    made = rule_create(owner, rule(Decision.REJECT))
    rule_delete(owner, made.rule.uid, undo=undo)
    assert not Proposal.objects.exclude(rule=None).exists()
    assert verify().differences == ()


def test_conditions_are_known_and_choices_are_the_persons(owner: Caller) -> None:
    with pytest.raises(InvalidInput, match=r"condition\.value"):
        rule_create(owner, rule(Decision.ACCEPT, value="secret"))
    choice = RuleDraft("alice#work", ProposalKind.CONTRADICTION, Decision.ACCEPT, {})
    with pytest.raises(InvalidInput, match="choice"):
        rule_create(owner, choice)


def test_rules_are_the_owners(owner: Caller, other: Caller, assistant: Caller) -> None:
    with pytest.raises(Forbidden):
        rule_create(assistant, rule(Decision.REJECT))
    made = rule_create(owner, rule(Decision.REJECT))
    for refused in (rule_delete, lambda who, uid: rule_switch(who, uid, is_active=False)):
        with pytest.raises(NotFound):
            refused(other, made.rule.uid)
        with pytest.raises(Forbidden):
            refused(assistant, made.rule.uid)
