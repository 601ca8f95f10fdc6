"""Rank candidates: final score, duplicates, order, graph paths, feedback. Imports candidates."""
