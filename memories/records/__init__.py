"""Validate, build, update and look up rows of memories. Imports index, schemas and models."""
