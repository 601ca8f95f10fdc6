"""Schemas of what concerns a person's privacy."""
