"""`/api/packs/`: the kinds of life that memories belong to."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer, as_json
from core.schemas import parsed
from memories.selectors.packs import pack_get, pack_list, pack_outs
from memories.services.maintenance import switch_pack
from packs.models import PackActivation
from packs.schemas import PackOut, PackPatch


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
        """Switch a pack on or off for the caller; its memories stay."""
        caller = caller_of(request)
        patch = parsed(PackPatch, parsing.body(request))
        spec = switch_pack(caller, pk, is_enabled=patch.enabled)
        return answer(pack_outs(caller, [spec])[0])
