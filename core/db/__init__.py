"""Database backend, fields and migration operations."""
