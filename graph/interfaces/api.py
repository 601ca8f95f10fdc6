"""`/api/relation-types/`, and `/api/types/` for all kinds together."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, ApiViewSet, query_parameters
from core.schemas import parsed
from graph.models import RelationType
from graph.schemas import (
    NewRelationType,
    RelationTypeFilters,
    RelationTypeOut,
    RelationTypePatch,
    TypesOut,
)
from graph.types import (
    all_types,
    relation_type_create,
    relation_type_get,
    relation_type_list,
    relation_type_out,
    relation_type_outs,
    relation_type_revise,
)


class RelationTypeViewSet(ApiViewSet[RelationType]):
    """Kinds of links and relations: those that everybody has, and your own."""

    model = RelationType
    page_order = ("type_name",)

    @extend_schema(parameters=query_parameters(RelationTypeFilters), responses=RelationTypeOut)
    def list(self, request: Request) -> Response:
        """List the types by key."""
        filters, caller = parsing.query(request, RelationTypeFilters), caller_of(request)
        return self.page(relation_type_list(caller, filters), partial(relation_type_outs, caller))

    @extend_schema(request=NewRelationType, responses={201: RelationTypeOut})
    def create(self, request: Request) -> Response:
        """Add a type of your own; for the owner, or a token with the scope `admin`."""
        item = parsed(NewRelationType, parsing.body(request))
        return answer(relation_type_create(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=RelationTypeOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one type."""
        return answer(relation_type_out(relation_type_get(caller_of(request), pk)))

    @extend_schema(request=RelationTypePatch, responses=RelationTypeOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change a type of your own, or how you call a shared one; for the owner, or the scope `admin`.

        A shared type is called so for you alone. An empty description or color, or the shared
        name, takes your own back. With `for_everybody` the operator changes the type itself.
        """
        patch = parsed(RelationTypePatch, parsing.body(request))
        return answer(relation_type_revise(caller_of(request), pk, patch))


class TypesView(ApiView):
    """Every type that a save may name."""

    @extend_schema(responses=TypesOut)
    def get(self, request: Request) -> Response:
        """List memory types, entity types and relation types together."""
        return answer(all_types(caller_of(request)))
