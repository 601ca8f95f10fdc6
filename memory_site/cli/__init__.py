"""The command line ``wasurena``."""

from .main import main

__all__ = ["main"]
