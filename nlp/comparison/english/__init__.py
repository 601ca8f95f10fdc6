"""Features of English statements for comparison."""
