"""Run searches in this process or, while it is busy, in worker processes."""

from .worker_pool import search_workers

__all__ = ["search_workers"]
