"""Parse a query and choose the retrieval plan. Imports the index."""
