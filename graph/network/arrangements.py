"""What a person arranges in the graph explorer: pinned nodes and saved views."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Label, Output, Text
from graph.layout_models import NODE_NAME_LENGTH, VIEW_NAME_LENGTH

from .schemas import MAX_SNAPSHOT, NodeName

FARTHEST = 1_000_000
Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
StateText = Annotated[Text, Field(max_length=1_000)]


class PinsQuery(Input):
    """The picture that is meant."""

    focus: Annotated[Text, Field(max_length=NODE_NAME_LENGTH)] = Field(
        default="", description="The first focus of the snapshot; empty for the whole graph."
    )


class PinsInput(PinsQuery):
    """Nodes that a person moved, or lets go."""

    pin: dict[NodeName, tuple[Coordinate, Coordinate]] = Field(
        default_factory=dict, max_length=MAX_SNAPSHOT, description="x and y by node."
    )
    unpin: list[NodeName] = Field(default_factory=list, max_length=MAX_SNAPSHOT)


class PinsOut(Output):
    """The nodes of a layout that stay where a person moved them."""

    focus: str
    pinned: list[str]


class ViewInput(Input):
    """A state of the explorer under a name; a view of this name is replaced."""

    name: Annotated[Label, Field(max_length=VIEW_NAME_LENGTH)]
    state: dict[Annotated[Text, Field(max_length=40)], list[StateText]] = Field(
        max_length=40, description="The parameters of the explorer's address, each with its values."
    )


class SavedViewOut(Output):
    """A saved view, and the address that opens it."""

    id: UUID
    name: str
    state: dict[str, list[str]]
    address: str
    updated_at: datetime
