"""Tasks: what a text says is still to do, by when, and whether it is done."""
