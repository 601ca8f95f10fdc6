"""REST and admin of links, relations and their types."""
