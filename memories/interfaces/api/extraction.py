"""`/api/extract/`: what would be derived from a text."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiView, answer
from core.schemas import parsed
from memories.schemas.mentions import ExtractInput, ExtractOut
from memories.services.knowledge import extract_preview


class ExtractView(ApiView):
    """What a text names and claims."""

    @extend_schema(request=ExtractInput, responses=ExtractOut)
    def post(self, request: Request) -> Response:
        """Show the mentions, relations and times of a text; nothing is stored."""
        item = parsed(ExtractInput, parsing.body(request))
        return answer(extract_preview(caller_of(request), item))
