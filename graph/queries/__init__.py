"""SQL over the tables of the graph."""
