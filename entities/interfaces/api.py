"""`/api/entity-types/`; ``memories.interfaces.api.entities`` has the entities."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet
from core.schemas import parsed
from entities.models import EntityType
from entities.schemas import EntityTypeOut, EntityTypePatch, NewEntityType
from entities.types.entity_types import (
    entity_type_create,
    entity_type_get,
    entity_type_list,
    entity_type_out,
    entity_type_outs,
    entity_type_revise,
)


class EntityTypeViewSet(ApiViewSet[EntityType]):
    """Kinds of entities: those that everybody has, and your own."""

    model = EntityType
    page_order = ("type_name",)

    @extend_schema(responses=EntityTypeOut)
    def list(self, request: Request) -> Response:
        """List the types by key."""
        caller = caller_of(request)
        return self.page(entity_type_list(caller), partial(entity_type_outs, caller))

    @extend_schema(request=NewEntityType, responses={201: EntityTypeOut})
    def create(self, request: Request) -> Response:
        """Add a type of your own; for the owner, or a token with the scope `admin`."""
        item = parsed(NewEntityType, parsing.body(request))
        return answer(entity_type_create(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=EntityTypeOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one type."""
        return answer(entity_type_out(entity_type_get(caller_of(request), pk)))

    @extend_schema(request=EntityTypePatch, responses=EntityTypeOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change a type of your own, or how you call a shared one; for the owner, or the scope `admin`.

        A shared type is called so for you alone. An empty description, icon or color, or the shared
        name, takes your own back. With `for_everybody` the operator changes the type itself.
        """
        patch = parsed(EntityTypePatch, parsing.body(request))
        return answer(entity_type_revise(caller_of(request), pk, patch))
