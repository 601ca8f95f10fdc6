"""Measure how well names are resolved and duplicates are found."""
