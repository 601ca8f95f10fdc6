"""Compare what is said of the owner, or of a person, with what other packs know of them.

What the owner says has changed ends there too; another value without a word of change is asked about.

A token that is bound to packs or to a namespace changes nothing outside of them: what it saves is
compared within its pack only (docs/decisions/0024-facts-across-packs.md).
"""

from collections.abc import Iterable, Sequence

from accounts.models import ApiToken
from core.caller import Role, base_user_of
from core.db.fields import of_person
from core.journal import Change
from core.models import Action, Revision
from entities.models import ValidationStatus
from graph.same_as import same_as_of_person, same_entities
from memories.models import Memory, State
from memories.schemas.inbox.proposals import Suggestion

from .assertions import Assertion, in_full
from .suggestions import suggest_contradiction
from .transitions import Transition, decide_transition
from .versions import close_relation, ended_by, update_version


def saved_without_bounds(memories: Sequence[Memory]) -> frozenset[int]:
    """Return the keys of memories whose writer may reach every pack and namespace."""
    actors = dict(
        Revision.objects.filter(
            target_type="memory",
            action=Action.CREATE,
            target_id__in=[str(memory.uid) for memory in memories],
        ).values_list("target_id", "actor")
    )
    names = {actor.partition(":")[2] for actor in actors.values() if _is_token(actor)}
    free = _unbound_tokens(names) if names else frozenset()
    return frozenset(
        memory.pk
        for memory in memories
        if _may_reach_all(actors.get(str(memory.uid), ""), base_user_of(memory.user_id), free)
    )


def _is_token(actor: str) -> bool:
    return actor.startswith(f"{Role.ASSISTANT}:")


def _may_reach_all(actor: str, person: str, free: frozenset[tuple[str, str]]) -> bool:
    if _is_token(actor):
        return (person, actor.partition(":")[2]) in free
    return actor.startswith(Role.OWNER)


def _unbound_tokens(names: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return person and name of the tokens all of whose namesakes are unbound."""
    rows = ApiToken.objects.filter(name__in=list(names)).values_list(
        "user__username", "name", "packs", "namespace"
    )
    bound = {(person, name) for person, name, packs, namespace in rows if packs or namespace}
    return frozenset({(person, name) for person, name, *_ in rows} - bound)


def end_elsewhere(change: Change, assertion: Assertion, *, is_single: bool) -> list[State]:
    """End the states of the owner, or of the same person, in other packs; return them.

    Only a clear end or a single new value with a word of change ends anything.
    """
    if not (assertion.ends or (is_single and assertion.is_change)):
        return []
    ended = []
    known = _known_elsewhere(assertion)
    meant = in_full(assertion, known)
    for state in known:
        # What is not known here may be known there.
        planned = decide_transition(meant, [state], is_single=is_single)
        is_end = planned.transition in {Transition.END, Transition.REPLACE}
        if is_end and planned.state is not None and planned.at is not None:
            close_relation(change, state.relation, planned.at)
            extra = ended_by(state, assertion)
            ended.append(update_version(change, state, valid_to=planned.at, extra_data=extra))
    return ended


def ask_about_others(assertion: Assertion, made: State) -> list[Suggestion]:
    """Return questions about values of a single-valued fact in other packs that ``made`` contradicts.

    They lie in the shared space, which no token reads that is bound to packs.
    """
    return [
        suggest_contradiction(assertion, state, made)
        for state in _known_elsewhere(assertion)
        if decide_transition(assertion, [state], is_single=True).transition is Transition.CONTRADICT
    ]


def _known_elsewhere(assertion: Assertion) -> list[State]:
    user, subject = base_user_of(assertion.user_id), assertion.subject
    rows = State.objects.filter(
        of_person(user),
        namespace=assertion.namespace,
        predicate=assertion.predicate,
        superseded_at=None,
        valid_to=None,
    ).exclude(user_id=assertion.user_id)
    if subject is None:
        rows = rows.filter(subject=None)
    else:
        same = same_entities(same_as_of_person(user), [subject.entity_id])
        rows = rows.filter(subject__entity_id__in=same[subject.entity_id])
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return list(rows.select_related("relation"))
