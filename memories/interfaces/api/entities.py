"""`/api/entities/`: people and things, their relations, merge and split."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet, query_parameters
from core.schemas import parsed
from entities.models import Entity
from entities.schemas import (
    EntityFilters,
    EntityJoinOut,
    EntityMentionOut,
    EntityMerge,
    EntityMergeOut,
    EntityOut,
    EntityPatch,
    EntitySplit,
    EntitySplitOut,
    EntityUndo,
    EntityUndoOut,
    NewEntity,
    OtherEntity,
    RelationSketch,
)
from graph.schemas import RelationOut
from memories.interfaces.api.schemas import NEWEST_FIRST
from memories.schemas import MemoryOut
from memories.schemas.states import EntityDetail, EntitySaved
from memories.selectors.entities import (
    entities_found,
    entity_detail,
    entity_memories,
    entity_outs,
    entity_relations,
    inferred_relations,
    relation_outs,
)
from memories.selectors.memories import memories_out
from memories.selectors.mentions import entity_mention_outs, entity_mentions
from memories.services.knowledge import (
    MergePreview,
    RelationSeen,
    entity_create,
    entity_delete,
    entity_revise,
    join_entities,
    merge_entities,
    merge_preview,
    separate_entities,
    split_entity,
    undo_of_entity,
)

INFERRED = OpenApiParameter(
    "inferred",
    OpenApiTypes.BOOL,
    description="true: instead of what is stored, what follows from it by the rules of the types.",
)


class EntityViewSet(ApiViewSet[Entity]):
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

    @extend_schema(request=NewEntity, responses={201: EntitySaved})
    def create(self, request: Request) -> Response:
        """Create an entity that no memory mentions yet."""
        item = parsed(NewEntity, parsing.body(request))
        return answer(entity_create(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=EntityDetail)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one entity with its aliases and relations."""
        return answer(entity_detail(caller_of(request), parsing.uid(pk)))

    @extend_schema(request=EntityPatch, responses=EntitySaved)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change fields; aliases are replaced."""
        patch = parsed(EntityPatch, parsing.body(request))
        return answer(entity_revise(caller_of(request), parsing.uid(pk), patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete an entity without mentions; 409 if it has mentions."""
        entity_delete(caller_of(request), parsing.uid(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses=MemoryOut)
    @action(detail=True, methods=["get"])
    def memories(self, request: Request, pk: str) -> Response:
        """Return the memories that mention an entity, newest first."""
        rows = entity_memories(caller_of(request), parsing.uid(pk))
        return self.page(rows, memories_out, order=NEWEST_FIRST)

    @extend_schema(parameters=[INFERRED], responses=RelationOut)
    @action(detail=True, methods=["get"])
    def relations(self, request: Request, pk: str) -> Response:
        """Return the relations of an entity, newest record first."""
        caller, uid = caller_of(request), parsing.uid(pk)
        if parsing.flag(request, "inferred"):
            self.check_single_page()
            return answer(inferred_relations(caller, uid))
        rows = entity_relations(caller, uid)
        return self.page(rows, lambda found: relation_outs(caller, found), order=("-id",))

    @extend_schema(responses=EntityMentionOut)
    @action(detail=True, methods=["get"])
    def mentions(self, request: Request, pk: str) -> Response:
        """Return the mentions of an entity, newest first."""
        rows = entity_mentions(caller_of(request), parsing.uid(pk))
        return self.page(rows, entity_mention_outs, order=NEWEST_FIRST)

    @extend_schema(request=EntityMerge, responses=EntityMergeOut)
    @action(detail=True, methods=["post"])
    def merge(self, request: Request, pk: str) -> Response:
        """Merge another entity into this one, or preview the merge."""
        item = parsed(EntityMerge, parsing.body(request))
        caller, keep = caller_of(request), parsing.uid(pk)
        if item.preview:
            preview = merge_preview(caller, keep, item.merge, item.also, force=item.force)
            return answer(_merge_out(preview, None))
        done = merge_entities(
            caller,
            keep=keep,
            merge=item.merge,
            also=item.also,
            reason=item.reason,
            force=item.force,
        )
        return answer(_merge_out(done.seen, done.change_id))

    @extend_schema(request=OtherEntity, responses=EntityJoinOut)
    @action(detail=True, methods=["post"])
    def join(self, request: Request, pk: str) -> Response:
        """Say that an entity of another pack is the same."""
        item, uid = parsed(OtherEntity, parsing.body(request)), parsing.uid(pk)
        done = join_entities(caller_of(request), uid, item.other, reason=item.reason)
        return answer(EntityJoinOut(id=uid, other=item.other, change_id=done))

    @extend_schema(request=OtherEntity, responses=EntityJoinOut)
    @action(detail=True, methods=["post"])
    def separate(self, request: Request, pk: str) -> Response:
        """Say that a joined entity is another one; they are not joined again."""
        item, uid = parsed(OtherEntity, parsing.body(request)), parsing.uid(pk)
        done = separate_entities(caller_of(request), uid, item.other, reason=item.reason)
        return answer(EntityJoinOut(id=uid, other=item.other, change_id=done))

    @extend_schema(request=EntitySplit, responses={201: EntitySplitOut})
    @action(detail=True, methods=["post"])
    def split(self, request: Request, pk: str) -> Response:
        """Split an entity: move some of its mentions to a new one."""
        item = parsed(EntitySplit, parsing.body(request))
        done = split_entity(
            caller_of(request),
            parsing.uid(pk),
            mentions=item.mentions,
            name=item.name,
            type=item.type,
            aliases=item.aliases,
            reason=item.reason,
        )
        out = EntitySplitOut(
            id=done.entity,
            made=done.made,
            change_id=done.change_id,
            mentions=done.mentions,
            relations=done.relations,
            states=done.states,
        )
        return answer(out, status.HTTP_201_CREATED)

    @extend_schema(request=EntityUndo, responses=EntityUndoOut)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Undo a merge or a split of an entity."""
        item = parsed(EntityUndo, parsing.body(request))
        uid = parsing.uid(pk)
        done = undo_of_entity(caller_of(request), uid, item.change_id)
        out = EntityUndoOut(id=uid, undone=done.undone, change_id=done.change_id, rows=done.rows)
        return answer(out)


def _merge_out(seen: MergePreview, change_id: UUID | None) -> EntityMergeOut:
    return EntityMergeOut(
        id=seen.kept.entity_id,
        merged=seen.gone.entity_id,
        also=[row.entity_id for row in seen.also],
        change_id=change_id,
        names=list(seen.names),
        mentions=seen.mentions,
        mentions_after=seen.mentions_after,
        relations=seen.relations,
        states=seen.states,
        folded=_sketches(seen.folded),
        vanishing=_sketches(seen.vanishing),
        past=_sketches(seen.past),
    )


def _sketches(relations: Sequence[RelationSeen]) -> list[RelationSketch]:
    return [RelationSketch(source=r.source, type=r.type, target=r.target) for r in relations]
