"""Read what the graph explorer shows beside the graph: saved views, and the time it reaches."""
