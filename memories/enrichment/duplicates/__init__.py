"""Find duplicates of new memories and store what was found."""
