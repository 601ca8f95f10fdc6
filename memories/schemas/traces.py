"""What each step of a search made of its candidates, as REST and the browser show it."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pydantic import Field

from core.schemas import Output


class WordOut(Output):
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
    """The query as it was understood."""

    words: list[WordOut]
    speakers: list[str]
    entities: list[str]
    identifiers: list[str]
    times: list[AskedTimeOut]
    asks_when: bool


class TracedSpaceOut(Output):
    """Where it was looked, and how much of it the filters left."""

    pack: str
    memories: int
    allowed: int | None = Field(description="Null where there was no filter.")


class TracedRouteOut(Output):
    """What one route brought from one pack."""

    route: str
    pack: str
    found: int
    quota: int | None
    is_full: bool = Field(description="Whether the quota was reached, and more may have been cut.")
    best: float
    least: float
    detail: str


class Missed(StrEnum):
    """Why a route did not bring a candidate that another one brought."""

    BELOW_FLOOR = "below_floor"
    BELOW_QUOTA = "below_quota"
    NO_MATCH = "no_match"


class TracedPlaceOut(Output):
    """Where a candidate stood in one route."""

    route: str
    rank: int | None
    score: float | None
    missed: Missed | None = None


class CandidateOut(Output):
    """One candidate through every step."""

    id: UUID
    title: str
    pack: str
    fate: str = Field(description="shown, folded, limit, unranked, unlinked or gone")
    place: int | None = Field(description="Its place in the answer, or that of what it folds into.")
    routes: list[TracedPlaceOut]
    cosine: float | None
    shares: dict[str, float] = Field(description="Its weighted features, summed by part.")
    features: dict[str, float] = Field(description="Single features; of the first rows only.")
    sum: float
    relevance: float | None
    reranked: float | None = Field(description="What the reranker said, where one is on, 0–1.")
    linked_from: UUID | None
    links: int | None
    parts: dict[str, float] = Field(description="The parts and factors of the final score.")
    score: float | None


class StageCounts(Output):
    """How many candidates each step kept."""

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
