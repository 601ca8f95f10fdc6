"""`/api/database/backups/` and `…/doctor/`: the operator looks after the database."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api.downloads import Download
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView
from memories.schemas.backups.outputs import BackupsOut
from memories.schemas.doctor.outputs import DoctorOut
from memories.services.backups.listing import backup_file, backups, start_backup
from memories.services.doctor.examination import examination


class BackupsView(ApiView):
    """The backups of the installation."""

    @extend_schema(responses=BackupsOut)
    def get(self, request: Request) -> Response:
        """List the backups, and say how they stand."""
        return answer(backups(caller_of(request)))

    @extend_schema(request=None, responses={202: BackupsOut})
    def post(self, request: Request) -> Response:
        """Start a backup; ask again for its progress."""
        return answer(start_backup(caller_of(request)), status.HTTP_202_ACCEPTED)


class BackupFileView(ApiView):
    """One backup as a file."""

    @extend_schema(
        operation_id="database_backup_file",
        responses={(200, "application/x-tar"): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, name: str) -> Download:
        """Return the file."""
        path = backup_file(caller_of(request), name)
        return Download(
            path.open("rb"), as_attachment=True, filename=name, content_type="application/x-tar"
        )


class DoctorView(ApiView):
    """A check of the installation."""

    @extend_schema(responses=DoctorOut)
    def get(self, request: Request) -> Response:
        """Check files, tables, index, jobs, journal and backups; nothing is changed."""
        return answer(examination(caller_of(request)))
