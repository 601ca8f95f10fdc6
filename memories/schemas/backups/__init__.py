"""Answers about backups."""
