"""`/api/memories/{id}/fold/`, `unfold/` and `duplicates/`."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import answer
from core.schemas import parsed
from memories.schemas.links import DuplicatesOut, FoldInput, FoldOut, UnfoldInput
from memories.selectors.duplicates import duplicates_of
from memories.services.update import collapse, uncollapse


class DuplicateActions:
    """What may be asked of a memory about others that say the same."""

    @extend_schema(request=FoldInput, responses=FoldOut)
    @action(detail=True, methods=["post"])
    def fold(self, request: Request, pk: str) -> Response:
        """Fold a memory into another one: it is shown with that one, and found by it only."""
        asked = parsed(FoldInput, parsing.body(request))
        caller, uid = caller_of(request), parsing.uid(pk)
        return answer(collapse(caller, uid, into=asked.into, reason=asked.reason))

    @extend_schema(request=UnfoldInput, responses=FoldOut)
    @action(detail=True, methods=["post"])
    def unfold(self, request: Request, pk: str) -> Response:
        """Let a folded memory stand by itself again."""
        asked = parsed(UnfoldInput, parsing.body(request))
        return answer(uncollapse(caller_of(request), parsing.uid(pk), reason=asked.reason))

    @extend_schema(responses=DuplicatesOut)
    @action(detail=True, methods=["get"])
    def duplicates(self, request: Request, pk: str) -> Response:
        """Return what is folded into a memory, and what is near to it with a verdict on each."""
        return answer(duplicates_of(caller_of(request), parsing.uid(pk)))
