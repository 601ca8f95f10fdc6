"""Where a proposal lies: a token that may not see all of its subjects must not read it."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile

from entities.models import Entity
from memories.models import Memory, ProposalKind, State
from memories.schemas.inbox.proposals import Suggestion
from packs.spec import shared_space

from .preview import SubjectCache, SubjectIds

BETWEEN_PARTS = "/"


def placed(suggestion: Suggestion, about: SubjectIds, subjects: SubjectCache) -> Suggestion:
    """Return a suggestion in the space and namespace of all its subjects.

    Subjects of several packs belong to the shared space, which no bound token reads; memories of
    several namespaces to the one above them. A new state has the pack of its proposal, and stays.
    """
    if suggestion.kind is ProposalKind.STATE:
        return suggestion
    memories = [subjects.memories[uid] for uid in about.memories]
    rows: list[Memory | Entity | State] = [
        *memories,
        *(subjects.entities[uid] for uid in about.entities),
        *(subjects.states[uid] for uid in about.states),
    ]
    space, namespace = suggestion.user_id, suggestion.namespace
    if len({row.user_id for row in rows}) > 1:
        space = shared_space(space)
    if namespace:
        namespace = _above([namespace, *(memory.namespace for memory in memories)])
    return replace(suggestion, user_id=space, namespace=namespace)


def _above(namespaces: Iterable[str]) -> str:
    """Return the deepest namespace that holds all of these, empty if only the whole space does."""
    levels = zip(*(name.split(BETWEEN_PARTS) for name in namespaces), strict=False)
    common = takewhile(lambda names: len(set(names)) == 1, levels)
    return BETWEEN_PARTS.join(names[0] for names in common)
