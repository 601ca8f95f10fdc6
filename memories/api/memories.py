"""`/api/memories/`: save, read, change, hide, find."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts import api_parsing
from accounts.authentication import caller_of
from accounts.errors import InvalidInput, TooLarge

from ..models import Memory
from ..rendering import memories_out, memory_out
from ..schemas import (
    BatchInput,
    BatchOut,
    ContextInput,
    ContextOut,
    ErasurePreview,
    MemoryInput,
    MemoryOut,
    MemoryPatch,
    RelatedOut,
    RemovalOut,
    SavedOut,
    SearchFilters,
    SearchInput,
    SearchOut,
    parsed,
)
from ..schemas.inputs import MAX_BATCH
from ..selectors import memory_get, memory_history, memory_list
from ..services.build_context import build_context
from ..services.forget import forget
from ..services.recall import recall
from ..services.relate import explore_related
from ..services.remember import StillEmbedding, remember, remember_batch
from ..services.revise import invalidate, restore, revise
from .pages import MemoryPages
from .schemas import ForgetInput, revision_out

# Filters of the list, by query parameter; lists may be repeated.
LIST_FILTERS = {
    "namespace": list, "memory_type": list, "category": list, "tags": list, "context": list,
    "entity": list, "speaker": list, "session_id": list, "thread": list, "device_id": list,
    "source": list, "external_id": list, "language": list, "created_after": str,
    "created_before": str, "about_after": str, "about_before": str, "as_of": str,
    "min_importance": str, "min_confidence": str, "pinned": str,
}  # fmt: skip


@extend_schema_view(
    list=extend_schema(
        responses=MemoryOut,
        parameters=[OpenApiParameter(name, str, many=kind is list) for name, kind in {"pack": list, **LIST_FILTERS}.items()],
    ),
)
class MemoryViewSet(GenericViewSet[Memory]):
    """Memories of the caller. Another person's ids do not exist here."""

    lookup_value_regex = "[^/]+"
    pagination_class = MemoryPages
    queryset = Memory.objects.none()

    def list(self, request: Request) -> Response:
        """List memories, newest first, with the filters of search as query parameters."""
        packs = request.query_params.getlist("pack") or None
        filters = parsed(SearchFilters, api_parsing.listed(request, LIST_FILTERS))
        page = self.paginate_queryset(memory_list(caller_of(request), packs, filters))
        return self.get_paginated_response([_json(out) for out in memories_out(list(page or []))])

    @extend_schema(request=MemoryInput, responses={201: SavedOut})
    def create(self, request: Request) -> Response:
        """Save one memory; `?wait=true` answers when it can be found by every route."""
        item = parsed(MemoryInput, api_parsing.body(request))
        wait = api_parsing.flag(request, "wait")
        try:
            saved = remember(caller_of(request), item, wait=wait)
        except StillEmbedding as late:
            return Response(_json(late.saved.results[0]), status=status.HTTP_202_ACCEPTED)
        return Response(_json(saved), status=status.HTTP_201_CREATED)

    @extend_schema(request=BatchInput, responses={201: BatchOut})
    @action(detail=False, methods=["post"])
    def batch(self, request: Request) -> Response:
        """Save up to 1,000 memories, all or none."""
        batch = parsed(BatchInput, _countable(api_parsing.body(request)))
        wait = api_parsing.flag(request, "wait")
        try:
            saved = remember_batch(caller_of(request), batch.memories, wait=wait)
        except StillEmbedding as late:
            return Response(_json(late.saved), status=status.HTTP_202_ACCEPTED)
        return Response(_json(saved), status=status.HTTP_201_CREATED)

    @extend_schema(request=SearchInput, responses=SearchOut)
    @action(detail=False, methods=["post"])
    def search(self, request: Request) -> Response:
        """Find memories; each hit says why it was found."""
        return Response(_json(recall(caller_of(request), parsed(SearchInput, api_parsing.body(request)))))

    @extend_schema(request=ContextInput, responses=ContextOut)
    @action(detail=False, methods=["post"])
    def context(self, request: Request) -> Response:
        """Build the context for a message within a token budget."""
        asked = parsed(ContextInput, api_parsing.body(request))
        return Response(_json(build_context(caller_of(request), asked)))

    @extend_schema(request=ForgetInput, responses=ErasurePreview)
    @action(detail=False, methods=["post"])
    def forget(self, request: Request) -> Response:
        """Say what forgetting would erase; with `confirm`, erase it for good."""
        asked = parsed(ForgetInput, api_parsing.body(request))
        return Response(
            _json(forget(caller_of(request), asked.ids, confirm=asked.confirm, reason=asked.reason))
        )

    @extend_schema(responses=MemoryOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one memory."""
        return Response(_json(memory_out(memory_get(caller_of(request), _uid(pk)))))

    @extend_schema(request=MemoryPatch, responses=MemoryOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change fields: tags are replaced, links stay, the old text goes to the journal."""
        patch = parsed(MemoryPatch, api_parsing.body(request))
        return Response(_json(revise(caller_of(request), _uid(pk), patch)))

    @extend_schema(responses=RemovalOut)
    def destroy(self, request: Request, pk: str) -> Response:
        """Hide a memory; it can be restored. `forget` erases."""
        return Response(_json(invalidate(caller_of(request), _uid(pk))))

    @extend_schema(request=None, responses=RemovalOut)
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, pk: str) -> Response:
        """Bring a hidden memory back."""
        return Response(_json(restore(caller_of(request), _uid(pk))))

    @extend_schema(responses=RelatedOut)
    @action(detail=True, methods=["get"])
    def related(self, request: Request, pk: str) -> Response:
        """Return neighbours along links, shared tags and the context."""
        limit = api_parsing.whole_number(request, "limit", 10)
        depth = api_parsing.whole_number(request, "depth", 1)
        return Response(_json(explore_related(caller_of(request), _uid(pk), limit=limit, depth=depth)))

    @extend_schema(responses={200: dict})
    @action(detail=True, methods=["get"])
    def history(self, request: Request, pk: str) -> Response:
        """Return the journal of one memory, newest first."""
        revisions = memory_history(caller_of(request), _uid(pk))
        return Response({"results": [revision_out(revision) for revision in revisions]})


def _countable(data: Any) -> Any:
    """Refuse an oversized batch before each of its members is validated."""
    memories = data.get("memories")
    if isinstance(memories, list) and len(memories) > MAX_BATCH:
        raise TooLarge(
            f"{len(memories):,} memories; at most {MAX_BATCH:,} go in one batch", field="memories", code="too_many"
        )
    if memories == []:
        raise InvalidInput("the batch is empty", field="memories", code="empty")
    return data


def _uid(text: str) -> UUID:
    return api_parsing.uid(text)


def _json(out: Any) -> dict[str, Any]:
    return dict(out.model_dump(mode="json"))
