"""A scan of what is stored for secrets and personal data."""

from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output
from packs.schemas import PackId


class ScanInput(Input):
    """Which packs to read, and whether to do what their policies say."""

    pack: list[PackId] = Field(
        default_factory=list, max_length=100, description="All, if left out."
    )
    apply: bool = Field(
        default=False, description="Mask, hide or ask, by the policy of each pack; else only count."
    )


class ScanRow(Output):
    """How many memories of a pack hold a kind of sensitive text, and what its policy does with it.

    ``ids`` are the first 100 of them; ``treatment`` is keep, mask, refuse or ask.
    """

    pack: str
    kind: str
    label: str
    treatment: str
    count: int
    ids: list[UUID]
