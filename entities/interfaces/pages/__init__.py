"""Pages of entities."""
