"""The admin of what belongs to no app: the worker's tables and the dashboard."""

from . import queue

__all__ = ["queue"]
