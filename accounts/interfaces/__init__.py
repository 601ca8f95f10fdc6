"""REST, pages and admin of accounts. Imports accounts.services, packs and core."""
