"""REST for memories and what hangs on them (docs/rest.md)."""
