"""Find duplicates of new memories and store the results; imports records, index and inbox."""
