"""Files as answers: of any length, and in parts, so that a download can be resumed."""

import io
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterable
from typing import IO, BinaryIO, cast

from asgiref.sync import sync_to_async
from django.http import FileResponse, JsonResponse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.errors import WasurenaError

from .errors import problem_document

RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")
BINARY = "application/octet-stream"


class Download(FileResponse):
    """A file of any length, of which the server holds one block at a time."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the blocks of the file; Django would read all of them first."""
        read = sync_to_async(cast(IO[bytes], self.file_to_stream).read, thread_sensitive=False)
        while block := await read(self.block_size):
            yield block


def written(lines: Iterable[bytes], *, filename: str, content_type: str) -> Download:
    """Answer a file of these lines, of which the disk holds all and memory one at a time."""
    # The answer closes it.
    file = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        file.writelines(lines)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return Download(file, as_attachment=True, filename=filename, content_type=content_type)


class FilePart(io.RawIOBase):
    """The next bytes of a file, up to a length; closing it closes the file."""

    def __init__(self, file: BinaryIO, length: int) -> None:
        self._file = file
        self._left = length

    def read(self, size: int = -1) -> bytes:
        """Return at most ``size`` bytes of what is left."""
        block = self._file.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(block)
        return block

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


def resumable(
    file: BinaryIO, *, etag: str, filename: str, ranges: str = ""
) -> Download | JsonResponse:
    """Answer a file that can be resumed: all of it (200), one part (206), or no such part (416).

    ``ranges`` is the header ``Range``. Several parts, and headers that cannot be read, are answered
    with the whole file, as RFC 9110 allows.
    """
    size = os.fstat(file.fileno()).st_size
    first, last = _asked(ranges, size)
    if first > last and size:
        file.close()
        return _no_such_part(size)
    if (first, last) == (0, size - 1) and not RANGE.fullmatch(ranges):
        return _answer(file, 200, etag, filename, size)
    file.seek(first)
    length = last - first + 1
    part = cast(BinaryIO, FilePart(file, length))
    return _answer(part, 206, etag, filename, length, f"bytes {first}-{last}/{size}")


def _asked(ranges: str, size: int) -> tuple[int, int]:
    """Return the first and the last byte; the first is greater if there are none of them."""
    found = RANGE.fullmatch(ranges)
    if found is None or not any(found.groups()):
        return 0, size - 1
    first, last = found.groups()
    if not first:
        return (max(0, size - int(last)) if int(last) else size), size - 1
    return int(first), min(int(last), size - 1) if last else size - 1


def _no_such_part(size: int) -> JsonResponse:
    said = format_lazy(_("the file has {size} bytes"), size=f"{size:,}")
    error = WasurenaError(said, field="Range", code="range")
    error.status, error.code = 416, "range"
    error.title = _("The file has no such part.")
    headers = {"Content-Range": f"bytes */{size}"}
    return JsonResponse(problem_document(error), status=error.status, headers=headers)


def _answer(
    file: IO[bytes], status: int, etag: str, filename: str, length: int, part: str = ""
) -> Download:
    answer = Download(
        file, as_attachment=True, filename=filename, content_type=BINARY, status=status
    )
    answer.headers["Content-Length"] = str(length)
    answer.headers["Accept-Ranges"] = "bytes"
    answer.headers["ETag"] = f'"{etag}"'
    answer.headers["Cache-Control"] = "private, no-store"
    if part:
        answer.headers["Content-Range"] = part
    return answer
