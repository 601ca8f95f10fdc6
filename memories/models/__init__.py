"""The models of memories and of everything derived from them. Imports graph and core."""

from memories.models.embedding import (
    EmbeddingModel,
    ItemKind,
    ModelStatus,
    SearchDocument,
    VectorMetadata,
)
from memories.models.jobs import EmbeddingJob

from .bulk import BulkDecision, BulkItem, BulkOutcome
from .jobs import SHORTEST_TEXT, DerivationJob, LlmJob, LlmUsage, derives, reads_by_network
from .memory import Context, Memory, MemoryQuerySet, Tag, Trust, findable, findable_sql
from .privacy import PrivacyJob, PrivacyWork, SealedText
from .proposal import InboxRule, Proposal, ProposalKind, ProposalStatus
from .retrieval import Feedback, RetrievalRun, SearchTuning, TuningStep
from .session import Session, SessionStatus
from .state import Affect, State, StateEntity, StateKind, StateQuerySet
from .thread import Thread, ThreadMembership

__all__ = [
    "SHORTEST_TEXT",
    "Affect",
    "BulkDecision",
    "BulkItem",
    "BulkOutcome",
    "Context",
    "DerivationJob",
    "EmbeddingJob",
    "EmbeddingModel",
    "Feedback",
    "InboxRule",
    "ItemKind",
    "LlmJob",
    "LlmUsage",
    "Memory",
    "MemoryQuerySet",
    "ModelStatus",
    "PrivacyJob",
    "PrivacyWork",
    "Proposal",
    "ProposalKind",
    "ProposalStatus",
    "RetrievalRun",
    "SealedText",
    "SearchDocument",
    "SearchTuning",
    "Session",
    "SessionStatus",
    "State",
    "StateEntity",
    "StateKind",
    "StateQuerySet",
    "Tag",
    "Thread",
    "ThreadMembership",
    "Trust",
    "TuningStep",
    "VectorMetadata",
    "derives",
    "findable",
    "findable_sql",
    "reads_by_network",
]
