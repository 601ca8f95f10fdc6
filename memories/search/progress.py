"""One search as it goes on."""

from dataclasses import dataclass, field
from datetime import datetime

from accounts.caller import Caller
from graph.queries import Reached

from ..models import MemoryQuerySet
from ..schemas import SearchInput
from .fusion import Blend
from .plan import Plan
from .routes import Found, Scope


@dataclass(slots=True)
class Search:
    """One search as it goes on; what it collects becomes the answer and the run."""

    caller: Caller
    request: SearchInput
    plan: Plan
    packs: list[str]
    allowed: MemoryQuerySet
    where: Scope
    now: datetime
    found: list[Found] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    reached: dict[int, Reached] = field(default_factory=dict)
    blend: Blend = field(default_factory=lambda: Blend({}, {}))
    relevance: dict[int, float] = field(default_factory=dict)
