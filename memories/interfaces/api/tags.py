"""`/api/tags/` and `/api/contexts/`."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer, query_parameters
from core.schemas import parsed
from memories.models import Context, Tag
from memories.schemas.groups import (
    ContextNodeInput,
    ContextNodePatch,
    NodeFilters,
    NodeOut,
    TagInput,
    TagPatch,
)
from memories.selectors.tags import context_get, context_list, node_outs, tag_get, tag_list
from memories.services.groups import (
    context_create,
    context_delete,
    context_rename,
    tag_create,
    tag_delete,
    tag_rename,
)


class TagViewSet(ApiViewSet[Tag]):
    """Tags of the caller's packs; names are unique within a pack, after normalization."""

    model = Tag
    page_order = ("name_key", "id")

    @extend_schema(parameters=query_parameters(NodeFilters), responses=NodeOut)
    def list(self, request: Request) -> Response:
        """List tags by name, with how many memories each one has."""
        caller = caller_of(request)
        rows = tag_list(caller, parsing.query(request, NodeFilters))
        return self.page(rows, partial(node_outs, caller))

    @extend_schema(request=TagInput, responses={201: NodeOut})
    def create(self, request: Request) -> Response:
        """Create a tag."""
        item = parsed(TagInput, parsing.body(request))
        return answer(tag_create(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=NodeOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one tag."""
        caller = caller_of(request)
        return answer(node_outs(caller, [tag_get(caller, parsing.number(pk))])[0])

    @extend_schema(request=TagPatch, responses=NodeOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Rename a tag on every memory that has it."""
        patch = parsed(TagPatch, parsing.body(request))
        return answer(tag_rename(caller_of(request), parsing.number(pk), patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete a tag; its memories stay."""
        tag_delete(caller_of(request), parsing.number(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ContextViewSet(ApiViewSet[Context]):
    """Contexts of the caller's packs; names are unique within a pack, after normalization."""

    model = Context
    page_order = ("name_key", "id")

    @extend_schema(parameters=query_parameters(NodeFilters), responses=NodeOut)
    def list(self, request: Request) -> Response:
        """List contexts by name, with how many memories each one has."""
        caller = caller_of(request)
        rows = context_list(caller, parsing.query(request, NodeFilters))
        return self.page(rows, partial(node_outs, caller))

    @extend_schema(request=ContextNodeInput, responses={201: NodeOut})
    def create(self, request: Request) -> Response:
        """Create a context."""
        item = parsed(ContextNodeInput, parsing.body(request))
        return answer(context_create(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=NodeOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one context."""
        caller = caller_of(request)
        return answer(node_outs(caller, [context_get(caller, parsing.number(pk))])[0])

    @extend_schema(request=ContextNodePatch, responses=NodeOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Rename a context on every memory that has it."""
        patch = parsed(ContextNodePatch, parsing.body(request))
        return answer(context_rename(caller_of(request), parsing.number(pk), patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete a context; its memories stay."""
        context_delete(caller_of(request), parsing.number(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)
