"""`/api/tags/`, `/api/contexts/`, `/api/sessions/` and `/api/threads/`."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet, query_parameters
from core.schemas import parsed
from memories.interfaces.api.schemas import IN_ORDER
from memories.models import Context, Session, Tag, Thread
from memories.schemas import MemoryOut
from memories.schemas.groups import (
    ContextNodeInput,
    ContextNodePatch,
    NodeFilters,
    NodeOut,
    SessionFilters,
    SessionInput,
    SessionOut,
    SessionPatch,
    TagInput,
    TagPatch,
    ThreadFilters,
    ThreadOut,
)
from memories.selectors.groups import (
    context_get,
    context_list,
    node_outs,
    session_get,
    session_list,
    session_memories,
    session_outs,
    tag_get,
    tag_list,
    thread_get,
    thread_list,
    thread_memories,
    thread_outs,
)
from memories.selectors.memories import memories_out
from memories.services.groups import (
    context_create,
    context_delete,
    context_rename,
    session_delete,
    session_open,
    session_revise,
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


class SessionViewSet(ApiViewSet[Session]):
    """Sessions of the caller, opened by the first save that names them."""

    model = Session
    page_order = ("-last_activity", "-id")
    paged_actions = ("memories",)

    @extend_schema(parameters=query_parameters(SessionFilters), responses=SessionOut)
    def list(self, request: Request) -> Response:
        """List sessions, the latest activity first."""
        caller = caller_of(request)
        rows = session_list(caller, parsing.query(request, SessionFilters))
        return self.page(rows, partial(session_outs, caller))

    @extend_schema(request=SessionInput, responses={201: SessionOut})
    def create(self, request: Request) -> Response:
        """Open a session before anything is saved into it."""
        item = parsed(SessionInput, parsing.body(request))
        return answer(session_open(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=SessionOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one session."""
        caller = caller_of(request)
        return answer(session_outs(caller, [session_get(caller, pk)])[0])

    @extend_schema(request=SessionPatch, responses=SessionOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Close a session, open it again, or replace its context."""
        patch = parsed(SessionPatch, parsing.body(request))
        return answer(session_revise(caller_of(request), pk, patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete a session without memories; 409 if it has memories."""
        session_delete(caller_of(request), pk)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses=MemoryOut)
    @action(detail=True, methods=["get"])
    def memories(self, request: Request, pk: str) -> Response:
        """Return the memories of a session by time, then by position in the batch."""
        rows = session_memories(caller_of(request), pk)
        return self.page(rows, memories_out, order=IN_ORDER)


class ThreadViewSet(ApiViewSet[Thread]):
    """Threads of the caller."""

    model = Thread
    paged_actions = ("memories",)

    @extend_schema(parameters=query_parameters(ThreadFilters), responses=ThreadOut)
    def list(self, request: Request) -> Response:
        """List threads, newest first."""
        caller = caller_of(request)
        rows = thread_list(caller, parsing.query(request, ThreadFilters))
        return self.page(rows, partial(thread_outs, caller))

    @extend_schema(responses=ThreadOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one thread."""
        caller = caller_of(request)
        return answer(thread_outs(caller, [thread_get(caller, parsing.number(pk))])[0])

    @extend_schema(responses=MemoryOut)
    @action(detail=True, methods=["get"])
    def memories(self, request: Request, pk: str) -> Response:
        """Return the memories of a thread, in order."""
        rows = thread_memories(caller_of(request), parsing.number(pk))
        return self.page(rows, memories_out, order=IN_ORDER)
