"""`/api/database/export/` and `/api/database/import/`: all that a person has, in one file."""

from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.http import JsonResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.caller import Caller
from core.encryption import Opening
from core.errors import InvalidInput
from core.interfaces.api import parsing
from core.interfaces.api.downloads import Download, resumable
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, query_parameters
from core.schemas import parsed
from memories.schemas.archive import (
    ArchiveExport,
    ArchiveImported,
    ArchiveImportQuery,
    ExportPart,
)
from memories.services.archive.files.downloads import (
    download_name,
    earlier_download,
    new_download,
)
from memories.services.archive.files.kept import KeptFile
from memories.services.archive.files.uploads import check_size, import_blocks
from memories.services.archive.importing.storing import check_may_import

BLOCK = 1024 * 1024
RANGE = OpenApiParameter(
    "Range",
    str,
    OpenApiParameter.HEADER,
    description="`bytes=1000-`: the rest of the last file of the same parameters, for a day.",
)
IF_RANGE = OpenApiParameter(
    "If-Range",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the download that is resumed; all of a new file if it is gone.",
)


class ArchiveParser(BaseParser):
    """Take a body as it is."""

    media_type = "application/*"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the blocks of a body, which are read one by one."""
        return iter(lambda: stream.read(BLOCK), b"")


class ArchiveExportView(ApiView):
    """The archive of the caller."""

    @extend_schema(
        parameters=[*query_parameters(ExportPart), RANGE, IF_RANGE],
        responses={
            (200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY),
            (206, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY),
        },
    )
    def get(self, request: Request) -> Download | JsonResponse:
        """Export all that the caller has, or a part, as an archive; a broken download can be resumed."""
        asked = ArchiveExport(**parsing.query(request, ExportPart).model_dump())
        caller, ranges = caller_of(request), request.headers.get("Range", "")
        earlier = None
        if ranges:
            sha256 = request.headers.get("If-Range", "").strip('" ')
            earlier = earlier_download(caller, asked, sha256)
        kept = earlier or new_download(caller, asked)
        return sent(caller, kept, ranges if earlier else "")

    @extend_schema(
        request=ArchiveExport,
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def post(self, request: Request) -> Download | JsonResponse:
        """Export an archive that is encrypted with a passphrase or for age recipients."""
        caller, asked = caller_of(request), parsed(ArchiveExport, parsing.body(request))
        asked.protection.require()
        return sent(caller, new_download(caller, asked), "")


def sent(caller: Caller, kept: KeptFile, ranges: str) -> Download | JsonResponse:
    """Return a download that can be resumed."""
    return resumable(kept.file, etag=kept.sha256, filename=download_name(caller), ranges=ranges)


class ArchiveImportView(ApiView):
    """An archive for the caller."""

    parser_classes = (MultiPartParser, ArchiveParser)

    @extend_schema(
        parameters=query_parameters(ArchiveImportQuery),
        request={
            "application/octet-stream": OpenApiTypes.BINARY,
            "multipart/form-data": {
                "type": "object",
                "required": ["file"],
                "properties": {
                    "file": {"type": "string", "format": "binary"},
                    "passphrase": {"type": "string"},
                    "identity": {"type": "string"},
                },
            },
        },
        responses=ArchiveImported,
    )
    def post(self, request: Request) -> Response:
        """Import an archive; with `check`, only count what that would do."""
        asked = parsing.query(request, ArchiveImportQuery)
        caller = caller_of(request)
        check_may_import(caller)
        check_size(int(request.headers.get("Content-Length") or 0))
        blocks = _blocks(request)
        return answer(import_blocks(caller, blocks, _opening(request), is_check=asked.check))


def _opening(request: Request) -> Opening:
    """Return what opens an encrypted archive: fields of a form, so that no log has them."""
    if not request.content_type.startswith("multipart/"):
        return Opening()
    given = request.POST
    return Opening(given.get("passphrase", ""), tuple(given.get("identity", "").splitlines()))


def _blocks(request: Request) -> Iterator[bytes]:
    """Return the blocks of the body, or of the field “file” of a form.

    Raises:
        InvalidInput: a form has no file, or there is no body.
    """
    if request.content_type.startswith("multipart/"):
        upload = request.FILES.get("file")
        if upload is None:
            raise InvalidInput(_("send the archive as “file”"), field="file", code="missing")
        return iter(upload.chunks(BLOCK))
    data: Any = request.data
    if not isinstance(data, Iterator):
        raise InvalidInput(_("the body is empty"), field="file", code="missing")
    return data
