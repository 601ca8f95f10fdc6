"""Rules and words of English time expressions."""
