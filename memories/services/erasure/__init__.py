"""Erasing memories for good: what goes with them, and every place that is emptied."""
