"""Combine the parts of the evidence for a relation into one confidence."""

import math
from dataclasses import asdict, dataclass

# The most that each part alone makes likely; set by hand on read proposals (docs/graph-quality.md).
BY_ASSOCIATION, BY_NEIGHBORS, BY_VECTORS = 0.8, 0.65, 0.25
# So many memories, and such an index, are half of what is possible.
HALF_SUPPORT, HALF_INDEX = 2, 1.5
# Vectors of any two entities are as near as this.
USUAL_COSINE = 0.5


@dataclass(frozen=True, slots=True)
class Parts:
    """The evidence for a relation; a part that says nothing is 0.

    ``npmi`` is −1 to 1, over ``memories`` that name both; ``adamic_adar`` is 0 or more; ``cosine`` of both
    vectors is −1 to 1; ``rule`` is the confidence of a type rule, 0 to 1.
    """

    npmi: float = 0.0
    memories: int = 0
    adamic_adar: float = 0.0
    cosine: float = 0.0
    rule: float = 0.0

    @property
    def by_association(self) -> float:
        """What being named together makes likely, 0 to 1."""
        support = self.memories / (self.memories + HALF_SUPPORT)
        return BY_ASSOCIATION * math.sqrt(max(0.0, self.npmi)) * support

    @property
    def by_neighbors(self) -> float:
        """What shared neighbors make likely, 0 to 1."""
        return BY_NEIGHBORS * self.adamic_adar / (self.adamic_adar + HALF_INDEX)

    @property
    def by_vectors(self) -> float:
        """What near vectors make likely, 0 to 1."""
        return BY_VECTORS * max(0.0, self.cosine - USUAL_COSINE) / (1 - USUAL_COSINE)

    @property
    def confidence(self) -> float:
        """How likely the relation is, 0 to 1, as if the parts were independent."""
        parts = (self.by_association, self.by_neighbors, self.by_vectors, self.rule)
        return 1 - math.prod(1 - part for part in parts)

    def as_payload(self) -> dict[str, float]:
        """Return the parts that say something, rounded."""
        return {name: round(value, 4) for name, value in asdict(self).items() if value}
