"""`/api/memories/{id}/mentions/`: what a text names, and a person's word on it."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer, query_parameters
from core.schemas import parsed
from memories.models import Memory
from memories.schemas.mentions import MentionPlace, MentionRule, MentionRuledOut, MentionsOut
from memories.selectors.mentions import mentions_out, rule_out, unrule_out


class MentionActions(ApiViewSet[Memory]):
    """What may be asked and said of the names in a memory's text."""

    @extend_schema(responses=MentionsOut)
    @action(detail=True, methods=["get"])
    def mentions(self, request: Request, pk: str) -> Response:
        """Return what a memory's text names: where, whom, how it was found and how sure."""
        return answer(mentions_out(caller_of(request), parsing.uid(pk)))

    @extend_schema(request=MentionRule, responses={201: MentionRuledOut, 200: MentionRuledOut})
    @mentions.mapping.post
    def rule_mention(self, request: Request, pk: str) -> Response:
        """Say what a stretch of the text names: an entity, a new one, or nothing."""
        item = parsed(MentionRule, parsing.body(request))
        done = rule_out(caller_of(request), parsing.uid(pk), item)
        is_new = done.change_id is not None
        return answer(done, status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)

    @extend_schema(parameters=query_parameters(MentionPlace), responses={200: MentionRuledOut})
    @mentions.mapping.delete
    def unrule_mention(self, request: Request, pk: str) -> Response:
        """Take what a person said of a stretch back; the text is read again."""
        place = parsing.query(request, MentionPlace)
        return answer(unrule_out(caller_of(request), parsing.uid(pk), place))
