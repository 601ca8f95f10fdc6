"""Backups of the database: copying, the file format, encryption, keeping. Imports core.db."""
