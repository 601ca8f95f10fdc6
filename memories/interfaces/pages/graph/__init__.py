"""Pages of the graph: the explorer, its panels, and what is done from it."""
