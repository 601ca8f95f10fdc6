"""`/api/entities/{id}/relations/`: how an entity relates to others, as stored or as it follows."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer
from entities.models import Entity
from graph.schemas import RelationOut
from memories.selectors.entities import entity_relations, relation_outs
from memories.selectors.inferred import inferred_relations

INFERRED = OpenApiParameter(
    "inferred",
    OpenApiTypes.BOOL,
    description="true: instead of what is stored, what follows from it by the rules of the types.",
)


class EntityRelationActions(ApiViewSet[Entity]):
    """The relations of one entity."""

    @extend_schema(parameters=[INFERRED], responses=RelationOut)
    @action(detail=True, methods=["get"])
    def relations(self, request: Request, pk: str) -> Response:
        """Return how an entity relates to others, the latest recorded first."""
        caller, uid = caller_of(request), parsing.uid(pk)
        if parsing.flag(request, "inferred"):
            self.check_single_page()
            return answer(inferred_relations(caller, uid))
        rows = entity_relations(caller, uid)
        return self.page(rows, lambda found: relation_outs(caller, found), order=("-id",))
