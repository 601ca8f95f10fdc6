"""Measure how well searches answer questions."""
