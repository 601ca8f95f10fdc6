"""Read natural language in Japanese and English: plain Python, which imports no other app."""
