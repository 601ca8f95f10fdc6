"""The parameters of save_memory, with the usual types as short enums; any other word is taken too."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from core.schemas import Text
from memories.schemas import EntityInput, LinkInput, MemoryInput, RelationInput
from memories.schemas.inputs import SaidState

MEMORY_TYPES = "fact event note decision insight success failure task preference"
ENTITY_TYPES = "Person Organization Project Technology Location Event Document Concept"
RELATION_TYPES = (
    "works_for member_of leads knows friend family_member located_in part_of uses relates_to"
)
LINK_TYPES = "related supersedes supports contradicts extends caused_by depends_on"
RARE = "device_id latitude longitude client_context image_summaries"


def _usual(words: str) -> Any:
    return Field(json_schema_extra={"enum": list[Any](words.split())})


class _Entity(EntityInput):
    type: Annotated[Text, Field(max_length=64), _usual(ENTITY_TYPES)] = "Concept"


class _Relation(RelationInput):
    type: Annotated[Text, Field(max_length=64), _usual(RELATION_TYPES)] = "relates_to"


class _State(SaidState):
    kind: Annotated[Text, Field(max_length=64), _usual("fact relation task")] = Field(
        default="fact", description="task: to do"
    )


class _Link(LinkInput):
    type: Annotated[Text, Field(max_length=64), _usual(LINK_TYPES)] = "related"


def _without_rare(schema: dict[str, Any]) -> None:
    """Hide what an assistant rarely needs; it is still taken."""
    for name in RARE.split():
        del schema["properties"][name]


class SaveArguments(MemoryInput):
    """One thing to remember, verbatim."""

    model_config = ConfigDict(json_schema_extra=_without_rare)

    memory_type: Annotated[Text, Field(max_length=32), _usual(MEMORY_TYPES)] | None = None
    # Safe, since inputs never change: a list of them is read as one of the plainer kind.
    entities: list[_Entity] = Field(default_factory=list, max_length=100)  # type: ignore[assignment]
    relations: list[_Relation] = Field(default_factory=list, max_length=200)  # type: ignore[assignment]
    states: list[_State] = Field(default_factory=list, max_length=50)  # type: ignore[assignment]
    links: list[_Link] = Field(default_factory=list, max_length=100)  # type: ignore[assignment]
