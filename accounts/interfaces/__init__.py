"""REST, pages and admin of accounts."""
