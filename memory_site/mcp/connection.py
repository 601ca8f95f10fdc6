"""The bridge's connection to the server: its address, and reconnecting when it is gone."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

import anyio
import anyio.to_thread

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Connection:
    """A server's address and the token that the bridge uses there."""

    base_url: str
    token: str

    @property
    def url(self) -> str:
        """The MCP address."""
        return f"{self.base_url.rstrip('/')}/mcp"


Connect = Callable[[], Connection]


class NotConnected(Exception):
    """No server answers, and none could be started; the text says why."""


class Connector:
    """Keeps the current connection; many calls that lose it at once reconnect once."""

    def __init__(self, connection: Connection, connect: Connect | None = None) -> None:
        self.current = connection
        self._connect = connect
        self._lock = anyio.Lock()

    async def again_after(self, lost: Connection) -> Connection:
        """Return a connection to use instead of one that was lost.

        Raises:
            NotConnected: there is none.
        """
        async with self._lock:
            if self.current is lost:
                self.current = await self._connected()
            return self.current

    async def _connected(self) -> Connection:
        if self._connect is None:
            raise NotConnected(
                f"Wasurena does not answer at {self.current.url}."
                " Start it with “wasurena up” and try again."
            )
        logger.warning("the server at %s is gone; connecting again", self.current.base_url)
        try:
            # A thread: it may wait for a server that has to be started.
            return await anyio.to_thread.run_sync(self._connect)
        except Exception as error:
            raise NotConnected(f"Wasurena does not answer: {error}.") from error
