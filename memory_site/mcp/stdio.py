"""``wasurena mcp``: a bridge between a client's pipes and the daemon's ``/mcp``."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import anyio
import anyio.to_thread
import httpx
from anyio.abc import TaskGroup
from mcp_types import PARSE_ERROR

from memory_site.tls import context_for

from .connection import Connect, Connection, Connector
from .relay import Message, Relay, error_answer, parsed_line

# Longer than the longest thing a tool may wait for (a batch until it is embedded).
ANSWER_SECONDS = 660
CONNECT_SECONDS = 10
STDOUT, STDERR = 1, 2


def run_bridge(connection: Connection, connect: Connect | None = None) -> None:
    """Relay JSON-RPC between standard input and output and the server, until the input ends.

    ``connect`` finds or starts the server again when it is lost.
    """
    try:
        with protocol_stream() as output:
            anyio.run(_bridge, connection, connect, sys.stdin.buffer, output)
    except* BrokenPipeError:
        pass  # The client is gone: nobody is left to answer.


@contextmanager
def protocol_stream() -> Iterator[BinaryIO]:
    """Yield the real standard output; whatever else prints goes to standard error meanwhile."""
    sys.stdout.flush()
    private = os.dup(STDOUT)
    os.dup2(STDERR, STDOUT)
    try:
        with os.fdopen(private, "wb", closefd=False) as output:
            yield output
    finally:
        sys.stdout.flush()
        os.dup2(private, STDOUT)
        os.close(private)


async def _bridge(
    connection: Connection, connect: Connect | None, source: BinaryIO, output: BinaryIO
) -> None:
    timeout = httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
    # The server is ours: no proxy of the environment may come between.
    trusted = context_for(connection.base_url)
    async with httpx.AsyncClient(timeout=timeout, trust_env=False, verify=trusted) as client:
        bridge = Bridge(Relay(client, Connector(connection, connect)), output)
        async with anyio.create_task_group() as tasks:
            while line := await anyio.to_thread.run_sync(source.readline, abandon_on_cancel=True):
                if line.strip():
                    await bridge.take(line, tasks)


class Bridge:
    """Messages in flight: answered as they finish, dropped when the client cancels them."""

    def __init__(self, relay: Relay, output: BinaryIO) -> None:
        self._relay = relay
        self._output = output
        self._in_flight: dict[str, anyio.CancelScope] = {}

    async def take(self, line: bytes, tasks: TaskGroup) -> None:
        """Relay one message in the background, save the one that all others depend on."""
        message = parsed_line(line)
        if message is None:
            self._write(error_answer(None, PARSE_ERROR, "a line has to be one JSON-RPC message"))
        elif message.get("method") == "initialize":
            await self._relay_one(message)
        elif message.get("method") == "notifications/cancelled":
            self._cancel(message)
        else:
            tasks.start_soon(self._relay_one, message)

    def _cancel(self, message: Message) -> None:
        params = message.get("params")
        cancelled = params.get("requestId") if isinstance(params, dict) else None
        if scope := self._in_flight.get(repr(cancelled)):
            scope.cancel()

    async def _relay_one(self, message: Message) -> None:
        key = repr(message.get("id"))
        with anyio.CancelScope() as scope:
            self._in_flight[key] = scope
            answer = await self._relay.answer_to(message)
            if answer is not None:
                self._write(answer)
        self._in_flight.pop(key, None)

    def _write(self, answer: Message) -> None:
        # ASCII only: no encoding of the client's platform can break it.
        self._output.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        self._output.flush()
