"""REST, pages and admin of entities and their types. Imports entities, accounts, packs and core."""
