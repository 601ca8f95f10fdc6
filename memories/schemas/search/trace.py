"""The trace of a search: the parsed query, the routes, and each candidate through every step."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pydantic import Field

from core.schemas import Output


class AskedWordOut(Output):
    """A word that was looked up."""

    word: str
    share: float = Field(description="Its share of the question, by its rarity, 0–1.")
    memories: int | None = Field(
        description="How many memories of these packs hold it; null for a token bound to a namespace."
    )


class AskedTimeOut(Output):
    """A time that was read in the query; half-open."""

    text: str
    start: datetime | None
    end: datetime | None
    confidence: float


class AskedOut(Output):
    """The parsed query."""

    words: list[AskedWordOut]
    speakers: list[str]
    entities: list[str]
    identifiers: list[str]
    times: list[AskedTimeOut]
    asks_when: bool


class TracedSpaceOut(Output):
    """A searched space, and the number of memories that match the filters."""

    pack: str
    memories: int
    allowed: int | None = Field(description="Null where there was no filter.")


class TracedRouteOut(Output):
    """The results of one route in one pack."""

    route: str
    pack: str
    found: int
    quota: int | None
    is_full: bool = Field(description="Whether the quota was reached, and more may have been cut.")
    best: float
    least: float
    detail: str


class Missed(StrEnum):
    """Why a route missed a candidate that another route found."""

    BELOW_FLOOR = "below_floor"
    BELOW_QUOTA = "below_quota"
    NO_MATCH = "no_match"


class TracedPlaceOut(Output):
    """The rank of a candidate in one route."""

    route: str
    rank: int | None
    score: float | None
    missed: Missed | None = None


class CandidateOut(Output):
    """One candidate through every step."""

    id: UUID
    title: str
    pack: str
    fate: str = Field(
        description="shown, folded, limit, weak, unranked, unlinked, gone or only_now"
    )
    place: int | None = Field(description="Its place in the answer, or that of what it folds into.")
    routes: list[TracedPlaceOut]
    cosine: float | None
    shares: dict[str, float] = Field(description="Its weighted features, summed by part.")
    features: dict[str, float] = Field(description="Single features now; of the first rows only.")
    sum: float
    relevance: float | None
    reranked: float | None = Field(description="What the reranker said, where one is on, 0–1.")
    linked_from: UUID | None
    links: int | None
    parts: dict[str, float] = Field(description="The parts and factors of the final score.")
    score: float | None


class StageCounts(Output):
    """The number of candidates that each step kept."""

    blended: int
    connected: int
    ranked: int
    folded: int
    shown: int
    limit: int


class TraceOut(Output):
    """A search step by step. Candidates that the caller may not see now are left out."""

    asked: AskedOut
    spaces: list[TracedSpaceOut]
    routes: list[TracedRouteOut]
    least_cosine: float
    multipliers: dict[str, float] = Field(description="What feedback changed in the weights.")
    counts: StageCounts
    candidates: list[CandidateOut]
    is_complete: bool = Field(
        description="Whether the search could be made again: for how the question was read, single"
        " features, and what was no hit. Never for a token of a namespace."
    )
    changed: int | None = Field(
        description="Hits that only one of the search then and the same search now has."
    )
