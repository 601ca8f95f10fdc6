"""Proposals to decide, and everything stored as it was before."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model

from core.caller import Caller
from core.journal import snapshot
from entities.models import Entity
from memories.inbox.proposals import create_proposals
from memories.models import Memory, Proposal, ProposalKind
from memories.schemas import SavedOut
from memories.schemas.inbox.proposals import Suggestion

Save = Callable[..., SavedOut]
Suggest = Callable[..., Proposal]
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
# What a decision may leave behind: the journal and the log of changed nodes grow, and indexes are
# made anew.
LEFT_OUT = {
    "revision", "graphchange", "embeddingjob", "vectormetadata", "searchdocument",
    "embeddingmodel", "sealedtext",
}  # fmt: skip
OURS = ("core", "entities", "graph", "memories")
# Shared nodes that a move made stay; nobody is listed under them.
STAYING = {"tag", "context"}
Rows = dict[str, list[dict[str, Any]]]


def all_rows() -> Rows:
    """Return every stored row of ours, table by table, as the journal sees them."""
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in OURS and model._meta.model_name not in LEFT_OUT | STAYING
    ]
    return {
        model._meta.label: [_values(row) for row in model._default_manager.order_by("pk")]
        for model in models
    }


def _values(row: Model) -> dict[str, Any]:
    """Return the columns of a row; the key of a row between two tables says nothing."""
    values = snapshot(row)
    if row._meta.auto_created:
        del values["id"]
    return values


@pytest.fixture
def suggest() -> Suggest:
    """Put one proposal into the inbox: ``suggest(owner, "link", {"source": …})``."""

    def _suggest(caller: Caller, kind: str, payload: dict[str, Any], **fields: Any) -> Proposal:
        fields = {"user_id": caller.space("work"), "method": "rules", "confidence": 0.7} | fields
        wanted = Suggestion(kind=ProposalKind(kind), payload=payload, **fields)
        return create_proposals([wanted], now=NOW)[0]

    return _suggest


@pytest.fixture
def pair(owner: Caller, save: Save) -> tuple[SavedOut, SavedOut]:
    """Two memories of Alice's at work."""
    first = save(owner, "The budget for Aozora is 30,000 euros.", pack="work")
    second = save(owner, "The budget for Aozora was raised to 45,000 euros.", pack="work")
    return first, second


@pytest.fixture
def people(owner: Caller, save: Save) -> tuple[Entity, Entity]:
    """田中太郎 and the project Aozora, mentioned and related."""
    save(
        owner,
        "田中さんとAozoraの打ち合わせ。",
        pack="work",
        entities=[
            {"name": "田中太郎", "type": "Person", "aliases": ["田中"]},
            {"name": "Aozora", "type": "Project"},
        ],
        relations=[{"source": "田中太郎", "target": "Aozora", "type": "participates_in"}],
    )
    return Entity.objects.get(name="田中太郎"), Entity.objects.get(name="Aozora")


def memory_of(saved: SavedOut) -> Memory:
    """Return the row of a saved memory."""
    return Memory.objects.get(uid=saved.id)
