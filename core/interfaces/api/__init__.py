"""Shared parts of the REST API: errors, pagination, parsing, views. Imports core only."""
