"""One claim on its way to a state: whose, of what, said when and in which memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from entities.models import Entity
from memories.models import Memory, State
from nlp.facts import Claim
from nlp.text.fold import name_key

# What an assistant says weighs less than what the owner says; of a person it is certain.
STATED, ASSISTANT = "stated", "assistant"


@dataclass(frozen=True, slots=True)
class ResolvedClaim:
    """A claim with the entities that its words name; None where they name none.

    A subject of None is the owner where ``claim.subject`` is None as well, and nobody else.
    """

    claim: Claim
    subject: Entity | None = None
    object: Entity | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim in its place: what a state would hold."""

    user_id: str
    namespace: str
    kind: str
    subject: Entity | None
    predicate: str
    value: str
    said_at: datetime
    confidence: float
    method: str
    object: Entity | None = None
    body: str = ""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    due_at: datetime | None = None
    ends: bool = False
    salience: float = 0.5
    searchable: bool = True
    reason: str = ""
    evidence: Sequence[int] = field(default=())

    @property
    def is_persons(self) -> bool:
        """Whether a person said it to the program, not in passing."""
        return self.method == STATED

    @property
    def starts_at(self) -> datetime:
        """When it holds at the latest: from its date, else from when it was said."""
        return self.valid_from or self.said_at

    @property
    def is_orderly(self) -> bool:
        """Whether it ends after it begins."""
        return not (self.valid_from and self.valid_to and self.valid_to <= self.valid_from)

    def equals(self, state: State) -> bool:
        """Whether a state says the same of the same; its dates may differ."""
        if self.object is not None and state.relation is not None:
            ends = {state.relation.source_id, state.relation.target_id}
            return self.object.entity_id in ends - {state.subject_id}
        return name_key(state.value) == name_key(self.value)


def assertion_from_memory(resolved: ResolvedClaim, memory: Memory) -> Assertion:
    """Return what a memory says; what an assistant said there is less sure."""
    claim, thing = resolved.claim, resolved.object
    return Assertion(
        user_id=memory.user_id,
        namespace=memory.namespace,
        kind=claim.kind,
        subject=resolved.subject,
        predicate=claim.predicate,
        value=thing.name if thing else claim.value,
        said_at=memory.created_at,
        confidence=claim.confidence * memory.confidence,
        method=claim.method,
        object=thing,
        valid_from=claim.valid_from,
        valid_to=claim.valid_to,
        due_at=claim.due_at,
        ends=claim.ends,
        salience=memory.importance_score,
        searchable=memory.searchable,
        reason=resolved.reason,
        evidence=(memory.pk,),
    )
