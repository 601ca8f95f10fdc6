"""`/api/entities/{id}/merge/`, `/split/`, `/undo/` and `/mentions/`."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer
from core.schemas import parsed
from entities.models import Entity
from entities.schemas import (
    EntityMentionOut,
    EntityMerge,
    EntityMergeOut,
    EntitySplit,
    EntitySplitOut,
    EntityUndo,
    EntityUndoOut,
)
from memories.selectors.entity_changes import (
    entity_mentions,
    mention_outs,
    merge_out,
    split_out,
    undo_out,
)

from .orders import NEWEST_FIRST


class EntityChangeActions(ApiViewSet[Entity]):
    """What the owner does with two that are one, or one that is two."""

    @extend_schema(responses=EntityMentionOut)
    @action(detail=True, methods=["get"])
    def mentions(self, request: Request, pk: str) -> Response:
        """Return where an entity is named, the latest found first."""
        rows = entity_mentions(caller_of(request), parsing.uid(pk))
        return self.page(rows, mention_outs, order=NEWEST_FIRST)

    @extend_schema(request=EntityMerge, responses=EntityMergeOut)
    @action(detail=True, methods=["post"])
    def merge(self, request: Request, pk: str) -> Response:
        """Make another entity part of this one, or say what that would do."""
        item = parsed(EntityMerge, parsing.body(request))
        return answer(merge_out(caller_of(request), parsing.uid(pk), item))

    @extend_schema(request=EntitySplit, responses={201: EntitySplitOut})
    @action(detail=True, methods=["post"])
    def split(self, request: Request, pk: str) -> Response:
        """Take some mentions of an entity to a new one."""
        item = parsed(EntitySplit, parsing.body(request))
        done = split_out(caller_of(request), parsing.uid(pk), item)
        return answer(done, status.HTTP_201_CREATED)

    @extend_schema(request=EntityUndo, responses=EntityUndoOut)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Take a merge or a split of an entity back."""
        item = parsed(EntityUndo, parsing.body(request))
        return answer(undo_out(caller_of(request), parsing.uid(pk), item))
