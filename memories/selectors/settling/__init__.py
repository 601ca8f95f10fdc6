"""Reads of tasks, and of the history of one row."""
