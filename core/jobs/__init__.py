"""Job tables, the queue engine, the background thread, and the load they yield to. Imports core.errors."""

from . import background
from .background import register, wake
from .queue import Job, JobQuerySet, Lease, Queue, Stop

__all__ = [
    "Job",
    "JobQuerySet",
    "Lease",
    "Queue",
    "Stop",
    "background",
    "register",
    "wake",
]
