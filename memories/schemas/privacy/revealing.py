"""The original of a masked memory."""

from datetime import datetime
from uuid import UUID

from core.schemas import Output


class RevealedOut(Output):
    """The texts of a memory before they were masked; null for one that was not."""

    id: UUID
    text: str | None
    assistant_text: str | None
    title: str | None
    expires_at: datetime
