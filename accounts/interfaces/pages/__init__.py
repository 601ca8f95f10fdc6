"""Pages of log-in, settings, packs and tokens. Imports accounts.services, packs and core."""
