"""The operator's page of backups."""
