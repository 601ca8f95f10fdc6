"""What goes in and out of the memory services, the same for MCP, REST, browser and import.

Inputs are frozen pydantic models: one definition gives validation with field
paths, the JSON Schema of MCP tools and the OpenAPI of REST (docs/decisions/0002).
"""

from accounts.schemas import parsed

from .inputs import (
    BatchInput,
    ContextInput,
    EntityInput,
    LinkInput,
    MemoryInput,
    MemoryPatch,
    RelationInput,
    SearchFilters,
    SearchInput,
    SearchMode,
)
from .outputs import (
    BatchOut,
    ContextOut,
    EntityRef,
    ErasurePreview,
    Explanation,
    Hit,
    LinkOut,
    MemoryOut,
    RelatedMemory,
    RelatedOut,
    RemovalOut,
    RouteScore,
    SavedOut,
    SearchOut,
)

__all__ = [
    "BatchInput",
    "BatchOut",
    "ContextInput",
    "ContextOut",
    "EntityInput",
    "EntityRef",
    "ErasurePreview",
    "Explanation",
    "Hit",
    "LinkInput",
    "LinkOut",
    "MemoryInput",
    "MemoryOut",
    "MemoryPatch",
    "RelatedMemory",
    "RelatedOut",
    "RelationInput",
    "RemovalOut",
    "RouteScore",
    "SavedOut",
    "SearchFilters",
    "SearchInput",
    "SearchMode",
    "SearchOut",
    "parsed",
]
