"""`/api/threads/`: what belongs to one topic of conversation."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer, query_parameters
from memories.models import Thread
from memories.schemas import MemoryOut
from memories.schemas.groups import ThreadFilters, ThreadOut
from memories.selectors.memories import memories_out
from memories.selectors.threads import thread_get, thread_list, thread_memories, thread_outs

from .orders import IN_ORDER


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
