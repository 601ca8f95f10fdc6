"""Inputs and outputs of the memory services, shared by MCP, REST, browser and import.

Inputs are frozen pydantic models: one definition gives validation with field
paths, the JSON Schema of MCP tools and the OpenAPI of REST (docs/decisions/0002).
"""

from core.schemas import parsed

from .context import ContextFormat, ContextInput, ContextOrder, ContextOut, ContextSections
from .inputs import BatchInput, EntityInput, LinkInput, MemoryInput, MemoryPatch, RelationInput
from .links import LinkOut, MemoryDetail, RelatedMemory, RelatedOut
from .outputs import (
    BatchOut,
    EndedOut,
    EntityRef,
    ErasurePreview,
    HeldOut,
    LinkedOut,
    MemoryOut,
    RemovalOut,
    SavedOut,
    UnsharedKind,
    UnsharedOut,
)
from .search.inputs import Kind, Near, Order, SearchFilters, SearchInput, SearchMode, Sort, Validity
from .search.results import (
    Explanation,
    Hit,
    ReplacedBy,
    RouteScore,
    SearchOut,
    StateHit,
    UnderstoodOut,
    UnderstoodTime,
)

__all__ = [
    "BatchInput",
    "BatchOut",
    "ContextFormat",
    "ContextInput",
    "ContextOrder",
    "ContextOut",
    "ContextSections",
    "EndedOut",
    "EntityInput",
    "EntityRef",
    "ErasurePreview",
    "Explanation",
    "HeldOut",
    "Hit",
    "Kind",
    "LinkInput",
    "LinkOut",
    "LinkedOut",
    "MemoryDetail",
    "MemoryInput",
    "MemoryOut",
    "MemoryPatch",
    "Near",
    "Order",
    "RelatedMemory",
    "RelatedOut",
    "RelationInput",
    "RemovalOut",
    "ReplacedBy",
    "RouteScore",
    "SavedOut",
    "SearchFilters",
    "SearchInput",
    "SearchMode",
    "SearchOut",
    "Sort",
    "StateHit",
    "UnderstoodOut",
    "UnderstoodTime",
    "UnsharedKind",
    "UnsharedOut",
    "Validity",
    "parsed",
]
