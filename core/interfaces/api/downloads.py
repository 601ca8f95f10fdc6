"""Files as answers."""

from collections.abc import AsyncIterator
from typing import IO, cast

from asgiref.sync import sync_to_async
from django.http import FileResponse


class Download(FileResponse):
    """A file of any length, of which the server holds one block at a time."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the blocks of the file; Django would read all of them first."""
        read = sync_to_async(cast(IO[bytes], self.file_to_stream).read, thread_sensitive=False)
        while block := await read(self.block_size):
            yield block
