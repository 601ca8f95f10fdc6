"""Job tables, the queue engine, the background thread, and the load they yield to. Imports core.errors."""

from . import background, load
from .background import register, wake
from .job import Job, JobQuerySet, Lease, Stop
from .queue import Queue

__all__ = [
    "Job",
    "JobQuerySet",
    "Lease",
    "Queue",
    "Stop",
    "background",
    "load",
    "register",
    "wake",
]
