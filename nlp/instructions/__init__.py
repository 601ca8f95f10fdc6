"""Tell texts that give orders to an assistant from those that only tell something."""

from .judging import is_instruction

__all__ = ["is_instruction"]
