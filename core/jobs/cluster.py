"""Run django-q2 in two processes: one does the tasks, the other guards it, pushes and monitors.

Its own cluster has five, and each of the three that wait all day holds 10 MB of its own.
"""

import logging
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Any, NoReturn
from uuid import uuid4

from django.db import connections
from django_q.cluster import Sentinel
from django_q.monitor import monitor
from django_q.pusher import pusher

logger = logging.getLogger(__name__)


class PartEnded(Exception):
    """A process or thread of the cluster ended, or its task took too long."""


class TaskCluster(Sentinel):  # type: ignore[misc]
    """A guard that pushes and monitors in threads of its own process.

    Args:
        beside: what other threads do all the while; they start once nothing is forked any more.
    """

    def __init__(self, beside: Sequence[Callable[[], None]] = ()) -> None:
        super().__init__(threading.Event(), threading.Event(), uuid4(), start=False)
        # The process that heartbeats name is this one.
        self.parent_pid = None
        self._beside = beside

    def run(self) -> bool:
        """Run until SIGTERM or SIGINT; return False if a part ended before."""
        try:
            self.start()
        except PartEnded as error:
            logger.critical("the worker stops: %s", error)
            self._abandon()
            return False
        return True

    def spawn_cluster(self) -> None:
        """Start all parts, the process first."""
        super().spawn_cluster()
        # The process that does the tasks keeps what `Sentinel` set for it.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop_soon)
        for work in self._beside:
            threading.Thread(target=work, daemon=True).start()

    def stop(self) -> None:
        """Let the task under way end, and store its result.

        That of `Sentinel` closes the queue of results, which is open in another process there.
        """
        self.event_out.set()
        self.pusher.join()
        for process in self.pool:
            self.task_queue.put("STOP")
            process.join()
        self.result_queue.put("STOP")
        self.monitor.join()

    def _stop_soon(self, *_said: object) -> None:
        # Not in the thread that was interrupted: it may hold the lock of the event.
        threading.Thread(target=self.stop_event.set).start()

    def spawn_pusher(self) -> threading.Thread:
        """Start the thread that hands tasks to the process that does them."""
        return self._started("pusher", pusher, self.task_queue, self.event_out, self.broker)

    def spawn_monitor(self) -> threading.Thread:
        """Start the thread that stores results."""
        return self._started("monitor", monitor, self.result_queue, self.broker)

    def _started(self, name: str, work: Callable[..., object], *given: object) -> threading.Thread:
        part = _Part(self.pid, name, work, given)
        part.start()
        return part

    def reincarnate(self, process: Any) -> NoReturn:
        """End the cluster instead: a process with threads must not be forked.

        Raises:
            PartEnded: always.
        """
        raise PartEnded(f"{process.name} has ended, or its task took too long")

    def _abandon(self) -> None:
        for process in self.pool:
            process.kill()
        # A process that was killed may have locked them.
        for queue in (self.task_queue, self.result_queue):
            queue.cancel_join_thread()


class _Part(threading.Thread):
    """A thread where django-q2 has a process; a heartbeat says the number of its process."""

    def __init__(
        self, pid: int, name: str, work: Callable[..., object], given: tuple[object, ...]
    ) -> None:
        super().__init__(name=name, daemon=True)
        self.pid = pid
        self._work = work
        self._given = given

    def run(self) -> None:
        """Do the work, and close what it held open."""
        try:
            self._work(*self._given)
        finally:
            connections.close_all()
