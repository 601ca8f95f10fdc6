"""`/api/privacy/leave/`: all about me as an archive, and then nothing."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from accounts.throttling import require_password
from accounts.transport import require_protection
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView
from core.schemas import parsed
from memories.schemas.privacy.person import LeaveInput, LeaveOut
from memories.services.privacy.person import checked_archive, erase_person, person_preview


class LeaveView(ApiView):
    """Leaving, for the owner or an admin token."""

    @extend_schema(request=LeaveInput, responses=LeaveOut)
    def post(self, request: Request) -> Response:
        """Make and check the archive, and say what goes; confirmed, erase the person with everything."""
        asked = parsed(LeaveInput, parsing.body(request))
        caller = caller_of(request)
        caller.require_owner()
        if not asked.confirm:
            preview = person_preview(caller)
            return answer(LeaveOut(archive=checked_archive(caller), preview=preview))
        require_protection(request._request)
        require_password(request._request, caller.base_user, asked.password)
        return answer(LeaveOut(erased=erase_person(caller, confirm=asked.confirm)))
