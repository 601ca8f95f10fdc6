"""Measure how well names and relations are extracted from texts."""
