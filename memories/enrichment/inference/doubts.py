"""Ask whether facts about the owner still hold of which a message seems to tell the end.

Rules read plain words of change. Most people tell it otherwise ("the cello's been with its new
owner since Easter"), and a fact that nobody ended would be told as true for years.
"""

from collections.abc import Iterator, Sequence

from django.db.models import Q

from memories.models import Memory, Proposal, ProposalKind, ProposalStatus, State, StateKind
from memories.records.mentions import has_named_speaker, is_by_assistant
from memories.schemas.inbox.proposals import Suggestion
from nlp.facts.own_change import may_report_end, named_in_statements

METHOD = "model:doubt:1"
# About four in five such messages of other writers report an end.
CONFIDENCE = 0.75
# Of what is known of a person, the newest are compared with what is said.
MOST_FACTS = 300
# What a person has for life, and what changes with every year.
LASTING = ("age", "birthday", "colleague", "family_member", "friend", "from", "name")


def suggest_ends(memories: Sequence[Memory]) -> list[Suggestion]:
    """Return a question for each fact that one of these memories may have ended."""
    told = [memory for memory in memories if _may_end_something(memory)]
    if not told:
        return []
    known = list(_known(told))
    asked: dict[int, Suggestion] = {}
    for memory in told:
        silent = list(_silent(memory, known))
        named = named_in_statements(memory.raw_text, {state.value for state in silent})
        for state in silent:
            if state.value in named:
                asked.setdefault(state.pk, _question(memory, state))
    return list(asked.values())


def _may_end_something(memory: Memory) -> bool:
    is_owners = not (is_by_assistant(memory) or has_named_speaker(memory) or memory.is_order)
    return is_owners and may_report_end(memory.raw_text)


def _known(told: Sequence[Memory]) -> Iterator[State]:
    """Yield what holds of the owner and is not asked about already."""
    spaces = {memory.user_id for memory in told}
    open_ones = Proposal.objects.filter(
        user_id__in=spaces, kind=ProposalKind.STATE, status=ProposalStatus.OPEN
    )
    waiting = set(open_ones.values_list("payload__ends", flat=True))
    rows = (
        State.objects.findable()
        .supported()
        .filter(
            ~Q(predicate__in=LASTING),
            ~Q(value=""),
            kind__in=(StateKind.FACT, StateKind.RELATION),
            subject=None,
            valid_to=None,
            superseded_at=None,
            user_id__in=spaces,
        )
    )
    for state in rows.order_by("-pk")[:MOST_FACTS]:
        if str(state.uid) not in waiting:
            yield state


def _silent(memory: Memory, known: Sequence[State]) -> Iterator[State]:
    """Yield the earlier facts of whose predicate the memory itself claims nothing, surely or not."""
    claimed = set(memory.states.values_list("predicate", flat=True))
    claimed |= set(memory.proposals.values_list("payload__predicate", flat=True))
    for state in known:
        if (
            (state.user_id, state.namespace) == (memory.user_id, memory.namespace)
            and state.predicate not in claimed
            and state.first_said_at < memory.created_at
        ):
            yield state


def _question(memory: Memory, state: State) -> Suggestion:
    return Suggestion(
        kind=ProposalKind.STATE,
        user_id=memory.user_id,
        namespace=memory.namespace,
        payload={
            "kind": state.kind,
            "predicate": state.predicate,
            "value": state.value,
            "ends": str(state.uid),
        },
        key=f"ends|{state.uid}|{memory.uid}",
        confidence=CONFIDENCE,
        method=METHOD,
        evidence=(memory.pk,),
    )
