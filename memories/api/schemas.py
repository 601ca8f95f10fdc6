"""Bodies that only REST has."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from ..models import Revision
from ..schemas.inputs import Input, Text


class ForgetInput(Input):
    """Which memories to forget, and whether that was confirmed."""

    ids: list[UUID] = Field(min_length=1, max_length=1_000)
    confirm: bool = False
    reason: Annotated[Text, Field(max_length=2_000)] = ""


def revision_out(revision: Revision) -> dict[str, Any]:
    """Return a journal entry for a client."""
    return {
        "id": revision.pk,
        "action": revision.action,
        "target_type": revision.target_type,
        "target_id": revision.target_id,
        "change_id": str(revision.change_id),
        "before": revision.before,
        "after": revision.after,
        "reason": revision.reason,
        "evidence": revision.evidence,
        "actor": revision.actor,
        "created_at": revision.created_at.isoformat(),
        "erased_at": revision.erased_at.isoformat() if revision.erased_at else None,
    }
