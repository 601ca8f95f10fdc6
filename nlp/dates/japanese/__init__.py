"""Rules and words of Japanese time expressions."""
