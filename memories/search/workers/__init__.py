"""Where a search runs: in the process that was asked, or in one beside it while that is busy."""

from .worker_pool import places

__all__ = ["places"]
