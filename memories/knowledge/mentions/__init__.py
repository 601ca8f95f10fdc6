"""Correct which entity a span of text refers to."""
