"""What memories say, derived from them behind the save: mentions, claims, duplicates (SPEC §5)."""
