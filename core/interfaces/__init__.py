"""REST, pages and admin that every app shares. Imports core and Django only."""
