"""Read logged searches: runs with their feedback, and traces."""
