"""REST, pages and admin of entity types."""
