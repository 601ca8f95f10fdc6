"""`/api/memories/` and `/api/links/`: memories, mentions, duplicates and links."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.errors import TooLarge
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet, query_parameters
from core.schemas import parsed
from graph.models import MemoryLink
from memories.interfaces.api.schemas import NEWEST_FIRST, ForgetInput, RelatedQuery
from memories.models import Memory
from memories.schemas import (
    BatchInput,
    BatchOut,
    ContextInput,
    ContextOut,
    ErasurePreview,
    LinkOut,
    MemoryDetail,
    MemoryInput,
    MemoryOut,
    MemoryPatch,
    RelatedOut,
    RemovalOut,
    SavedOut,
    SearchFilters,
    SearchInput,
    SearchOut,
)
from memories.schemas.inputs import MAX_BATCH
from memories.schemas.journal import RevisionOut
from memories.schemas.links import (
    DuplicatesOut,
    FoldInput,
    FoldOut,
    LinkFilters,
    LinkPatch,
    NewLink,
    StoredLink,
    UnfoldInput,
)
from memories.schemas.mentions import MentionPlace, MentionRule, MentionRuledOut, MentionsOut
from memories.schemas.privacy.revealing import RevealedOut
from memories.selectors.history import revision_outs
from memories.selectors.links import explore_related, link_get, link_list, link_outs, stored_link
from memories.selectors.memories import (
    duplicates_of,
    memories_out,
    memory_detail,
    memory_history,
    memory_list,
)
from memories.selectors.mentions import mention_outs, mentions_out
from memories.services.context import build_context
from memories.services.forget import forget
from memories.services.knowledge import CorrectionResult, clear_correction, correct_mention
from memories.services.privacy.revealing import reveal
from memories.services.save import remember, remember_batch
from memories.services.search import recall
from memories.services.update import (
    collapse,
    invalidate,
    link_revise,
    relate,
    restore,
    revise,
    uncollapse,
    unrelate,
)

# A query string cannot hold objects, and this list has memories only.
LEFT_OUT = ("metadata", "not", "kind")
WAIT = OpenApiParameter("wait", bool, description="Answer when it can be found by every route.")


class MemoryViewSet(ApiViewSet[Memory]):
    """Memories of the caller. Another person's ids do not exist here."""

    model = Memory
    lookup_field = "uid"
    lookup_url_kwarg = "pk"
    page_order = NEWEST_FIRST
    paged_actions = ("history",)

    @extend_schema(
        parameters=query_parameters(SearchFilters, without=LEFT_OUT), responses=MemoryOut
    )
    def list(self, request: Request) -> Response:
        """List memories, newest first, with the filters of search as query parameters."""
        filters = parsing.query(request, SearchFilters, without=LEFT_OUT)
        rows = memory_list(caller_of(request), filters.pack, filters, field="pack", path="")
        return self.page(rows, memories_out)

    @extend_schema(request=MemoryInput, parameters=[WAIT], responses={201: SavedOut, 202: SavedOut})
    def create(self, request: Request) -> Response:
        """Save one memory; `?wait=true` answers when it can be found by every route."""
        item = parsed(MemoryInput, parsing.body(request))
        wait = parsing.flag(request, "wait")
        saved = remember(caller_of(request), item, wait=wait)
        return answer(saved, _saved_status([saved]))

    @extend_schema(request=BatchInput, parameters=[WAIT], responses={201: BatchOut, 202: BatchOut})
    @action(detail=False, methods=["post"])
    def batch(self, request: Request) -> Response:
        """Save up to 1,000 memories, all or none."""
        batch = parsed(BatchInput, _countable(parsing.body(request)))
        wait = parsing.flag(request, "wait")
        saved = remember_batch(caller_of(request), batch.memories, wait=wait)
        return answer(saved, _saved_status(saved.results))

    @extend_schema(request=SearchInput, responses=SearchOut)
    @action(detail=False, methods=["post"])
    def search(self, request: Request) -> Response:
        """Search memories; each hit lists why it matched."""
        asked = parsed(SearchInput, parsing.body(request))
        return answer(recall(caller_of(request), asked))

    @extend_schema(request=ContextInput, responses=ContextOut)
    @action(detail=False, methods=["post"])
    def context(self, request: Request) -> Response:
        """Build the context for a message within a token budget."""
        asked = parsed(ContextInput, parsing.body(request))
        return answer(build_context(caller_of(request), asked))

    @extend_schema(request=ForgetInput, responses=ErasurePreview)
    @action(detail=False, methods=["post"])
    def forget(self, request: Request) -> Response:
        """Preview an erasure; with `confirm`, erase permanently."""
        asked = parsed(ForgetInput, parsing.body(request))
        caller = caller_of(request)
        done = forget(
            caller,
            asked.ids,
            confirm=asked.confirm,
            erase_names=asked.erase_names,
            reason=asked.reason,
        )
        return answer(done)

    @extend_schema(responses=MemoryDetail)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one memory in full, with its links, states and relations."""
        return answer(memory_detail(caller_of(request), parsing.uid(pk)))

    @extend_schema(request=MemoryPatch, responses=MemoryDetail)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change fields: tags are replaced, links stay, the old text goes to the journal."""
        patch = parsed(MemoryPatch, parsing.body(request))
        return answer(revise(caller_of(request), parsing.uid(pk), patch, is_lenient=True))

    @extend_schema(responses={200: RemovalOut})
    def destroy(self, request: Request, pk: str) -> Response:
        """Hide a memory; `restore` shows it again, `forget` erases."""
        return answer(invalidate(caller_of(request), parsing.uid(pk)))

    @extend_schema(request=None, responses=RemovalOut)
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, pk: str) -> Response:
        """Restore a hidden memory."""
        return answer(restore(caller_of(request), parsing.uid(pk)))

    @extend_schema(parameters=query_parameters(RelatedQuery), responses=RelatedOut)
    @action(detail=True, methods=["get"])
    def related(self, request: Request, pk: str) -> Response:
        """Return related memories by links, shared tags and context."""
        asked = parsing.query(request, RelatedQuery)
        caller, uid = caller_of(request), parsing.uid(pk)
        return answer(explore_related(caller, uid, limit=asked.limit, depth=asked.depth))

    @extend_schema(responses=RevisionOut)
    @action(detail=True, methods=["get"])
    def history(self, request: Request, pk: str) -> Response:
        """Return the journal of one memory, newest first."""
        rows = memory_history(caller_of(request), parsing.uid(pk))
        return self.page(rows, revision_outs, order=("-id",))

    @extend_schema(responses=MentionsOut)
    @action(detail=True, methods=["get"])
    def mentions(self, request: Request, pk: str) -> Response:
        """Return the mentions in a memory's text: span, entity, method and confidence."""
        return answer(mentions_out(caller_of(request), parsing.uid(pk)))

    @extend_schema(request=MentionRule, responses={201: MentionRuledOut, 200: MentionRuledOut})
    @mentions.mapping.post
    def rule_mention(self, request: Request, pk: str) -> Response:
        """Correct the entity of a text span: an existing one, a new one, or no entity."""
        item = parsed(MentionRule, parsing.body(request))
        done = correct_mention(caller_of(request), parsing.uid(pk), **item.model_dump())
        is_new = done.change_id is not None
        return answer(_ruled(done), status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)

    @extend_schema(parameters=query_parameters(MentionPlace), responses={200: MentionRuledOut})
    @mentions.mapping.delete
    def unrule_mention(self, request: Request, pk: str) -> Response:
        """Delete the correction of a text span; the text is analyzed again."""
        place = parsing.query(request, MentionPlace)
        caller, uid = caller_of(request), parsing.uid(pk)
        return answer(
            _ruled(clear_correction(caller, uid, start=place.start, surface=place.surface))
        )

    @extend_schema(request=None, responses=RevealedOut)
    @action(detail=True, methods=["post"])
    def reveal(self, request: Request, pk: str) -> Response:
        """Return the original of a masked memory; for the log-in of the browser, and no token."""
        return answer(reveal(caller_of(request), parsing.uid(pk)))

    @extend_schema(request=FoldInput, responses=FoldOut)
    @action(detail=True, methods=["post"])
    def fold(self, request: Request, pk: str) -> Response:
        """Fold a memory into another one, which stands for both in lists and searches."""
        asked = parsed(FoldInput, parsing.body(request))
        caller, uid = caller_of(request), parsing.uid(pk)
        return answer(collapse(caller, uid, into=asked.into, reason=asked.reason))

    @extend_schema(request=UnfoldInput, responses=FoldOut)
    @action(detail=True, methods=["post"])
    def unfold(self, request: Request, pk: str) -> Response:
        """Unfold a memory; lists and searches show it again."""
        asked = parsed(UnfoldInput, parsing.body(request))
        return answer(uncollapse(caller_of(request), parsing.uid(pk), reason=asked.reason))

    @extend_schema(responses=DuplicatesOut)
    @action(detail=True, methods=["get"])
    def duplicates(self, request: Request, pk: str) -> Response:
        """Return the memories folded into one, and similar memories with a verdict on each."""
        return answer(duplicates_of(caller_of(request), parsing.uid(pk)))


def _ruled(done: CorrectionResult) -> MentionRuledOut:
    return MentionRuledOut(mentions=mention_outs(done.memory), change_id=done.change_id)


def _saved_status(results: Sequence[SavedOut]) -> int:
    """Return 202 if a result that the caller waits for is still pending, else 201."""
    is_pending = any(saved.pending for saved in results)
    return status.HTTP_202_ACCEPTED if is_pending else status.HTTP_201_CREATED


def _countable(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse a batch that is too large, before each member is validated."""
    memories = data.get("memories")
    if isinstance(memories, list) and len(memories) > MAX_BATCH:
        raise TooLarge(
            format_lazy(
                _("{memories} memories; at most {max_batch} go in one batch"),
                memories=f"{len(memories):,}",
                max_batch=f"{MAX_BATCH:,}",
            ),
            field="memories",
            code="too_many",
        )
    return data


class LinkViewSet(ApiViewSet[MemoryLink]):
    """Links between memories of the caller."""

    model = MemoryLink

    @extend_schema(parameters=query_parameters(LinkFilters), responses=StoredLink)
    def list(self, request: Request) -> Response:
        """List links, newest first."""
        rows = link_list(caller_of(request), parsing.query(request, LinkFilters))
        return self.page(rows, link_outs)

    @extend_schema(request=NewLink, responses={200: LinkOut, 201: LinkOut})
    def create(self, request: Request) -> Response:
        """Link two memories (201), or give the link of this type a new version (200)."""
        link = parsed(NewLink, parsing.body(request))
        made = relate(caller_of(request), link.source_id, link, is_lenient=True)
        return answer(made, status.HTTP_201_CREATED if made.created else status.HTTP_200_OK)

    @extend_schema(responses=StoredLink)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one link."""
        return answer(stored_link(link_get(caller_of(request), parsing.number(pk))))

    @extend_schema(request=LinkPatch, responses=StoredLink)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the weight or the reason; the version rises by one."""
        patch = parsed(LinkPatch, parsing.body(request))
        return answer(link_revise(caller_of(request), parsing.number(pk), patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Remove a link; the journal keeps it."""
        unrelate(caller_of(request), parsing.number(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)
