"""Ask whether facts about the owner still hold of which a message seems to tell the end.

Rules read plain words of change. Most people tell it otherwise ("the cello's been with its new
owner since Easter"), and a fact that nobody ended would be told as true for years. Nor does a rule
end what somebody sets right ("not penicillin but amoxicillin"). Facts of other packs are asked about
too, unless the token that saved the message is bound (docs/decisions/0024-facts-across-packs.md).
"""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from operator import or_

from django.db.models import Q

from core.caller import base_user_of
from core.db.fields import of_person
from memories.knowledge.states.elsewhere import saved_without_bounds
from memories.models import Memory, Proposal, ProposalKind, ProposalStatus, State, StateKind
from memories.records.mentions import has_named_speaker, is_by_assistant
from memories.schemas.inbox.proposals import Suggestion
from nlp.facts.own_change import (
    may_correct,
    may_report_end,
    named_in_statements,
    taken_back,
    tells_parting,
)
from nlp.predicates import MARRIED
from packs.spec import shared_space

METHOD = "model:doubt:1"
# About four in five such messages of other writers report an end.
CONFIDENCE = 0.75
CORRECTION, CORRECTION_CONFIDENCE = "rules:correction:1", 0.85
# Of what is known of a person, the newest are compared with what is said.
MOST_FACTS = 300
# What a person has for life, and what changes with every year.
LASTING = ("age", "birthday", "colleague", "family_member", "friend", "from", "name")


def suggest_ends(memories: Sequence[Memory]) -> list[Suggestion]:
    """Return a question for each fact that one of these memories may have ended or corrected."""
    told = [memory for memory in memories if _may_end_something(memory)]
    if not told:
        return []
    free = saved_without_bounds(told)
    known = list(_known(told, free))
    asked: dict[int, Suggestion] = {}
    for memory in told:
        earlier = list(_earlier(memory, known, is_free=memory.pk in free))
        for state in _corrected(memory, earlier):
            asked.setdefault(
                state.pk, question_of_end(memory, state, CORRECTION, CORRECTION_CONFIDENCE)
            )
        for state in _doubted(memory, earlier):
            asked.setdefault(state.pk, question_of_end(memory, state, METHOD, CONFIDENCE))
    return list(asked.values())


def _may_end_something(memory: Memory) -> bool:
    is_owners = not (is_by_assistant(memory) or has_named_speaker(memory) or memory.is_order)
    return is_owners and (may_correct(memory.raw_text) or may_report_end(memory.raw_text))


def _corrected(memory: Memory, earlier: Sequence[State]) -> Iterator[State]:
    """Yield the facts of which the memory says that another value is right."""
    if may_correct(memory.raw_text):
        facts = {(state.predicate, state.value) for state in earlier}
        wrong = taken_back(memory.raw_text, facts)
        yield from (state for state in earlier if (state.predicate, state.value) in wrong)


def _doubted(memory: Memory, earlier: Sequence[State]) -> Iterator[State]:
    """Yield the facts that a report of a change names, and of whose predicate it claims nothing."""
    if may_report_end(memory.raw_text):
        claimed = set(memory.states.values_list("predicate", flat=True))
        claimed |= set(memory.proposals.values_list("payload__predicate", flat=True))
        left_out = claimed.union(LASTING)
        if not tells_parting(memory.raw_text):
            left_out.add(MARRIED)
        silent = [one for one in earlier if one.predicate not in left_out]
        named = named_in_statements(memory.raw_text, {state.value for state in silent})
        yield from (state for state in silent if state.value in named)


def asked_about(spaces: Q) -> set[str]:
    """Return the ids of the facts of which a question waits whether they still hold."""
    rows = Proposal.objects.filter(spaces, kind=ProposalKind.STATE, status=ProposalStatus.OPEN)
    return set(rows.exclude(payload__ends=None).values_list("payload__ends", flat=True))


def _known(told: Sequence[Memory], free: Collection[int]) -> Iterator[State]:
    """Yield what holds of the owner and is not asked about already."""
    whole = {base_user_of(memory.user_id) for memory in told if memory.pk in free}
    spaces = reduce(or_, map(of_person, whole), Q(user_id__in={one.user_id for one in told}))
    waiting = asked_about(spaces)
    rows = (
        State.objects.findable()
        .supported()
        .filter(
            spaces,
            ~Q(value=""),
            kind__in=(StateKind.FACT, StateKind.RELATION),
            subject=None,
            valid_to=None,
            superseded_at=None,
        )
    )
    for state in rows.order_by("-pk")[:MOST_FACTS]:
        if str(state.uid) not in waiting:
            yield state


def _earlier(memory: Memory, known: Sequence[State], *, is_free: bool) -> Iterator[State]:
    """Yield the facts that were said before, and that the memory may ask about."""
    for state in known:
        if (
            (state.user_id == memory.user_id or (is_free and _is_of_same(memory, state)))
            and state.namespace == memory.namespace
            and state.first_said_at < memory.created_at
        ):
            yield state


def _is_of_same(memory: Memory, state: State) -> bool:
    return base_user_of(memory.user_id) == base_user_of(state.user_id)


def question_of_end(memory: Memory, state: State, method: str, confidence: float) -> Suggestion:
    """Return the question whether a memory tells that a fact no longer holds."""
    space = memory.user_id
    if state.user_id != space:
        # No token that is bound to packs reads it there.
        space = shared_space(space)
    return Suggestion(
        kind=ProposalKind.STATE,
        user_id=space,
        namespace=memory.namespace,
        payload={
            "kind": state.kind,
            "predicate": state.predicate,
            "value": state.value,
            "ends": str(state.uid),
        },
        key=f"ends|{state.uid}|{memory.uid}",
        confidence=confidence,
        method=method,
        evidence=(memory.pk,),
    )
