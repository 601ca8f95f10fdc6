"""The admin of what no app owns alone: the worker's tables and the tokens."""

from accounts.interfaces import token_admin

from . import queue

__all__ = ["queue", "tokens"]
