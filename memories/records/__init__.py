"""Validate, build, update and move rows of memories. Imports index."""
