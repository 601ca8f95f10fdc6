"""The admin of people and tokens."""

from . import tokens, users

__all__ = ["tokens", "users"]
