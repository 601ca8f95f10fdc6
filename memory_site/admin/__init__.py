"""The admin of what no app owns alone: the worker's tables and the tokens."""

from . import queue, tokens

__all__ = ["queue", "tokens"]
