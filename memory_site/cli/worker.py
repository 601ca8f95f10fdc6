"""``wasurena worker``: the django-q2 cluster that runs the schedules."""

import os
import signal
import sys
import threading
from argparse import Namespace

from django.db import connections
from django_q.cluster import Cluster

from .database import require_database


def run(options: Namespace) -> int:
    """Run the cluster until SIGTERM or Ctrl-C; 1 if it ended by itself."""
    require_database()
    # SQLite connections must not be carried over a fork.
    connections.close_all()
    cluster = Cluster()
    cluster.start()
    if options.supervised:
        threading.Thread(target=_stop_with_the_server, daemon=True).start()
    cluster.sentinel.join()
    return 0 if cluster.sentinel.exitcode == 0 else 1


def _stop_with_the_server() -> None:
    """Wait for the end of standard input, which the server holds open, and stop then."""
    # Not sys.stdin: a thread that holds its lock would crash the interpreter's shutdown.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
