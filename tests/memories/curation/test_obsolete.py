"""Forgetting a memory erases what proposals say of it; what is gone no longer waits."""

from accounts.caller import Caller
from memories.curation.deciding import Decision, decide
from memories.curation.obsolete import withdraw_gone
from memories.curation.reading import open_counts
from memories.curation.scene import Concerned
from memories.models import Proposal, ProposalStatus, Revision
from memories.schemas import SavedOut
from memories.services.forget import forget
from memories.services.revise import invalidate

from .conftest import NOW, Save, Suggest, memory_of

Pair = tuple[SavedOut, SavedOut]


def test_forgetting_erases_what_a_proposal_quotes(
    owner: Caller, save: Save, suggest: Suggest
) -> None:
    saved = save(owner, "My code word is Zugvogel.", pack="work")
    proposal = suggest(
        owner,
        "state",
        {"predicate": "code_word", "value": "Zugvogel"},
        evidence=(memory_of(saved).pk,),
        reason="the memory says Zugvogel",
    )
    forget(owner, [saved.id], confirm=True)
    stored = Proposal.objects.get(pk=proposal.pk)
    assert stored.status == ProposalStatus.OBSOLETE
    journal = Revision.objects.filter(target_type="proposal")
    texts = [stored.payload, stored.reason, stored.key, *journal.values_list("before", "after")]
    assert "Zugvogel" not in str(texts)


def test_decided_ones_are_erased_too(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    proposal = suggest(owner, "link", ends, reason="both speak of the budget")
    decide(owner, proposal.uid, Decision.ACCEPT)
    forget(owner, [pair[0].id], confirm=True)
    stored = Proposal.objects.get()
    assert (stored.status, stored.payload, stored.reason) == (ProposalStatus.ACCEPTED, {}, "")


def test_evidence_among_others_takes_only_the_reason(
    owner: Caller, pair: Pair, save: Save, suggest: Suggest
) -> None:
    beside = save(owner, "Maria: the budget was raised.", pack="work")
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    suggest(owner, "link", ends, evidence=(memory_of(beside).pk,), reason="Maria says so")
    forget(owner, [beside.id], confirm=True)
    stored = Proposal.objects.get()
    assert (stored.status, stored.reason) == (ProposalStatus.OPEN, "")
    assert stored.payload["type"] == "supports"


def test_what_is_gone_is_withdrawn(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    suggest(owner, "link", ends)
    suggest(owner, "sensitive", {"memory": str(pair[1].id)})
    invalidate(owner, pair[0].id)
    gone = withdraw_gone(Concerned(memories=(pair[0].id,)), base_user="alice", now=NOW)
    assert [row.kind for row in gone] == ["link"]
    assert open_counts(owner) == {"sensitive": 1}
