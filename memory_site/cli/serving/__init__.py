"""The server of a data directory, its worker, and what a start shows."""
