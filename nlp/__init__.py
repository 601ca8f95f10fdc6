"""Read natural language, Japanese and English; plain Python, imports no other package of the product."""
