"""Where a search runs: in the process that was asked, or in one beside it while that is busy."""

from .worker_pool import search_workers

__all__ = ["search_workers"]
