"""What a text claims: who works where, what holds, what is to be done, and from when to when."""

from .claim import OWNER, Claim, ClaimKind
from .compose import find

__all__ = ["OWNER", "Claim", "ClaimKind", "find"]
