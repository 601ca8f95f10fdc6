"""A copy of a process from before its threads began, which forks copies of itself when asked.

A process that is started anew holds its own copy of everything that it imports and loads. What
is forked shares it. A process with threads cannot be forked safely, so that one copy is set
aside before there are any. Only on Linux; elsewhere processes are started anew.
"""

import contextlib
import gc
import logging
import os
import pickle
import select
import signal
import socket
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, Self
from weakref import WeakSet

from django.db import connections

from core.db.sqlite.pool import idle_connections

logger = logging.getLogger(__name__)

MOST_BYTES = 4_096
MOST_FILES = 4
ANSWER_SECONDS = 10.0
# Ended copies are taken from the system's table of processes so often.
REAP_SECONDS = 30.0
OWN_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGCHLD")
_read_by_copies: WeakSet[FileIO] = WeakSet()


def share_with_copies(file: FileIO) -> None:
    """Keep a file open in processes that are forked later: by ``pread``, all may read it."""
    _read_by_copies.add(file)


class NotForked(Exception):
    """The template has ended, or could not fork."""


class Copy:
    """A process that the template forked; safe against reuse of its number."""

    def __init__(self, pid: int, handle: int) -> None:
        self.pid = pid
        self._handle = handle

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return not self.wait(0)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the process ends, or some seconds; return whether it has ended."""
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(None if seconds is None else 1_000 * seconds))

    def send_signal(self, number: int) -> None:
        """Send a signal, if the process is still there."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def __del__(self) -> None:
        os.close(self._handle)


class Template:
    """Asks the copy that was set aside for processes."""

    def __init__(self, line: socket.socket, pid: int) -> None:
        self._line = line
        self._pid = pid
        self._lock = threading.Lock()

    @staticmethod
    def is_possible() -> bool:
        """Tell whether this process may be forked."""
        return sys.platform == "linux" and threading.active_count() == 1

    @classmethod
    def set_aside(cls) -> Self | None:
        """Fork the template; None where that is not safe. Connections to the database are closed."""
        if not cls.is_possible():
            return None
        connections.close_all()
        # SQLite would take its own record of the parent's locks for this process's.
        idle_connections.clear()
        # What is frozen is not written to by collections, and stays shared.
        gc.collect()
        gc.freeze()
        ours, theirs = socket.socketpair()
        if (pid := _forked()) == 0:
            _ends(lambda: _serve(theirs), kept=[theirs.fileno()])
        theirs.close()
        return cls(ours, pid)

    def fork(self, work: Callable[..., object], *, files: Sequence[int], name: str) -> Copy:
        """Call ``work(*files)`` in a new process, which has these files open.

        Args:
            work: a function of a module.
            files: numbers of open files.
            name: how the system lists the process; at most 15 bytes.

        Raises:
            NotForked: the template has ended, or could not fork.
        """
        with self._lock:
            try:
                self._line.settimeout(ANSWER_SECONDS)
                socket.send_fds(self._line, [pickle.dumps((work, name))], list(files))
                pid, handles, *_ = socket.recv_fds(self._line, MOST_BYTES, 1)
            except OSError as error:
                raise NotForked from error
        if not handles:
            raise NotForked
        return Copy(int(pid), handles[0])

    def end(self) -> None:
        """Let the template go; its copies run on."""
        self._line.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def _forked() -> int:
    with warnings.catch_warnings():
        # The threads of a numeric library, which ends them before a fork.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _ends(work: Callable[[], object], kept: Sequence[int]) -> None:
    """Do ``work`` as a process of its own, and end it: nothing of the parent is unwound."""
    code = 1
    try:
        _close_others(kept)
        for name in OWN_SIGNALS:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        work()
        code = 0
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _close_others(kept: Sequence[int]) -> None:
    """Close what was inherited: sockets that listen, locks, files of the parent."""
    shared = {file.fileno() for file in _read_by_copies if not file.closed}
    for name in os.listdir("/proc/self/fd"):
        if (number := int(name)) > 2 and number not in kept and number not in shared:
            with contextlib.suppress(OSError):
                os.close(number)


def _serve(line: socket.socket) -> None:
    """Fork a copy for each request, until the parent closes the line or is gone."""
    _take_name("wasurena-forks")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        if select.select([line], [], [], REAP_SECONDS)[0]:
            request, files, *_ = socket.recv_fds(line, MOST_BYTES, MOST_FILES)
            if not request:
                return
            _answer(line, request, files)
        _reap()


def _answer(line: socket.socket, request: bytes, files: Sequence[int]) -> None:
    try:
        pid = _forked()
    except OSError:
        logger.exception("no process could be forked")
        line.send(b"0")
        return
    if pid == 0:
        _ends(lambda: _called(request, files), kept=files)
    handle = os.pidfd_open(pid)
    socket.send_fds(line, [str(pid).encode()], [handle])
    for file in (handle, *files):
        os.close(file)


def _called(request: bytes, files: Sequence[int]) -> Any:
    work, name = pickle.loads(request)
    _take_name(name)
    return work(*files)


def _take_name(name: str) -> None:
    Path("/proc/self/comm").write_text(name, "ascii")


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
