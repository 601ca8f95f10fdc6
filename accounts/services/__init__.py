"""Create and change people, tokens and preferences. Imports accounts.models, packs and core."""
