"""Admin of people, tokens and pack switches. Imports accounts, packs and core."""

from . import packs, tokens, users

__all__ = ["packs", "tokens", "users"]
