"""Reading the journal back: the rows that it tells of, and how they differ from the tables."""
