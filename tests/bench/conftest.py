"""The command line's own fixtures: a data directory that does not exist yet, and one that does."""

from tests.cli.conftest import empty, prepared, wasurena

__all__ = ["empty", "prepared", "wasurena"]
