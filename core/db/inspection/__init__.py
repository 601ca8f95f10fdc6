"""Look at a database file and its directory for damage, without changing them. Imports core.db."""
