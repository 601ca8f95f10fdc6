"""Admin of people, tokens and pack switches. Imports accounts, packs and core."""

from . import oauth, packs, tokens, users

__all__ = ["oauth", "packs", "tokens", "users"]
