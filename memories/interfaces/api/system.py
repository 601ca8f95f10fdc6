"""`/health`, `/api/database/stats`, `/api/packs/` and `/api/extract/`."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.db.instance import served_instance
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer, as_json
from core.interfaces.api.views import ApiView, ApiViewSet
from core.schemas import parsed
from memories.interfaces.api.schemas import StatsOut
from memories.schemas.mentions import ExtractInput, ExtractOut
from memories.selectors.system import database_stats, health, pack_get, pack_list, pack_outs
from memories.services.maintenance import change_pack
from memories.services.saving.preview import extract_preview
from packs.models import PackActivation
from packs.schemas import PackOut, PackPatch


@require_safe
def health_view(request: HttpRequest) -> JsonResponse:
    """Answer without a token: status, version, vectors, pending embeddings, whose server it is.

    503 while nothing can be stored.
    """
    found = health()
    status = 503 if found["status"] == "failing" else 200
    instance = served_instance(settings.DATA_DIR)
    return JsonResponse({**found, "instance": instance}, status=status)


@extend_schema(responses=StatsOut)
@api_view(["GET"])
def database_stats_view(request: Request) -> Response:
    """Return how much of everything the caller has."""
    return answer(StatsOut.model_validate(database_stats(caller_of(request))))


class PackViewSet(ApiViewSet[PackActivation]):
    """Installed packs, few enough for one page."""

    model = PackActivation
    lookup_field = "pack"
    lookup_url_kwarg = "pk"

    @extend_schema(responses=PackOut)
    def list(self, request: Request) -> Response:
        """List the installed packs with their vocabularies, and how much each one holds."""
        caller = caller_of(request)
        self.check_single_page()
        found = pack_outs(caller, pack_list(caller))
        return Response(
            {"next": None, "previous": None, "results": [as_json(out) for out in found]}
        )

    @extend_schema(responses=PackOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one pack."""
        caller = caller_of(request)
        return answer(pack_outs(caller, [pack_get(caller, pk)])[0])

    @extend_schema(request=PackPatch, responses=PackOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Switch a pack on or off for the caller, or choose its privacy policy; its memories stay."""
        caller = caller_of(request)
        patch = parsed(PackPatch, parsing.body(request))
        spec = change_pack(caller, pk, patch)
        return answer(pack_outs(caller, [spec])[0])


class ExtractView(ApiView):
    """Extraction of mentions and claims from a text."""

    @extend_schema(request=ExtractInput, responses=ExtractOut)
    def post(self, request: Request) -> Response:
        """Return the mentions, relations and times of a text; nothing is stored."""
        item = parsed(ExtractInput, parsing.body(request))
        return answer(extract_preview(caller_of(request), item))
