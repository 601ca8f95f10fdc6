"""An entity with what is known around it."""

from entities.schemas import EntityOut
from graph.schemas import RelationOut


class EntityDetail(EntityOut):
    """An entity with its relations, the current ones first."""

    relations: list[RelationOut]
