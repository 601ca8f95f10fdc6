"""`/api/entities/`: people and things."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import answer, query_parameters
from core.schemas import parsed
from entities.models import Entity
from entities.schemas import EntityFilters, EntityOut, EntityPatch, NewEntity
from memories.schemas import MemoryOut
from memories.schemas.states import EntityDetail
from memories.selectors.entities import entities_found, entity_detail, entity_memories, entity_outs
from memories.selectors.memories import memories_out
from memories.services.knowledge import entity_create, entity_delete, entity_revise

from .entity_changes import EntityChangeActions
from .entity_relations import EntityRelationActions
from .orders import NEWEST_FIRST


class EntityViewSet(EntityRelationActions, EntityChangeActions):
    """People and things of the caller's packs."""

    model = Entity
    lookup_field = "entity_id"
    lookup_url_kwarg = "pk"
    page_order = ("name_key", "id")
    paged_actions = ("memories", "relations", "mentions")

    @extend_schema(parameters=query_parameters(EntityFilters), responses=EntityOut)
    def list(self, request: Request) -> Response:
        """List entities by name; `q` is looked for in names and aliases."""
        caller = caller_of(request)
        rows = entities_found(caller, parsing.query(request, EntityFilters))
        return self.page(rows, partial(entity_outs, caller))

    @extend_schema(request=NewEntity, responses={201: EntityOut})
    def create(self, request: Request) -> Response:
        """Make a person or thing that no memory has mentioned yet."""
        item = parsed(NewEntity, parsing.body(request))
        return answer(entity_create(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=EntityDetail)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one entity with its aliases and relations."""
        return answer(entity_detail(caller_of(request), parsing.uid(pk)))

    @extend_schema(request=EntityPatch, responses=EntityOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change fields; aliases are replaced."""
        patch = parsed(EntityPatch, parsing.body(request))
        return answer(entity_revise(caller_of(request), parsing.uid(pk), patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Remove an entity that nothing mentions; 409 where something does."""
        entity_delete(caller_of(request), parsing.uid(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses=MemoryOut)
    @action(detail=True, methods=["get"])
    def memories(self, request: Request, pk: str) -> Response:
        """Return the memories that mention an entity, newest first."""
        rows = entity_memories(caller_of(request), parsing.uid(pk))
        return self.page(rows, memories_out, order=NEWEST_FIRST)
