"""Change a stored memory: its fields, whether it is hidden, and the pack that it is in."""
