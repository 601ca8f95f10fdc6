"""Find the claims of a text: facts, relations and tasks, and the time in which they hold."""

from .compose import find
from .rules import OWNER, Claim, ClaimKind

__all__ = ["OWNER", "Claim", "ClaimKind", "find"]
