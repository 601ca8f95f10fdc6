"""Backups for the operator of the installation. Imports core.db.backups and schemas."""
