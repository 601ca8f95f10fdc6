"""Correct which entity a text span refers to. Imports records, entities and the journal."""
