"""Read texts with a small trained network.

It is multilingual-e5-small, trained further on labeled texts of our own; what it was trained on, and
its license, stands in ``docs/NOTICE.md`` (docs/decisions/0044).
"""

from .network import held

__all__ = ["held"]
