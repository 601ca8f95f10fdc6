"""``wasurena worker``: the cluster that runs the schedules."""

import gc
import logging
import os
import signal
import sys
import time
from argparse import Namespace

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone
from django_q.signals import post_spawn

from core.allocation import FREE_SECONDS, free_regularly, limit_arenas
from core.db.storage import place
from core.jobs.cluster import TaskCluster
from memories.services.maintenance import forget_unused_spaces
from memories.tasks import clock_repair
from memory_site.cli.database.preparation import require_database
from nlp.trained import held

logger = logging.getLogger(__name__)
REPAIR_SECONDS = 60.0


def run(options: Namespace) -> int:
    """Run the cluster until SIGTERM or Ctrl-C; 1 if a part of it ended by itself."""
    limit_arenas()
    require_database()
    place.pin(settings.DATABASE_PATH)
    clock_repair.repair(timezone.now())
    # SQLite connections must not be carried over a fork.
    connections.close_all()
    # What is frozen is not written to by collections, and stays shared with the forks.
    gc.collect()
    gc.freeze()
    # In the processes that derive: a thread does not outlive a fork.
    post_spawn.connect(_free_regularly)
    # Not one of the cluster's schedules: those stand still while they are due next year.
    beside = [_repair_clock, *([_stop_with_the_server] if options.supervised else [])]
    return 0 if TaskCluster(beside).run() else 1


def run_forked(standard_input: int) -> None:
    """Be the worker of a server in a process that the server had forked; end the process."""
    os.setsid()
    os.dup2(standard_input, sys.stdin.fileno())
    os.close(standard_input)
    # What the server does beside its requests, the worker does at once.
    os.environ["WASURENA_BACKGROUND"] = settings.BACKGROUND_MODE = "inline"
    raise SystemExit(run(Namespace(supervised=True)))


def _free_regularly(**_said: object) -> None:
    free_regularly(first=_forget_unused)


def _forget_unused() -> None:
    forget_unused_spaces()
    held.forget_unused(FREE_SECONDS)


def _repair_clock() -> None:
    """Set right, once a minute, what a clock that was ahead has left."""
    while True:
        time.sleep(REPAIR_SECONDS)
        try:
            clock_repair.repair(timezone.now())
        except DatabaseError:
            logger.exception("times that lie ahead could not be set right; trying again")
        finally:
            connections.close_all()


def _stop_with_the_server() -> None:
    """Wait for the end of standard input, which the server holds open, and stop then."""
    # Not sys.stdin: a thread that holds its lock would crash the interpreter's shutdown.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
