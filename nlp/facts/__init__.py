"""Find the claims of a text: facts, relations and tasks, and the time in which they hold."""

from .claim import OWNER, Claim, ClaimKind
from .compose import find

__all__ = ["OWNER", "Claim", "ClaimKind", "find"]
