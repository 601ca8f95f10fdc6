"""Job tables and their queue engine, the background thread, and what they yield to."""

from . import background, load
from .background import register, wake
from .queue import Job, JobQuerySet, Lease, Queue, Stop

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
