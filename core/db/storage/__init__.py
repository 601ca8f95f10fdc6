"""Faults of the disk and of the database file: found, remembered, told. Imports core.errors."""
