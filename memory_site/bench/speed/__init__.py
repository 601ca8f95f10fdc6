"""Measure how fast the running product is."""
