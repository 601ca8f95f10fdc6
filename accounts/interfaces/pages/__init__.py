"""Pages of log-in, settings, packs and tokens."""
