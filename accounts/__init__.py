"""People, their profiles and tokens. Imports packs and core."""
